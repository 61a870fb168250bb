package io.github.wats.internal;

/** The standard normal distribution, to the digits of a float. */
public final class Normal {
  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  private Normal() {}

  /** {@code φ(x) = e^(−x²/2) / √(2π)} to 1e-9. */
  public static double density(double x) {
    return ArrayExp.exp(-0.5 * x * x) / ROOT_TWO_PI;
  }

  /** {@code Φ(x)} to 7.5e-8, given {@code φ(x)} (Abramowitz, Stegun 1964, 26.2.17). */
  public static double cdf(double x, double density) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double sum =
        t
            * (0.319381530
                + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    return x < 0 ? density * sum : 1 - density * sum;
  }
}
