package io.github.wats.internal;

/** The standard normal distribution. */
public final class Normal {
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  /** Beyond this the series loses its digits and the continued fraction has them. */
  private static final double FAR = 5;

  private Normal() {}

  /** {@code φ(x) = e^(−x²/2) / √(2π)}. */
  public static double density(double x) {
    return Math.exp(-x * x / 2) / ROOT_TWO_PI;
  }

  /**
   * {@code Φ(x)}: near 0 by the series {@code 1/2 + φ(x) Σ x^(2k+1)/(1·3·…·(2k+1))}, far out by the
   * continued fraction of the tail (Marsaglia, Journal of Statistical Software 2004).
   */
  public static double cdf(double x) {
    if (Math.abs(x) > FAR) {
      double tail = density(x) / tailFraction(Math.abs(x));
      return x > 0 ? 1 - tail : tail;
    }
    double term = x;
    double sum = x;
    for (int k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
      term *= x * x / k;
      sum += term;
    }
    return 0.5 + density(x) * sum;
  }

  /** {@code x + 1/(x + 2/(x + 3/(x + …)))}. */
  private static double tailFraction(double x) {
    double fraction = x;
    for (int k = 40; k >= 1; k--) {
      fraction = x + k / fraction;
    }
    return fraction;
  }
}
