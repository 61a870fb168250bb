package io.github.wats.engine.kernel;

import static io.github.wats.engine.kernel.VectorKernels.all;
import static io.github.wats.engine.kernel.VectorKernels.load;
import static io.github.wats.engine.kernel.VectorKernels.start;
import static io.github.wats.engine.kernel.VectorKernels.store;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;

/**
 * {@code A B} and {@code Aᵀ B} in vector registers: blocks of 4 rows × 16 or 8 columns of the
 * result stay in registers while the inner index runs through a panel of B that fits the L1 cache.
 * The factor of row i of the result and inner index k is {@code a[offset + i · rowStep + k ·
 * innerStep]}, so one loop serves both products.
 */
final class VectorMatmul {
  /** Inner indices per panel: 128 rows of 64 floats are 32 kB. */
  private static final int PANEL = 128;

  private VectorMatmul() {}

  static void multiply(
      MatrixView a,
      int rowStep,
      int innerStep,
      int inner,
      MatrixView b,
      MatrixView c,
      boolean add) {
    int vectorRows = c.columns() < Kernels.LANES ? 0 : c.rows() / 4 * 4;
    boolean adding = add;
    for (int k = 0; k < inner || !adding; k += PANEL) {
      int count = Math.min(PANEL, inner - k);
      int o = b.offset() + k * b.stride();
      for (int i = 0; i < vectorRows; i += 4) {
        int p = a.offset() + i * rowStep + k * innerStep;
        fourRows(a.array(), p, rowStep, innerStep, count, b, o, c, i, adding);
      }
      for (int i = vectorRows; i < c.rows(); i++) {
        int p = a.offset() + i * rowStep + k * innerStep;
        oneRow(a.array(), p, innerStep, count, b, o, c, i, adding);
      }
      adding = true;
    }
  }

  private static void fourRows(
      float[] a,
      int p,
      int rowStep,
      int innerStep,
      int count,
      MatrixView b,
      int o,
      MatrixView c,
      int i,
      boolean add) {
    int width = c.columns();
    int r = c.start(i);
    int q = 0;
    for (; q + 16 <= width; q += 16) {
      block16(
          a,
          p,
          rowStep,
          innerStep,
          count,
          b.array(),
          o + q,
          b.stride(),
          c.array(),
          r + q,
          c.stride(),
          add);
    }
    for (; q < width; q += 8) {
      int first = Math.min(q, width - 8);
      block8(
          a,
          p,
          rowStep,
          innerStep,
          count,
          b.array(),
          o + first,
          b.stride(),
          c.array(),
          r + first,
          c.stride(),
          VectorKernels.last(width - q),
          add);
    }
  }

  private static void block16(
      float[] a,
      int p,
      int rowStep,
      int innerStep,
      int count,
      float[] b,
      int o,
      int bStride,
      float[] c,
      int r,
      int cStride,
      boolean add) {
    int r1 = r + cStride;
    int r2 = r1 + cStride;
    int r3 = r2 + cStride;
    FloatVector s00 = start(c, r, add);
    FloatVector s01 = start(c, r + 8, add);
    FloatVector s10 = start(c, r1, add);
    FloatVector s11 = start(c, r1 + 8, add);
    FloatVector s20 = start(c, r2, add);
    FloatVector s21 = start(c, r2 + 8, add);
    FloatVector s30 = start(c, r3, add);
    FloatVector s31 = start(c, r3 + 8, add);
    int at = p;
    int from = o;
    for (int k = 0; k < count; k++) {
      FloatVector x0 = load(b, from);
      FloatVector x1 = load(b, from + 8);
      FloatVector w0 = all(a[at]);
      s00 = s00.add(w0.mul(x0));
      s01 = s01.add(w0.mul(x1));
      FloatVector w1 = all(a[at + rowStep]);
      s10 = s10.add(w1.mul(x0));
      s11 = s11.add(w1.mul(x1));
      FloatVector w2 = all(a[at + 2 * rowStep]);
      s20 = s20.add(w2.mul(x0));
      s21 = s21.add(w2.mul(x1));
      FloatVector w3 = all(a[at + 3 * rowStep]);
      s30 = s30.add(w3.mul(x0));
      s31 = s31.add(w3.mul(x1));
      at += innerStep;
      from += bStride;
    }
    s00.intoArray(c, r);
    s01.intoArray(c, r + 8);
    s10.intoArray(c, r1);
    s11.intoArray(c, r1 + 8);
    s20.intoArray(c, r2);
    s21.intoArray(c, r2 + 8);
    s30.intoArray(c, r3);
    s31.intoArray(c, r3 + 8);
  }

  private static void block8(
      float[] a,
      int p,
      int rowStep,
      int innerStep,
      int count,
      float[] b,
      int o,
      int bStride,
      float[] c,
      int r,
      int cStride,
      VectorMask<Float> own,
      boolean add) {
    FloatVector s0 = start(c, r, add);
    FloatVector s1 = start(c, r + cStride, add);
    FloatVector s2 = start(c, r + 2 * cStride, add);
    FloatVector s3 = start(c, r + 3 * cStride, add);
    int at = p;
    int from = o;
    for (int k = 0; k < count; k++) {
      FloatVector x = load(b, from);
      s0 = s0.add(all(a[at]).mul(x));
      s1 = s1.add(all(a[at + rowStep]).mul(x));
      s2 = s2.add(all(a[at + 2 * rowStep]).mul(x));
      s3 = s3.add(all(a[at + 3 * rowStep]).mul(x));
      at += innerStep;
      from += bStride;
    }
    store(s0, c, r, own);
    store(s1, c, r + cStride, own);
    store(s2, c, r + 2 * cStride, own);
    store(s3, c, r + 3 * cStride, own);
  }

  /** One row, entry by entry: the last rows, and results of fewer than eight columns. */
  private static void oneRow(
      float[] a,
      int p,
      int innerStep,
      int count,
      MatrixView b,
      int o,
      MatrixView c,
      int i,
      boolean add) {
    for (int j = 0; j < c.columns(); j++) {
      int r = c.start(i) + j;
      float s = add ? c.array()[r] : 0;
      for (int k = 0; k < count; k++) {
        s += a[p + k * innerStep] * b.array()[o + j + k * b.stride()];
      }
      c.array()[r] = s;
    }
  }
}
