package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Kernels#scatterOnes} in vector registers: a row of B stays there while it is added to its
 * targets.
 */
final class VectorScatterOnes {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private VectorScatterOnes() {}

  static void columns(int[] offsets, int[] columns, float[] b, float[] c, int width) {
    int q = 0;
    for (; q + 64 <= width; q += 64) {
      add64(offsets, columns, b, c, q, width);
    }
    for (; q + 16 <= width; q += 16) {
      add16(offsets, columns, b, c, q, width);
    }
    for (; q + 8 <= width; q += 8) {
      add8(offsets, columns, b, c, q, width);
    }
    if (q < width) {
      rest(offsets, columns, b, c, q, width);
    }
  }

  private static void rest(int[] offsets, int[] columns, float[] b, float[] c, int q, int width) {
    for (int i = 0; i + 1 < offsets.length; i++) {
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        for (int j = q; j < width; j++) {
          c[columns[k] * width + j] += b[i * width + j];
        }
      }
    }
  }

  private static void add64(int[] offsets, int[] columns, float[] b, float[] c, int q, int width) {
    for (int i = 0; i + 1 < offsets.length; i++) {
      int p = i * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, p);
      FloatVector x1 = FloatVector.fromArray(EIGHT, b, p + 8);
      FloatVector x2 = FloatVector.fromArray(EIGHT, b, p + 16);
      FloatVector x3 = FloatVector.fromArray(EIGHT, b, p + 24);
      FloatVector x4 = FloatVector.fromArray(EIGHT, b, p + 32);
      FloatVector x5 = FloatVector.fromArray(EIGHT, b, p + 40);
      FloatVector x6 = FloatVector.fromArray(EIGHT, b, p + 48);
      FloatVector x7 = FloatVector.fromArray(EIGHT, b, p + 56);
      int last = offsets[i + 1];
      for (int k = offsets[i]; k < last; k++) {
        int r = columns[k] * width + q;
        FloatVector.fromArray(EIGHT, c, r).add(x0).intoArray(c, r);
        FloatVector.fromArray(EIGHT, c, r + 8).add(x1).intoArray(c, r + 8);
        FloatVector.fromArray(EIGHT, c, r + 16).add(x2).intoArray(c, r + 16);
        FloatVector.fromArray(EIGHT, c, r + 24).add(x3).intoArray(c, r + 24);
        FloatVector.fromArray(EIGHT, c, r + 32).add(x4).intoArray(c, r + 32);
        FloatVector.fromArray(EIGHT, c, r + 40).add(x5).intoArray(c, r + 40);
        FloatVector.fromArray(EIGHT, c, r + 48).add(x6).intoArray(c, r + 48);
        FloatVector.fromArray(EIGHT, c, r + 56).add(x7).intoArray(c, r + 56);
      }
    }
  }

  private static void add16(int[] offsets, int[] columns, float[] b, float[] c, int q, int width) {
    for (int i = 0; i + 1 < offsets.length; i++) {
      int p = i * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, p);
      FloatVector x1 = FloatVector.fromArray(EIGHT, b, p + 8);
      int last = offsets[i + 1];
      for (int k = offsets[i]; k < last; k++) {
        int r = columns[k] * width + q;
        FloatVector.fromArray(EIGHT, c, r).add(x0).intoArray(c, r);
        FloatVector.fromArray(EIGHT, c, r + 8).add(x1).intoArray(c, r + 8);
      }
    }
  }

  private static void add8(int[] offsets, int[] columns, float[] b, float[] c, int q, int width) {
    for (int i = 0; i + 1 < offsets.length; i++) {
      int p = i * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, p);
      int last = offsets[i + 1];
      for (int k = offsets[i]; k < last; k++) {
        int r = columns[k] * width + q;
        FloatVector.fromArray(EIGHT, c, r).add(x0).intoArray(c, r);
      }
    }
  }
}
