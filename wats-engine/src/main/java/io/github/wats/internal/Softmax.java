package io.github.wats.internal;

/** The softmax of a row, shifted by its largest entry so that nothing overflows. */
public final class Softmax {
  private Softmax() {}

  /** Replaces {@code width} entries from {@code start} on by their softmax. */
  public static void rowInPlace(double[] values, int start, int width) {
    double top = largest(values, start, width);
    divide(values, start, width, exponentials(values, start, width, top));
  }

  /** The same; returns {@code ln Σ_c exp(row_c)}. */
  public static double rowInPlaceWithLogSum(double[] values, int start, int width) {
    double top = largest(values, start, width);
    double sum = exponentials(values, start, width, top);
    divide(values, start, width, sum);
    return top + Math.log(sum);
  }

  private static double largest(double[] values, int start, int width) {
    double top = values[start];
    for (int c = start + 1; c < start + width; c++) {
      top = Math.max(top, values[c]);
    }
    return top;
  }

  private static double exponentials(double[] values, int start, int width, double shift) {
    double sum = 0;
    for (int c = start; c < start + width; c++) {
      values[c] = Math.exp(values[c] - shift);
      sum += values[c];
    }
    return sum;
  }

  private static void divide(double[] values, int start, int width, double divisor) {
    for (int c = start; c < start + width; c++) {
      values[c] /= divisor;
    }
  }
}
