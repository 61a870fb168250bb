package io.github.wats.engine.kernel;

import io.github.wats.internal.FastMath;
import java.util.Arrays;

/** The kernels as plain loops: the definition of every result. */
final class ReferenceKernels implements Kernels {
  static final ReferenceKernels INSTANCE = new ReferenceKernels();

  private ReferenceKernels() {}

  @Override
  public String name() {
    return "reference";
  }

  @Override
  public void matmul(MatrixView a, MatrixView b, MatrixView c, boolean add) {
    clear(c, add);
    for (int i = 0; i < c.rows(); i++) {
      for (int k = 0; k < a.columns(); k++) {
        addScaled(a.array()[a.start(i) + k], b, k, c, i);
      }
    }
  }

  @Override
  public void matmulTransposed(MatrixView a, MatrixView b, MatrixView c, boolean add) {
    clear(c, add);
    for (int i = 0; i < a.rows(); i++) {
      for (int k = 0; k < c.rows(); k++) {
        addScaled(a.array()[a.start(i) + k], b, i, c, k);
      }
    }
  }

  @Override
  public void spmm(SparseRows s, MatrixView b, MatrixView c, boolean add) {
    clear(c, add);
    for (int i = 0; i < c.rows(); i++) {
      int end = s.end(i);
      for (int k = s.start(i); k < end; k++) {
        addScaled(s.values()[s.place(k)], b, s.columns()[k], c, i);
      }
    }
  }

  /** Zeros, unless what is there is added to. */
  private static void clear(MatrixView c, boolean add) {
    for (int i = 0; !add && i < c.rows(); i++) {
      Arrays.fill(c.array(), c.start(i), c.start(i) + c.columns(), 0);
    }
  }

  /** {@code C_i = C_i + w B_k}. */
  private static void addScaled(float w, MatrixView b, int k, MatrixView c, int i) {
    addScaled(w, b.array(), b.start(k), c.array(), c.start(i), c.columns());
  }

  private static void addScaled(float w, float[] x, int p, float[] y, int r, int count) {
    for (int j = 0; j < count; j++) {
      y[r + j] += w * x[p + j];
    }
  }

  @Override
  public void sddmm(MatrixView a, MatrixView b, SparseRows d) {
    for (int i = 0; i < d.count(); i++) {
      int end = d.end(i);
      for (int k = d.start(i); k < end; k++) {
        int q = b.start(d.columns()[k]);
        d.values()[d.place(k)] = dot(a.array(), a.start(i), b.array(), q, a.columns());
      }
    }
  }

  /** Eight partial sums over the whole eights, joined pairwise, then the rest one by one. */
  static float dot(float[] a, int p, float[] b, int q, int count) {
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    float s4 = 0;
    float s5 = 0;
    float s6 = 0;
    float s7 = 0;
    int j = 0;
    for (; j + LANES <= count; j += LANES) {
      s0 += a[p + j] * b[q + j];
      s1 += a[p + j + 1] * b[q + j + 1];
      s2 += a[p + j + 2] * b[q + j + 2];
      s3 += a[p + j + 3] * b[q + j + 3];
      s4 += a[p + j + 4] * b[q + j + 4];
      s5 += a[p + j + 5] * b[q + j + 5];
      s6 += a[p + j + 6] * b[q + j + 6];
      s7 += a[p + j + 7] * b[q + j + 7];
    }
    float sum = ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
    for (; j < count; j++) {
      sum += a[p + j] * b[q + j];
    }
    return sum;
  }

  /** Replaces the values of each row of S by their softmax; vectors were not faster. */
  static void edgeSoftmax(SparseRows s) {
    float[] values = s.values();
    int step = s.valueStep();
    for (int i = 0; i < s.count(); i++) {
      int first = s.place(s.start(i));
      int end = s.place(s.end(i));
      float largest = Float.NEGATIVE_INFINITY;
      for (int p = first; p < end; p += step) {
        largest = values[p] > largest ? values[p] : largest; // cheaper than Math.max
      }
      float sum = 0;
      for (int p = first; p < end; p += step) {
        values[p] = FastMath.exp(values[p] - largest);
        sum += values[p];
      }
      float scale = 1 / sum;
      for (int p = first; p < end; p += step) {
        values[p] *= scale;
      }
    }
  }

  @Override
  public void addChosenRows(BinaryFeatures x, MatrixView b, float[] sums, int from, int to) {
    x.addChosenRows(b, sums, from, to);
  }
}
