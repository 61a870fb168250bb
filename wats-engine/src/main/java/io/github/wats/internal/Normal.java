package io.github.wats.internal;

/** The standard normal distribution. */
public final class Normal {
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  /** Beyond this the series loses its digits and the continued fraction has them. */
  private static final double FAR = 5;

  /** Makes {@code x / (|x| + TINY)} the sign of x, and 0 of 0. */
  private static final double TINY = 1e-300;

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

  /** {@code φ(x)} of the first {@code count}, to 1e-9 of the largest. */
  public static void densities(double[] x, double[] density, int count) {
    for (int i = 0; i < count; i++) {
      density[i] = ArrayExp.exp(-0.5 * x[i] * x[i]) * (1 / ROOT_TWO_PI);
    }
  }

  /**
   * {@code Φ(x)} of the first {@code count} to 7.5e-8, as many digits as a float has, at a fraction
   * of the cost (Abramowitz, Stegun 1964, 26.2.17).
   *
   * @param density {@code φ(x)}
   */
  public static void roughCdfs(double[] x, double[] density, double[] cdf, int count) {
    for (int i = 0; i < count; i++) {
      double t = 1 / (1 + 0.2316419 * Math.abs(x[i]));
      double sum =
          t
              * (0.319381530
                  + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
      double sign = x[i] / (Math.abs(x[i]) + TINY);
      cdf[i] = 0.5 + sign * (0.5 - density[i] * sum); // 1 − tail above 0, the tail below
    }
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
