package io.github.wats.engine.kernel;

import static io.github.wats.engine.kernel.VectorKernels.all;
import static io.github.wats.engine.kernel.VectorKernels.load;
import static io.github.wats.engine.kernel.VectorKernels.start;
import static io.github.wats.engine.kernel.VectorKernels.store;

import jdk.incubator.vector.FloatVector;

/**
 * {@code C = A B} or {@code C = Aᵀ B} in vector registers: blocks of 4 rows × 16 or 8 columns of C
 * stay in registers while the inner index runs through a panel of B that fits the L1 cache. The
 * factor of row i of C and inner index k is {@code a[offset + i · rowStep + k · innerStep]}, so one
 * loop serves both products.
 */
record VectorMatmul(
    MatrixView a, int rowStep, int innerStep, MatrixView b, MatrixView c, float[] spare) {
  /** Inner indices per panel: 128 rows of 64 floats are 32 kB. */
  private static final int PANEL = 128;

  void multiply(boolean add) {
    int vectorRows = c.rows() / 4 * 4;
    boolean adding = add;
    for (int k = 0; k < b.rows() || !adding; k += PANEL) {
      int count = Math.min(PANEL, b.rows() - k);
      for (int i = 0; i < vectorRows; i += 4) {
        fourRows(i, k, count, adding);
      }
      for (int i = vectorRows; i < c.rows(); i++) {
        oneRow(i, k, count, adding);
      }
      adding = true;
    }
  }

  private int factor(int i, int k) {
    return a.offset() + i * rowStep + k * innerStep;
  }

  private void fourRows(int i, int k, int count, boolean add) {
    int width = c.columns();
    int q = 0;
    for (; q + 16 <= width; q += 16) {
      block16(i, k, count, q, add);
    }
    for (; q < width; q += 8) {
      block8(i, k, count, q, Math.min(8, width - q), add);
    }
  }

  /** Rows i to i + 3 and columns q to q + 15 of C, for {@code count} inner indices from k on. */
  private void block16(int i, int k, int count, int q, boolean add) {
    float[] w = a.array();
    float[] x = b.array();
    float[] y = c.array();
    int rowStep = this.rowStep;
    int innerStep = this.innerStep;
    int stride = b.stride();
    int r0 = c.start(i) + q;
    int r1 = r0 + c.stride();
    int r2 = r1 + c.stride();
    int r3 = r2 + c.stride();
    FloatVector s00 = start(y, r0, add);
    FloatVector s01 = start(y, r0 + 8, add);
    FloatVector s10 = start(y, r1, add);
    FloatVector s11 = start(y, r1 + 8, add);
    FloatVector s20 = start(y, r2, add);
    FloatVector s21 = start(y, r2 + 8, add);
    FloatVector s30 = start(y, r3, add);
    FloatVector s31 = start(y, r3 + 8, add);
    int at = factor(i, k);
    int from = b.start(k) + q;
    for (int n = 0; n < count; n++) {
      FloatVector x0 = load(x, from);
      FloatVector x1 = load(x, from + 8);
      FloatVector w0 = all(w[at]);
      s00 = s00.add(w0.mul(x0));
      s01 = s01.add(w0.mul(x1));
      FloatVector w1 = all(w[at + rowStep]);
      s10 = s10.add(w1.mul(x0));
      s11 = s11.add(w1.mul(x1));
      FloatVector w2 = all(w[at + 2 * rowStep]);
      s20 = s20.add(w2.mul(x0));
      s21 = s21.add(w2.mul(x1));
      FloatVector w3 = all(w[at + 3 * rowStep]);
      s30 = s30.add(w3.mul(x0));
      s31 = s31.add(w3.mul(x1));
      at += innerStep;
      from += stride;
    }
    s00.intoArray(y, r0);
    s01.intoArray(y, r0 + 8);
    s10.intoArray(y, r1);
    s11.intoArray(y, r1 + 8);
    s20.intoArray(y, r2);
    s21.intoArray(y, r2 + 8);
    s30.intoArray(y, r3);
    s31.intoArray(y, r3 + 8);
  }

  /** As {@link #block16} for {@code width} columns, eight at most. */
  private void block8(int i, int k, int count, int q, int width, boolean add) {
    float[] w = a.array();
    float[] x = b.array();
    float[] y = c.array();
    int rowStep = this.rowStep;
    int innerStep = this.innerStep;
    int stride = b.stride();
    int r = c.start(i) + q;
    int rows = c.stride();
    FloatVector s0 = start(y, r, width, spare, add);
    FloatVector s1 = start(y, r + rows, width, spare, add);
    FloatVector s2 = start(y, r + 2 * rows, width, spare, add);
    FloatVector s3 = start(y, r + 3 * rows, width, spare, add);
    int at = factor(i, k);
    int from = b.start(k) + q;
    for (int n = 0; n < count; n++) {
      FloatVector x0 = load(x, from, width, spare);
      s0 = s0.add(all(w[at]).mul(x0));
      s1 = s1.add(all(w[at + rowStep]).mul(x0));
      s2 = s2.add(all(w[at + 2 * rowStep]).mul(x0));
      s3 = s3.add(all(w[at + 3 * rowStep]).mul(x0));
      at += innerStep;
      from += stride;
    }
    store(s0, y, r, width, spare);
    store(s1, y, r + rows, width, spare);
    store(s2, y, r + 2 * rows, width, spare);
    store(s3, y, r + 3 * rows, width, spare);
  }

  /** One of the last rows, entry by entry. */
  private void oneRow(int i, int k, int count, boolean add) {
    int p = factor(i, k);
    for (int j = 0; j < c.columns(); j++) {
      int r = c.start(i) + j;
      int o = b.start(k) + j;
      float s = add ? c.array()[r] : 0;
      for (int n = 0; n < count; n++) {
        s += a.array()[p + n * innerStep] * b.array()[o + n * b.stride()];
      }
      c.array()[r] = s;
    }
  }
}
