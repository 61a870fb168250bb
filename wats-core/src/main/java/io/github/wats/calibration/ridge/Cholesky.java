package io.github.wats.calibration.ridge;

import java.util.Optional;

/**
 * {@code H = Uᵀ U} of a positive definite matrix, U upper triangular.
 *
 * @param upper U (p × p), the upper triangle alone
 */
record Cholesky(int size, double[] upper) implements Curvature {
  /**
   * Factors the upper triangle of {@code matrix} (p × p), which is given away; empty if a pivot is
   * not above 0 or not finite.
   */
  static Optional<Cholesky> of(int size, double[] matrix) {
    for (int k = 0; k < size; k++) {
      double pivot = matrix[k * size + k];
      if (!(pivot > 0 && pivot < Double.POSITIVE_INFINITY)) {
        return Optional.empty();
      }
      double root = Math.sqrt(pivot);
      for (int j = k; j < size; j++) {
        matrix[k * size + j] /= root;
      }
      for (int i = k + 1; i < size; i++) {
        double factor = matrix[k * size + i];
        for (int j = i; j < size; j++) {
          matrix[i * size + j] -= factor * matrix[k * size + j];
        }
      }
    }
    return Optional.of(new Cholesky(size, matrix));
  }

  @Override
  public double[] solve(double[] b) {
    double[] x = b.clone();
    forward(x, 0);
    for (int k = size - 1; k >= 0; k--) {
      double sum = x[k];
      for (int j = k + 1; j < size; j++) {
        sum -= upper[k * size + j] * x[j];
      }
      x[k] = sum / upper[k * size + k];
    }
    return x;
  }

  /** {@code R_jj = ‖U⁻ᵀ e_j‖²}. */
  @Override
  public double[] inverseDiagonal() {
    double[] diagonal = new double[size];
    for (int j = 0; j < size; j++) {
      double[] unit = new double[size];
      unit[j] = 1;
      forward(unit, j);
      double sum = 0;
      for (int k = j; k < size; k++) {
        sum += unit[k] * unit[k];
      }
      diagonal[j] = sum;
    }
    return diagonal;
  }

  /** {@code x ← U⁻ᵀ x}, where the entries before {@code first} are 0. */
  private void forward(double[] x, int first) {
    for (int k = first; k < size; k++) {
      double value = x[k] / upper[k * size + k];
      x[k] = value;
      for (int j = k + 1; j < size; j++) {
        x[j] -= value * upper[k * size + j];
      }
    }
  }
}
