package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Weighted sums of rows in vector registers: 64, 32, 16 or 8 columns of a result row are held in
 * registers while its entries are read once.
 */
final class VectorGather {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  private VectorGather() {}

  /** The columns {@code first} to {@code end − 1} of the rows {@code from} to {@code to − 1}. */
  static void columns(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      int h,
      float[] b,
      float[] c,
      int width,
      int first,
      int end,
      int from,
      int to,
      boolean add) {
    int rest = (end - first) % 8;
    if (rest > 0) {
      rest(rows, columns, weights, heads, h, b, end - rest, c, width, rest, from, to, add);
    }
    int q = first;
    for (; q + 64 <= end; q += 64) {
      gather64(rows, columns, weights, heads, h, b, q, c, width, from, to, add);
    }
    if (q + 32 <= end) {
      gather32(rows, columns, weights, heads, h, b, q, c, width, from, to, add);
      q += 32;
    }
    if (q + 16 <= end) {
      gather16(rows, columns, weights, heads, h, b, q, c, width, from, to, add);
      q += 16;
    }
    if (q + 8 <= end) {
      gather8(rows, columns, weights, heads, h, b, q, c, width, from, to, add);
    }
  }

  /**
   * The columns {@code q} to {@code q + rest − 1}, fewer than 8. Where eight floats would reach
   * into another block's rows, or leave B (columns rise, so the last entry tells), the plain loop
   * is used.
   */
  private static void rest(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int width,
      int rest,
      int from,
      int to,
      boolean add) {
    VectorMask<Float> own = VectorRest.first(rest);
    int lastColumn = VectorRest.safeRows(b, q, width) - 1;
    for (int i = from; i < to; i++) {
      int first = rows.first(i);
      int last = rows.end(i);
      int r = i * width + q;
      if (r + 8 > to * width || (first < last && columns[last - 1] > lastColumn)) {
        for (int j = q; j < q + rest; j++) {
          PlainKernels.gatherOne(
              columns, weights, first, last, heads, h, b, j, c, i * width + j, width, add);
        }
        continue;
      }
      FloatVector s = start(c, r, add);
      for (int k = first; k < last; k++) {
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k * heads + h]);
        s = s.add(w.mul(FloatVector.fromArray(EIGHT, b, columns[k] * width + q)));
      }
      VectorRest.store(s, c, r, own);
    }
  }

  /** The sum's start: what is there, or zeros. */
  private static FloatVector start(float[] c, int r, boolean add) {
    return add ? FloatVector.fromArray(EIGHT, c, r) : FloatVector.zero(EIGHT);
  }

  private static void gather64(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    for (int i = from; i < to; i++) {
      int r = i * width + q;
      FloatVector s0 = start(c, r, add);
      FloatVector s1 = start(c, r + 8, add);
      FloatVector s2 = start(c, r + 16, add);
      FloatVector s3 = start(c, r + 24, add);
      FloatVector s4 = start(c, r + 32, add);
      FloatVector s5 = start(c, r + 40, add);
      FloatVector s6 = start(c, r + 48, add);
      FloatVector s7 = start(c, r + 56, add);
      int last = rows.end(i);
      for (int k = rows.first(i); k < last; k++) {
        int o = columns[k] * width + q;
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k * heads + h]);
        s0 = s0.add(w.mul(FloatVector.fromArray(EIGHT, b, o)));
        s1 = s1.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 8)));
        s2 = s2.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 16)));
        s3 = s3.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 24)));
        s4 = s4.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 32)));
        s5 = s5.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 40)));
        s6 = s6.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 48)));
        s7 = s7.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 56)));
      }
      s0.intoArray(c, r);
      s1.intoArray(c, r + 8);
      s2.intoArray(c, r + 16);
      s3.intoArray(c, r + 24);
      s4.intoArray(c, r + 32);
      s5.intoArray(c, r + 40);
      s6.intoArray(c, r + 48);
      s7.intoArray(c, r + 56);
    }
  }

  private static void gather32(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    for (int i = from; i < to; i++) {
      int r = i * width + q;
      FloatVector s0 = start(c, r, add);
      FloatVector s1 = start(c, r + 8, add);
      FloatVector s2 = start(c, r + 16, add);
      FloatVector s3 = start(c, r + 24, add);
      int last = rows.end(i);
      for (int k = rows.first(i); k < last; k++) {
        int o = columns[k] * width + q;
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k * heads + h]);
        s0 = s0.add(w.mul(FloatVector.fromArray(EIGHT, b, o)));
        s1 = s1.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 8)));
        s2 = s2.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 16)));
        s3 = s3.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 24)));
      }
      s0.intoArray(c, r);
      s1.intoArray(c, r + 8);
      s2.intoArray(c, r + 16);
      s3.intoArray(c, r + 24);
    }
  }

  private static void gather16(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    for (int i = from; i < to; i++) {
      int r = i * width + q;
      FloatVector s0 = start(c, r, add);
      FloatVector s1 = start(c, r + 8, add);
      int last = rows.end(i);
      for (int k = rows.first(i); k < last; k++) {
        int o = columns[k] * width + q;
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k * heads + h]);
        s0 = s0.add(w.mul(FloatVector.fromArray(EIGHT, b, o)));
        s1 = s1.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 8)));
      }
      s0.intoArray(c, r);
      s1.intoArray(c, r + 8);
    }
  }

  private static void gather8(
      RowParts rows,
      int[] columns,
      float[] weights,
      int heads,
      int h,
      float[] b,
      int q,
      float[] c,
      int width,
      int from,
      int to,
      boolean add) {
    for (int i = from; i < to; i++) {
      int r = i * width + q;
      FloatVector s0 = start(c, r, add);
      int last = rows.end(i);
      for (int k = rows.first(i); k < last; k++) {
        int o = columns[k] * width + q;
        FloatVector w = FloatVector.broadcast(EIGHT, weights[k * heads + h]);
        s0 = s0.add(w.mul(FloatVector.fromArray(EIGHT, b, o)));
      }
      s0.intoArray(c, r);
    }
  }
}
