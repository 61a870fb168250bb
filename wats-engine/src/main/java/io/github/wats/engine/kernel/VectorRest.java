package io.github.wats.engine.kernel;

import java.util.List;
import java.util.stream.IntStream;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The last columns of a matrix when they are fewer than the 8 of a register. Eight floats are read
 * and written all the same, running into the next row, which gets back what it had. Masked reads
 * and writes would be slower without AVX-512.
 */
final class VectorRest {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private static final List<VectorMask<Float>> FIRST =
      IntStream.range(0, 8).mapToObj(count -> EIGHT.indexInRange(0, count)).toList();

  private static final List<VectorShuffle<Float>> SHIFT =
      IntStream.range(0, 8).mapToObj(by -> VectorShuffle.iota(EIGHT, by, 1, true)).toList();

  private VectorRest() {}

  /** True in the first {@code count} lanes, fewer than 8. */
  static VectorMask<Float> first(int count) {
    return FIRST.get(count);
  }

  /**
   * How many rows of {@code width} floats, read from column {@code q} on, lie 8 floats deep in b.
   */
  static int safeRows(float[] b, int q, int width) {
    return Math.max(0, Math.floorDiv(b.length - 8 - q, width) + 1);
  }

  /**
   * The floats from {@code o} to the end of the array, which are fewer than 8, and others after
   * them; the array has at least 8.
   */
  static FloatVector readLast(float[] b, int o) {
    int start = b.length - 8;
    return FloatVector.fromArray(EIGHT, b, start).rearrange(SHIFT.get(o - start));
  }

  /** Writes the lanes that are {@code own} from {@code r} on and leaves the others as they are. */
  static void store(FloatVector s, float[] c, int r, VectorMask<Float> own) {
    FloatVector.fromArray(EIGHT, c, r).blend(s, own).intoArray(c, r);
  }
}
