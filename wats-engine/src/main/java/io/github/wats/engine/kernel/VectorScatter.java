package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Kernels#scatter} in vector registers: a row of B stays there while it is added to its
 * targets.
 */
final class VectorScatter {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private VectorScatter() {}

  static void columns(
      RowParts rows,
      int[] columns,
      float[] weights,
      float[] b,
      float[] c,
      int width,
      int first,
      int end,
      int from,
      int to) {
    int q = first;
    for (; q + 64 <= end; q += 64) {
      scatter64(rows, columns, weights, b, c, q, width, from, to);
    }
    for (; q + 16 <= end; q += 16) {
      scatter16(rows, columns, weights, b, c, q, width, from, to);
    }
    for (; q + 8 <= end; q += 8) {
      scatter8(rows, columns, weights, b, c, q, width, from, to);
    }
    if (q < end) {
      PlainKernels.INSTANCE.scatter(rows, columns, weights, b, c, width, q, end, from, to);
    }
  }

  private static void scatter64(
      RowParts rows,
      int[] columns,
      float[] weights,
      float[] b,
      float[] c,
      int q,
      int width,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      int p = i * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, p);
      FloatVector x1 = FloatVector.fromArray(EIGHT, b, p + 8);
      FloatVector x2 = FloatVector.fromArray(EIGHT, b, p + 16);
      FloatVector x3 = FloatVector.fromArray(EIGHT, b, p + 24);
      FloatVector x4 = FloatVector.fromArray(EIGHT, b, p + 32);
      FloatVector x5 = FloatVector.fromArray(EIGHT, b, p + 40);
      FloatVector x6 = FloatVector.fromArray(EIGHT, b, p + 48);
      FloatVector x7 = FloatVector.fromArray(EIGHT, b, p + 56);
      int last = rows.end(i);
      for (int k = rows.first(i); k < last; k++) {
        int r = columns[k] * width + q;
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k]);
        FloatVector.fromArray(EIGHT, c, r).add(w.mul(x0)).intoArray(c, r);
        FloatVector.fromArray(EIGHT, c, r + 8).add(w.mul(x1)).intoArray(c, r + 8);
        FloatVector.fromArray(EIGHT, c, r + 16).add(w.mul(x2)).intoArray(c, r + 16);
        FloatVector.fromArray(EIGHT, c, r + 24).add(w.mul(x3)).intoArray(c, r + 24);
        FloatVector.fromArray(EIGHT, c, r + 32).add(w.mul(x4)).intoArray(c, r + 32);
        FloatVector.fromArray(EIGHT, c, r + 40).add(w.mul(x5)).intoArray(c, r + 40);
        FloatVector.fromArray(EIGHT, c, r + 48).add(w.mul(x6)).intoArray(c, r + 48);
        FloatVector.fromArray(EIGHT, c, r + 56).add(w.mul(x7)).intoArray(c, r + 56);
      }
    }
  }

  private static void scatter16(
      RowParts rows,
      int[] columns,
      float[] weights,
      float[] b,
      float[] c,
      int q,
      int width,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      int p = i * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, p);
      FloatVector x1 = FloatVector.fromArray(EIGHT, b, p + 8);
      int last = rows.end(i);
      for (int k = rows.first(i); k < last; k++) {
        int r = columns[k] * width + q;
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k]);
        FloatVector.fromArray(EIGHT, c, r).add(w.mul(x0)).intoArray(c, r);
        FloatVector.fromArray(EIGHT, c, r + 8).add(w.mul(x1)).intoArray(c, r + 8);
      }
    }
  }

  private static void scatter8(
      RowParts rows,
      int[] columns,
      float[] weights,
      float[] b,
      float[] c,
      int q,
      int width,
      int from,
      int to) {
    for (int i = from; i < to; i++) {
      int p = i * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, p);
      int last = rows.end(i);
      for (int k = rows.first(i); k < last; k++) {
        int r = columns[k] * width + q;
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k]);
        FloatVector.fromArray(EIGHT, c, r).add(w.mul(x0)).intoArray(c, r);
      }
    }
  }
}
