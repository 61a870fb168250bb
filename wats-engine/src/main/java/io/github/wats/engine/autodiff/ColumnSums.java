package io.github.wats.engine.autodiff;

import io.github.wats.matrix.DenseMatrix;
import java.util.Arrays;

/** {@code y = 1ᵀ X} (1 × m), summed in double; {@code dX = 1 dy}. */
final class ColumnSums extends Variable {
  private final Variable x;
  private final double[] scratch;

  ColumnSums(Variable x) {
    super(1, x.columns(), x);
    this.x = x;
    this.scratch = new double[x.columns()];
  }

  @Override
  protected void forward() {
    sum(x.value(), valueArray(), scratch, false);
  }

  /** {@code sums_j = Σ_i m_ij}, or added to what is there; {@code scratch} has room for a row. */
  static void sum(DenseMatrix m, float[] sums, double[] scratch, boolean add) {
    Arrays.fill(scratch, 0);
    addRows(m.array(), scratch);
    for (int j = 0; j < sums.length; j++) {
      sums[j] = (float) ((add ? sums[j] : 0) + scratch[j]);
    }
  }

  private static void addRows(float[] values, double[] sums) {
    for (int start = 0; start < values.length; start += sums.length) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += values[start + j];
      }
    }
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
