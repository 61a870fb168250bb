package io.github.wats.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The last columns of a matrix when they are fewer than the 8 of a register. Eight floats are read
 * all the same, running into the next row, and only those that belong to the row are stored; masks
 * would be slower without AVX-512.
 */
final class VectorRest {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private VectorRest() {}

  /** Eight floats from {@code o} on, zeros beyond the end of the array. */
  static FloatVector read(float[] b, int o) {
    return o + 8 <= b.length ? FloatVector.fromArray(EIGHT, b, o) : lastFloats(b, o);
  }

  private static FloatVector lastFloats(float[] b, int o) {
    float[] row = new float[8];
    System.arraycopy(b, o, row, 0, b.length - o);
    return FloatVector.fromArray(EIGHT, row, 0);
  }

  /** The start of a sum for {@code rest} entries from {@code r} on: what is there, or zeros. */
  static FloatVector start(float[] c, int r, int rest, float[] row, boolean add) {
    if (!add) {
      return FloatVector.zero(EIGHT);
    }
    System.arraycopy(c, r, row, 0, rest);
    return FloatVector.fromArray(EIGHT, row, 0);
  }

  /** Stores the first {@code rest} entries of {@code s} from {@code r} on. */
  static void store(FloatVector s, float[] c, int r, int rest, float[] row) {
    s.intoArray(row, 0);
    System.arraycopy(row, 0, c, r, rest);
  }
}
