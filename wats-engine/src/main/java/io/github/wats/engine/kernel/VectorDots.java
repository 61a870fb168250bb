package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/** Dot products in vector registers: eight partial sums, joined pairwise as in the plain loop. */
final class VectorDots {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;
  private static final VectorShuffle<Float> BY_FOUR = VectorShuffle.iota(EIGHT, 4, 1, true);
  private static final VectorShuffle<Float> BY_TWO = VectorShuffle.iota(EIGHT, 2, 1, true);

  private VectorDots() {}

  /** As {@link Kernels#entryDots}. */
  static void entryDots(
      int[] offsets,
      int[] columns,
      int heads,
      float[] a,
      float[] b,
      float[] d,
      int width,
      int from,
      int to) {
    int each = width / heads;
    for (int i = from; i < to; i++) {
      for (int h = 0; h < heads; h++) {
        int q = h * each;
        if (each == 64) {
          row64(columns, offsets[i], offsets[i + 1], heads, h, a, i * width + q, b, q, d, width);
        } else {
          row(
              columns,
              offsets[i],
              offsets[i + 1],
              heads,
              h,
              a,
              i * width + q,
              b,
              q,
              d,
              width,
              each);
        }
      }
    }
  }

  /** The entries of one row, 64 columns wide: its part of A stays in registers. */
  private static void row64(
      int[] columns,
      int first,
      int last,
      int heads,
      int h,
      float[] a,
      int p,
      float[] b,
      int q,
      float[] d,
      int width) {
    FloatVector x0 = FloatVector.fromArray(EIGHT, a, p);
    FloatVector x1 = FloatVector.fromArray(EIGHT, a, p + 8);
    FloatVector x2 = FloatVector.fromArray(EIGHT, a, p + 16);
    FloatVector x3 = FloatVector.fromArray(EIGHT, a, p + 24);
    FloatVector x4 = FloatVector.fromArray(EIGHT, a, p + 32);
    FloatVector x5 = FloatVector.fromArray(EIGHT, a, p + 40);
    FloatVector x6 = FloatVector.fromArray(EIGHT, a, p + 48);
    FloatVector x7 = FloatVector.fromArray(EIGHT, a, p + 56);
    for (int k = first; k < last; k++) {
      int o = columns[k] * width + q;
      FloatVector s = FloatVector.zero(EIGHT);
      s = s.add(x0.mul(FloatVector.fromArray(EIGHT, b, o)));
      s = s.add(x1.mul(FloatVector.fromArray(EIGHT, b, o + 8)));
      s = s.add(x2.mul(FloatVector.fromArray(EIGHT, b, o + 16)));
      s = s.add(x3.mul(FloatVector.fromArray(EIGHT, b, o + 24)));
      s = s.add(x4.mul(FloatVector.fromArray(EIGHT, b, o + 32)));
      s = s.add(x5.mul(FloatVector.fromArray(EIGHT, b, o + 40)));
      s = s.add(x6.mul(FloatVector.fromArray(EIGHT, b, o + 48)));
      s = s.add(x7.mul(FloatVector.fromArray(EIGHT, b, o + 56)));
      d[k * heads + h] = join(s);
    }
  }

  private static void row(
      int[] columns,
      int first,
      int last,
      int heads,
      int h,
      float[] a,
      int p,
      float[] b,
      int q,
      float[] d,
      int width,
      int each) {
    for (int k = first; k < last; k++) {
      d[k * heads + h] = dot(a, p, b, columns[k] * width + q, each);
    }
  }

  /** As {@link Kernels#headDots}. */
  static void headDots(float[] x, float[] a, float[] d, int heads, int width, int from, int to) {
    int each = width / heads;
    for (int i = from; i < to; i++) {
      for (int h = 0; h < heads; h++) {
        d[i * heads + h] = dot(x, i * width + h * each, a, h * each, each);
      }
    }
  }

  private static float dot(float[] a, int p, float[] b, int q, int count) {
    FloatVector s = FloatVector.zero(EIGHT);
    int j = 0;
    for (; j + 8 <= count; j += 8) {
      FloatVector x = FloatVector.fromArray(EIGHT, a, p + j);
      s = s.add(x.mul(FloatVector.fromArray(EIGHT, b, q + j)));
    }
    float sum = join(s);
    for (; j < count; j++) {
      sum += a[p + j] * b[q + j];
    }
    return sum;
  }

  private static float join(FloatVector s) {
    FloatVector fours = s.add(s.rearrange(BY_FOUR));
    FloatVector twos = fours.add(fours.rearrange(BY_TWO));
    return twos.lane(0) + twos.lane(1);
  }
}
