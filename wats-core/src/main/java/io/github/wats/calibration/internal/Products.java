package io.github.wats.calibration.internal;

/**
 * Sums of multiples of arrays. Each loop writes one array and reads all of them at its own index:
 * then the compiler sees, wherever it is called from, that it may use vector instructions.
 */
final class Products {
  private Products() {}

  /** {@code target += factor · values}. */
  static void add(double factor, double[] values, double[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] += factor * values[i];
    }
  }

  /** {@code target += a ∘ b}. */
  static void addProduct(double[] a, double[] b, double[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] += a[i] * b[i];
    }
  }

  /** {@code target += Σ_k f_k rows_k}, f the factors from {@code from} on. */
  static void addAll(double[] factors, int from, double[][] rows, double[] target) {
    int k = 0;
    for (; k + 4 <= rows.length; k += 4) {
      double a = factors[from + k];
      double b = factors[from + k + 1];
      double c = factors[from + k + 2];
      double d = factors[from + k + 3];
      addFour(a, rows[k], b, rows[k + 1], c, rows[k + 2], d, rows[k + 3], target);
    }
    for (; k < rows.length; k++) {
      add(factors[from + k], rows[k], target);
    }
  }

  private static void addFour(
      double a,
      double[] u,
      double b,
      double[] v,
      double c,
      double[] w,
      double d,
      double[] x,
      double[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] += a * u[i] + b * v[i] + (c * w[i] + d * x[i]);
    }
  }

  /** {@code Σ_i a_i b_i}, in four sums. */
  static double dot(double[] a, double[] b) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int i = 0;
    for (; i + 4 <= a.length; i += 4) {
      first += a[i] * b[i];
      second += a[i + 1] * b[i + 1];
      third += a[i + 2] * b[i + 2];
      fourth += a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      first += a[i] * b[i];
    }
    return first + second + (third + fourth);
  }
}
