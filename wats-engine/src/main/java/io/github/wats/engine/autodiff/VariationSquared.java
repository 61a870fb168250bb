package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;

/**
 * {@code v / (μ² + 1e-10)} of a row of m entries, v their variance with divisor m − 1: the squared
 * coefficient of variation, which balances the load of experts (Shazeer et al., ICLR 2017).
 */
final class VariationSquared extends Variable {
  /** Keeps the quotient finite for a row of zeros; the value is the published code's. */
  private static final double GUARD = 1e-10;

  private final Variable x; // (1 × m)
  private double mean;
  private double variance;

  VariationSquared(Variable x) {
    super(1, 1, x);
    Check.argument(
        x.rows() == 1 && x.columns() >= 2,
        "a coefficient of variation needs one row of at least 2 entries, got %s",
        x.value());
    this.x = x;
  }

  @Override
  protected void forward() {
    mean = 0;
    for (float value : x.valueArray()) {
      mean += value;
    }
    mean /= x.columns();
    variance = 0;
    for (float value : x.valueArray()) {
      variance += (value - mean) * (value - mean);
    }
    variance /= x.columns() - 1;
    valueArray()[0] = (float) scalar();
  }

  @Override
  public double scalar() {
    return variance / (mean * mean + GUARD);
  }

  @Override
  protected void backward() {
    int m = x.columns();
    double bottom = mean * mean + GUARD;
    double dy = gradientArray()[0];
    float[] dx = x.gradientToAdd();
    for (int j = 0; j < m; j++) {
      double ofVariance = 2 * (x.valueArray()[j] - mean) / (m - 1);
      double ofMean = 2 * mean / m;
      dx[j] += (float) (dy * (ofVariance / bottom - variance * ofMean / (bottom * bottom)));
    }
  }
}
