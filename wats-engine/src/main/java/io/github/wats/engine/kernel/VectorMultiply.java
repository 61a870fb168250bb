package io.github.wats.engine.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Dense products in vector registers: blocks of 4 rows × 16 or 8 columns of the result stay in
 * registers while the inner index runs through a panel that fits the L1 cache.
 */
final class VectorMultiply {
  private static final VectorSpecies<Float> EIGHT = FloatVector.SPECIES_256;

  /** Inner indices per panel: 256 rows of 64 bytes are half the L1 cache. */
  private static final int PANEL = 256;

  private VectorMultiply() {}

  /** {@code C = A B}, as {@link Kernels#multiply}. */
  static void multiply(
      float[] a, float[] b, float[] c, int inner, int width, int from, int to, boolean add) {
    boolean adding = add;
    for (int first = 0; first < inner || !adding; first += PANEL) {
      int last = Math.min(inner, first + PANEL);
      int rest = width % 8;
      if (rest > 0) {
        rest(a, b, width - rest, c, inner, width, first, last, from, to, adding);
      }
      int q = 0;
      for (; q + 16 <= width; q += 16) {
        int i = from;
        for (; i + 4 <= to; i += 4) {
          block4x16(a, b, q, c, inner, width, first, last, i, adding);
        }
        for (; i < to; i++) {
          block1x16(a, b, q, c, inner, width, first, last, i, adding);
        }
      }
      if (q + 8 <= width) {
        int i = from;
        for (; i + 4 <= to; i += 4) {
          block4x8(a, b, q, c, inner, width, first, last, i, adding);
        }
        for (; i < to; i++) {
          block1x8(a, b, q, c, inner, width, first, last, i, adding);
        }
      }
      adding = true;
    }
  }

  private static FloatVector start(float[] c, int r, boolean add) {
    return add ? FloatVector.fromArray(EIGHT, c, r) : FloatVector.zero(EIGHT);
  }

  private static void block4x16(
      float[] a,
      float[] b,
      int q,
      float[] c,
      int inner,
      int width,
      int first,
      int last,
      int i,
      boolean add) {
    int p0 = i * inner;
    int p1 = p0 + inner;
    int p2 = p1 + inner;
    int p3 = p2 + inner;
    int r0 = i * width + q;
    int r1 = r0 + width;
    int r2 = r1 + width;
    int r3 = r2 + width;
    FloatVector s00 = start(c, r0, add);
    FloatVector s01 = start(c, r0 + 8, add);
    FloatVector s10 = start(c, r1, add);
    FloatVector s11 = start(c, r1 + 8, add);
    FloatVector s20 = start(c, r2, add);
    FloatVector s21 = start(c, r2 + 8, add);
    FloatVector s30 = start(c, r3, add);
    FloatVector s31 = start(c, r3 + 8, add);
    for (int k = first; k < last; k++) {
      int o = k * width + q;
      FloatVector x0 = FloatVector.fromArray(EIGHT, b, o);
      FloatVector x1 = FloatVector.fromArray(EIGHT, b, o + 8);
      FloatVector w0 = FloatVector.broadcast(EIGHT, a[p0 + k]);
      s00 = s00.add(w0.mul(x0));
      s01 = s01.add(w0.mul(x1));
      FloatVector w1 = FloatVector.broadcast(EIGHT, a[p1 + k]);
      s10 = s10.add(w1.mul(x0));
      s11 = s11.add(w1.mul(x1));
      FloatVector w2 = FloatVector.broadcast(EIGHT, a[p2 + k]);
      s20 = s20.add(w2.mul(x0));
      s21 = s21.add(w2.mul(x1));
      FloatVector w3 = FloatVector.broadcast(EIGHT, a[p3 + k]);
      s30 = s30.add(w3.mul(x0));
      s31 = s31.add(w3.mul(x1));
    }
    s00.intoArray(c, r0);
    s01.intoArray(c, r0 + 8);
    s10.intoArray(c, r1);
    s11.intoArray(c, r1 + 8);
    s20.intoArray(c, r2);
    s21.intoArray(c, r2 + 8);
    s30.intoArray(c, r3);
    s31.intoArray(c, r3 + 8);
  }

  private static void block4x8(
      float[] a,
      float[] b,
      int q,
      float[] c,
      int inner,
      int width,
      int first,
      int last,
      int i,
      boolean add) {
    int p0 = i * inner;
    int p1 = p0 + inner;
    int p2 = p1 + inner;
    int p3 = p2 + inner;
    int r = i * width + q;
    FloatVector s0 = start(c, r, add);
    FloatVector s1 = start(c, r + width, add);
    FloatVector s2 = start(c, r + 2 * width, add);
    FloatVector s3 = start(c, r + 3 * width, add);
    for (int k = first; k < last; k++) {
      FloatVector x = FloatVector.fromArray(EIGHT, b, k * width + q);
      s0 = s0.add(FloatVector.broadcast(EIGHT, a[p0 + k]).mul(x));
      s1 = s1.add(FloatVector.broadcast(EIGHT, a[p1 + k]).mul(x));
      s2 = s2.add(FloatVector.broadcast(EIGHT, a[p2 + k]).mul(x));
      s3 = s3.add(FloatVector.broadcast(EIGHT, a[p3 + k]).mul(x));
    }
    s0.intoArray(c, r);
    s1.intoArray(c, r + width);
    s2.intoArray(c, r + 2 * width);
    s3.intoArray(c, r + 3 * width);
  }

  private static void block1x16(
      float[] a,
      float[] b,
      int q,
      float[] c,
      int inner,
      int width,
      int first,
      int last,
      int i,
      boolean add) {
    int r = i * width + q;
    FloatVector s0 = start(c, r, add);
    FloatVector s1 = start(c, r + 8, add);
    for (int k = first; k < last; k++) {
      int o = k * width + q;
      FloatVector w = FloatVector.broadcast(EIGHT, a[i * inner + k]);
      s0 = s0.add(w.mul(FloatVector.fromArray(EIGHT, b, o)));
      s1 = s1.add(w.mul(FloatVector.fromArray(EIGHT, b, o + 8)));
    }
    s0.intoArray(c, r);
    s1.intoArray(c, r + 8);
  }

  private static void block1x8(
      float[] a,
      float[] b,
      int q,
      float[] c,
      int inner,
      int width,
      int first,
      int last,
      int i,
      boolean add) {
    int r = i * width + q;
    FloatVector s = start(c, r, add);
    for (int k = first; k < last; k++) {
      FloatVector x = FloatVector.fromArray(EIGHT, b, k * width + q);
      s = s.add(FloatVector.broadcast(EIGHT, a[i * inner + k]).mul(x));
    }
    s.intoArray(c, r);
  }

  /**
   * The columns from {@code q} on, fewer than 8. Where eight floats would reach into another
   * block's rows the plain loop is used.
   */
  private static void rest(
      float[] a,
      float[] b,
      int q,
      float[] c,
      int inner,
      int width,
      int first,
      int last,
      int from,
      int to,
      boolean add) {
    int i = from;
    for (; b.length >= 8 && (i + 3) * width + q + 8 <= to * width; i += 4) {
      rest4(a, b, q, c, inner, width, first, last, i, add);
    }
    for (; i < to; i++) {
      for (int j = q; j < width; j++) {
        float s = add ? c[i * width + j] : 0;
        for (int k = first; k < last; k++) {
          s += a[i * inner + k] * b[k * width + j];
        }
        c[i * width + j] = s;
      }
    }
  }

  private static void rest4(
      float[] a,
      float[] b,
      int q,
      float[] c,
      int inner,
      int width,
      int first,
      int last,
      int i,
      boolean add) {
    int p0 = i * inner;
    int p1 = p0 + inner;
    int p2 = p1 + inner;
    int p3 = p2 + inner;
    int r = i * width + q;
    FloatVector s0 = start(c, r, add);
    FloatVector s1 = start(c, r + width, add);
    FloatVector s2 = start(c, r + 2 * width, add);
    FloatVector s3 = start(c, r + 3 * width, add);
    int safe = Math.min(last, Math.max(first, VectorRest.safeRows(b, q, width)));
    for (int k = first; k < safe; k++) {
      FloatVector x = FloatVector.fromArray(EIGHT, b, k * width + q);
      s0 = s0.add(FloatVector.broadcast(EIGHT, a[p0 + k]).mul(x));
      s1 = s1.add(FloatVector.broadcast(EIGHT, a[p1 + k]).mul(x));
      s2 = s2.add(FloatVector.broadcast(EIGHT, a[p2 + k]).mul(x));
      s3 = s3.add(FloatVector.broadcast(EIGHT, a[p3 + k]).mul(x));
    }
    for (int k = safe; k < last; k++) {
      FloatVector x = VectorRest.readLast(b, k * width + q);
      s0 = s0.add(FloatVector.broadcast(EIGHT, a[p0 + k]).mul(x));
      s1 = s1.add(FloatVector.broadcast(EIGHT, a[p1 + k]).mul(x));
      s2 = s2.add(FloatVector.broadcast(EIGHT, a[p2 + k]).mul(x));
      s3 = s3.add(FloatVector.broadcast(EIGHT, a[p3 + k]).mul(x));
    }
    VectorMask<Float> own = VectorRest.first(width - q);
    VectorRest.store(s0, c, r, own);
    VectorRest.store(s1, c, r + width, own);
    VectorRest.store(s2, c, r + 2 * width, own);
    VectorRest.store(s3, c, r + 3 * width, own);
  }
}
