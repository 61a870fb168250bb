package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code Aᵀ B} in vector registers: blocks of 4 rows × 16 or 8 columns of the result stay in
 * registers while a tile of rows of A and B is read.
 */
final class VectorTransposed {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  /** Rows of A and B per tile: 128 rows of 64 floats are 32 kB, the L1 cache. */
  private static final int TILE = 128;

  private VectorTransposed() {}

  /** As {@link Kernels#multiplyTransposed}. */
  static void multiply(
      float[] a,
      float[] b,
      float[] c,
      int start,
      int inner,
      int width,
      int first,
      int last,
      int from,
      int to,
      boolean add) {
    boolean adding = add;
    for (int tile = first; tile < last || !adding; tile += TILE) {
      int end = Math.min(last, tile + TILE);
      int f = from;
      // Eight floats of the last columns may run into the next row, but not into another block's.
      boolean wide = b.length >= 8;
      for (;
          f + 4 <= to && (width % 8 == 0 || (wide && reach(f + 3, width) <= to * width));
          f += 4) {
        fourRows(a, f, b, c, start, inner, width, tile, end, adding);
      }
      for (; f < to; f++) {
        oneRow(a, f, b, c, start, inner, width, tile, end, adding);
      }
      adding = true;
    }
  }

  /** Where the eight floats end that begin with the last columns of row {@code f}. */
  private static int reach(int f, int width) {
    return f * width + width - width % 8 + 8;
  }

  private static FloatVector start(float[] c, int r, boolean add) {
    return add ? FloatVector.fromArray(EIGHT, c, r) : FloatVector.zero(EIGHT);
  }

  private static void fourRows(
      float[] a,
      int f,
      float[] b,
      float[] c,
      int start,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    int r = start + f * width;
    int q = 0;
    for (; q + 16 <= width; q += 16) {
      block4x16(a, f, b, q, c, r + q, inner, width, first, last, add);
    }
    for (; q + 8 <= width; q += 8) {
      block4x8(a, f, b, q, c, r + q, inner, width, first, last, add);
    }
    if (q < width) {
      rest4(a, f, b, q, c, r + q, inner, width, first, last, add);
    }
  }

  private static void oneRow(
      float[] a,
      int f,
      float[] b,
      float[] c,
      int start,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    int r = start + f * width;
    int q = 0;
    for (; q + 8 <= width; q += 8) {
      FloatVector s = start(c, r + q, add);
      for (int i = first; i < last; i++) {
        s =
            s.add(
                FloatVector.broadcast(EIGHT, a[i * inner + f])
                    .mul(FloatVector.fromArray(EIGHT, b, i * width + q)));
      }
      s.intoArray(c, r + q);
    }
    for (; q < width; q++) {
      float s = add ? c[r + q] : 0;
      for (int i = first; i < last; i++) {
        s += b[i * width + q] * a[i * inner + f];
      }
      c[r + q] = s;
    }
  }

  private static void block4x16(
      float[] a,
      int f,
      float[] b,
      int q,
      float[] c,
      int r,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    FloatVector s00 = start(c, r, add);
    FloatVector s01 = start(c, r + 8, add);
    FloatVector s10 = start(c, r + width, add);
    FloatVector s11 = start(c, r + width + 8, add);
    FloatVector s20 = start(c, r + 2 * width, add);
    FloatVector s21 = start(c, r + 2 * width + 8, add);
    FloatVector s30 = start(c, r + 3 * width, add);
    FloatVector s31 = start(c, r + 3 * width + 8, add);
    for (int i = first; i < last; i++) {
      int p = i * inner + f;
      int o = i * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, o);
      FloatVector x1 = FloatVector.fromArray(EIGHT, b, o + 8);
      FloatVector w0 = FloatVector.broadcast(EIGHT, a[p]);
      s00 = s00.add(w0.mul(x0));
      s01 = s01.add(w0.mul(x1));
      FloatVector w1 = FloatVector.broadcast(EIGHT, a[p + 1]);
      s10 = s10.add(w1.mul(x0));
      s11 = s11.add(w1.mul(x1));
      FloatVector w2 = FloatVector.broadcast(EIGHT, a[p + 2]);
      s20 = s20.add(w2.mul(x0));
      s21 = s21.add(w2.mul(x1));
      FloatVector w3 = FloatVector.broadcast(EIGHT, a[p + 3]);
      s30 = s30.add(w3.mul(x0));
      s31 = s31.add(w3.mul(x1));
    }
    s00.intoArray(c, r);
    s01.intoArray(c, r + 8);
    s10.intoArray(c, r + width);
    s11.intoArray(c, r + width + 8);
    s20.intoArray(c, r + 2 * width);
    s21.intoArray(c, r + 2 * width + 8);
    s30.intoArray(c, r + 3 * width);
    s31.intoArray(c, r + 3 * width + 8);
  }

  private static void block4x8(
      float[] a,
      int f,
      float[] b,
      int q,
      float[] c,
      int r,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    FloatVector s0 = start(c, r, add);
    FloatVector s1 = start(c, r + width, add);
    FloatVector s2 = start(c, r + 2 * width, add);
    FloatVector s3 = start(c, r + 3 * width, add);
    for (int i = first; i < last; i++) {
      int p = i * inner + f;
      FloatVector x = FloatVector.fromArray(EIGHT, b, i * width + q);
      s0 = s0.add(FloatVector.broadcast(EIGHT, a[p]).mul(x));
      s1 = s1.add(FloatVector.broadcast(EIGHT, a[p + 1]).mul(x));
      s2 = s2.add(FloatVector.broadcast(EIGHT, a[p + 2]).mul(x));
      s3 = s3.add(FloatVector.broadcast(EIGHT, a[p + 3]).mul(x));
    }
    s0.intoArray(c, r);
    s1.intoArray(c, r + width);
    s2.intoArray(c, r + 2 * width);
    s3.intoArray(c, r + 3 * width);
  }

  /** The columns from {@code q} on, fewer than 8, of four rows whose first is at {@code r}. */
  private static void rest4(
      float[] a,
      int f,
      float[] b,
      int q,
      float[] c,
      int r,
      int inner,
      int width,
      int first,
      int last,
      boolean add) {
    FloatVector s0 = start(c, r, add);
    FloatVector s1 = start(c, r + width, add);
    FloatVector s2 = start(c, r + 2 * width, add);
    FloatVector s3 = start(c, r + 3 * width, add);
    int safe = Math.min(last, Math.max(first, VectorRest.safeRows(b, q, width)));
    for (int i = first; i < safe; i++) {
      int p = i * inner + f;
      FloatVector x = FloatVector.fromArray(EIGHT, b, i * width + q);
      s0 = s0.add(FloatVector.broadcast(EIGHT, a[p]).mul(x));
      s1 = s1.add(FloatVector.broadcast(EIGHT, a[p + 1]).mul(x));
      s2 = s2.add(FloatVector.broadcast(EIGHT, a[p + 2]).mul(x));
      s3 = s3.add(FloatVector.broadcast(EIGHT, a[p + 3]).mul(x));
    }
    for (int i = safe; i < last; i++) {
      int p = i * inner + f;
      FloatVector x = VectorRest.readLast(b, i * width + q);
      s0 = s0.add(FloatVector.broadcast(EIGHT, a[p]).mul(x));
      s1 = s1.add(FloatVector.broadcast(EIGHT, a[p + 1]).mul(x));
      s2 = s2.add(FloatVector.broadcast(EIGHT, a[p + 2]).mul(x));
      s3 = s3.add(FloatVector.broadcast(EIGHT, a[p + 3]).mul(x));
    }
    VectorMask<Float> own = VectorRest.first(width - q);
    VectorRest.store(s0, c, r, own);
    VectorRest.store(s1, c, r + width, own);
    VectorRest.store(s2, c, r + 2 * width, own);
    VectorRest.store(s3, c, r + 3 * width, own);
  }
}
