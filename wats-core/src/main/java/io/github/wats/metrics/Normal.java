package io.github.wats.metrics;

/** The standard normal distribution. */
final class Normal {
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  /** Beyond this many standard deviations the density is below the rounding error of 1. */
  private static final double END = 8.3;

  private Normal() {}

  static double density(double x) {
    return Math.exp(-x * x / 2) / ROOT_TWO_PI;
  }

  /**
   * {@code Φ(x) = 1/2 + φ(x) (x + x³/3 + x⁵/(3·5) + …)}, exact to about 1e−15 (Marsaglia, Journal
   * of Statistical Software 2004).
   */
  static double cdf(double x) {
    if (Math.abs(x) > END) {
      return x > 0 ? 1 : 0;
    }
    double sum = 0;
    double term = x;
    for (int i = 3; sum + term != sum; i += 2) {
      sum += term;
      term *= x * x / i;
    }
    return 0.5 + sum * density(x);
  }

  /** {@code E|μ + σ Z| = 2σ φ(μ/σ) + μ (2 Φ(μ/σ) − 1)}: the mean of the folded distribution. */
  static double meanSize(double mean, double deviation) {
    double z = mean / deviation;
    return deviation > 0 ? 2 * deviation * density(z) + mean * (2 * cdf(z) - 1) : Math.abs(mean);
  }
}
