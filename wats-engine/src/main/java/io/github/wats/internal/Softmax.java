package io.github.wats.internal;

/** Softmax and log-sum-exp, shifted by the largest entry so that nothing overflows. */
public final class Softmax {
  private Softmax() {}

  /** {@code ln Σ_c exp(row_c)} over {@code width} entries from {@code start} on. */
  public static double logSumExp(double[] values, int start, int width) {
    double top = values[start];
    for (int c = 1; c < width; c++) {
      top = Math.max(top, values[start + c]);
    }
    double sum = 0;
    for (int c = 0; c < width; c++) {
      sum += Math.exp(values[start + c] - top);
    }
    return top + Math.log(sum);
  }

  /** Replaces {@code width} entries from {@code start} on by their softmax. */
  public static void rowInPlace(double[] values, int start, int width) {
    double top = values[start];
    for (int c = 1; c < width; c++) {
      top = Math.max(top, values[start + c]);
    }
    double sum = 0;
    for (int c = 0; c < width; c++) {
      double e = Math.exp(values[start + c] - top);
      values[start + c] = e;
      sum += e;
    }
    for (int c = 0; c < width; c++) {
      values[start + c] /= sum;
    }
  }
}
