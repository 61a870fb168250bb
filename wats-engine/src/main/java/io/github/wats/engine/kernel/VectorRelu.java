package io.github.wats.engine.kernel;

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
      Columns x,
      float[] added,
      float[] keep,
      float[] y,
      int width) {
    int q = 0;
    for (; q + 8 <= width; q += 8) {
      sums8(listed, from, to, rows, b, x, added, keep, y, width, q);
    }
    if (q < width) {
      PlainRelu.sums(listed, from, to, rows, b, x, added, keep, y, width, q);
    }
  }

  private static void sums8(
      int[] listed,
      int from,
      int to,
      int[] rows,
      Columns b,
      Columns x,
      float[] added,
      float[] keep,
      float[] y,
      int width,
      int q) {
    float[] bias = b.values();
    float[] values = x.values();
    boolean more = added.length > 0;
    boolean some = keep.length > 0;
    for (int k = from; k < to; k++) {
      int i = rows[listed[k]];
      int p = (k - from) * width + q;
      FloatVector v =
          FloatVector.fromArray(EIGHT, bias, b.at(i) + q)
              .add(FloatVector.fromArray(EIGHT, values, x.at(i) + q));
      if (more) {
        v = v.add(FloatVector.fromArray(EIGHT, added, p));
      }
      v = v.add(v.abs()).mul(0.5f);
      if (some) {
        v = v.mul(FloatVector.fromArray(EIGHT, keep, p));
      }
      v.intoArray(y, listed[k] * width + q);
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
      Columns x,
      float[] v,
      float[] sums,
      int start,
      int width) {
    int q = 0;
    for (; q + 8 <= width; q += 8) {
      slopes8(listed, from, to, rows, y, scale, d, x, v, sums, start + q, width, q);
    }
    if (q < width) {
      PlainRelu.slopes(listed, from, to, rows, y, scale, d, x, v, sums, start, width, q);
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
      Columns x,
      float[] v,
      float[] sums,
      int place,
      int width,
      int q) {
    float[] values = x.values();
    FloatVector zero = FloatVector.zero(EIGHT);
    FloatVector factor = FloatVector.broadcast(EIGHT, scale);
    FloatVector sum = FloatVector.fromArray(EIGHT, sums, place);
    for (int k = from; k < to; k++) {
      int r = listed[k] * width + q;
      int p = x.at(rows[listed[k]]) + q;
      FloatVector slope =
          zero.blend(
              FloatVector.fromArray(EIGHT, d, r).mul(factor),
              FloatVector.fromArray(EIGHT, y, r).compare(VectorOperators.GT, zero));
      zero.intoArray(d, r);
      slope.intoArray(v, (k - from) * width + q);
      sum = sum.add(slope);
      FloatVector.fromArray(EIGHT, values, p).add(slope).intoArray(values, p);
    }
    sum.intoArray(sums, place);
  }
}
