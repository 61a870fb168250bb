package io.github.wats.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link Kernels#reluSums} and {@link Kernels#reluSlopes} in vector registers. */
final class VectorRelu {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private VectorRelu() {}

  static void sums(
      int[] listed,
      int from,
      int to,
      int[] rows,
      Columns b,
      Columns x0,
      Columns x1,
      Columns x2,
      float[] keep,
      float[] y,
      int width) {
    int q = 0;
    for (; q + 8 <= width; q += 8) {
      sums8(listed, from, to, rows, b, x0, x1, x2, y, width, q);
    }
    for (int k = from; q < width && k < to; k++) {
      int r = listed[k];
      PlainKernels.reluSum(b, x0, x1, x2, rows[r], y, r * width, q, width);
    }
    if (keep.length > 0) {
      keep(listed, from, to, keep, y, width);
    }
  }

  private static void sums8(
      int[] listed,
      int from,
      int to,
      int[] rows,
      Columns b,
      Columns x0,
      Columns x1,
      Columns x2,
      float[] y,
      int width,
      int q) {
    float[] v0 = x0.values();
    float[] v1 = x1.values();
    float[] v2 = x2.values();
    float[] vb = b.values();
    for (int k = from; k < to; k++) {
      int r = listed[k];
      int i = rows[r];
      FloatVector v =
          FloatVector.fromArray(EIGHT, vb, b.at(i) + q)
              .add(FloatVector.fromArray(EIGHT, v0, x0.at(i) + q))
              .add(FloatVector.fromArray(EIGHT, v1, x1.at(i) + q))
              .add(FloatVector.fromArray(EIGHT, v2, x2.at(i) + q));
      v.add(v.abs()).mul(0.5f).intoArray(y, r * width + q);
    }
  }

  private static void keep(int[] listed, int from, int to, float[] keep, float[] y, int width) {
    for (int k = from; k < to; k++) {
      int p = (k - from) * width;
      int r = listed[k] * width;
      int j = 0;
      for (; j + 8 <= width; j += 8) {
        FloatVector.fromArray(EIGHT, y, r + j)
            .mul(FloatVector.fromArray(EIGHT, keep, p + j))
            .intoArray(y, r + j);
      }
      for (; j < width; j++) {
        y[r + j] *= keep[p + j];
      }
    }
  }

  static void slopes(
      int[] listed,
      int from,
      int to,
      int[] rows,
      float[] y,
      float scale,
      float[] d,
      Columns x0,
      Columns x1,
      Columns x2,
      float[] sums,
      int start,
      int width) {
    int q = 0;
    for (; q + 8 <= width; q += 8) {
      slopes8(listed, from, to, rows, y, scale, d, x0, x1, x2, sums, start + q, width, q);
    }
    if (q < width) {
      PlainKernels.reluSlopes(
          listed, from, to, rows, y, scale, d, x0, x1, x2, sums, start, width, q);
    }
  }

  private static void slopes8(
      int[] listed,
      int from,
      int to,
      int[] rows,
      float[] y,
      float scale,
      float[] d,
      Columns x0,
      Columns x1,
      Columns x2,
      float[] sums,
      int place,
      int width,
      int q) {
    float[] v0 = x0.values();
    float[] v1 = x1.values();
    float[] v2 = x2.values();
    FloatVector zero = FloatVector.zero(EIGHT);
    FloatVector factor = FloatVector.broadcast(EIGHT, scale);
    FloatVector sum = FloatVector.fromArray(EIGHT, sums, place);
    for (int k = from; k < to; k++) {
      int r = listed[k] * width + q;
      int i = rows[listed[k]];
      FloatVector v =
          FloatVector.fromArray(EIGHT, d, r)
              .mul(factor)
              .blend(zero, FloatVector.fromArray(EIGHT, y, r).compare(VectorOperators.LE, zero));
      zero.intoArray(d, r);
      sum = sum.add(v);
      add(v, v0, x0.at(i) + q);
      add(v, v1, x1.at(i) + q);
      add(v, v2, x2.at(i) + q);
    }
    sum.intoArray(sums, place);
  }

  private static void add(FloatVector v, float[] x, int p) {
    FloatVector.fromArray(EIGHT, x, p).add(v).intoArray(x, p);
  }
}
