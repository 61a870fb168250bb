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

  /**
   * {@code Φ(x)} to 7.5e-8, as many digits as a float has, at a tenth of the cost (Abramowitz,
   * Stegun 1964, 26.2.17).
   *
   * @param density {@code φ(x)}
   */
  public static float roughCdf(double x, double density) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double sum =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double tail = density * sum;
    return (float) (x > 0 ? 1 - tail : tail);
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
