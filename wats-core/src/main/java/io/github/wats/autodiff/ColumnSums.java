package io.github.wats.autodiff;

import io.github.wats.linalg.DenseMatrix;

/** {@code y = 1ᵀ X} (1 × m), summed in double; {@code dX = 1 dy}. */
final class ColumnSums extends Variable {
  private final Variable x;

  ColumnSums(Variable x) {
    super(1, x.columns(), x);
    this.x = x;
  }

  @Override
  protected void forward() {
    sum(x.value(), valueArray(), false);
  }

  /** {@code sums_j = Σ_i m_ij}, or added to what is there. */
  static void sum(DenseMatrix m, float[] sums, boolean add) {
    float[] values = m.array();
    for (int j = 0; j < sums.length; j++) {
      sums[j] = (add ? sums[j] : 0) + (float) column(values, j, sums.length);
    }
  }

  private static double column(float[] values, int start, int step) {
    double sum = 0;
    for (int e = start; e < values.length; e += step) {
      sum += values[e];
    }
    return sum;
  }

  @Override
  protected void backward() {
    float[] dy = gradientArray();
    float[] dx = x.gradientToAdd();
    for (int e = 0; e < dx.length; e += dy.length) {
      for (int j = 0; j < dy.length; j++) {
        dx[e + j] += dy[j];
      }
    }
  }
}
