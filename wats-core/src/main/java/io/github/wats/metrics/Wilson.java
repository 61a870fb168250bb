package io.github.wats.metrics;

import io.github.wats.metrics.Resampling.Interval;

/**
 * The 95 % score interval of a share (Wilson, JASA 1927): with {@code z = 1.96} it is {@code (p +
 * z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)}. It stays within 0 … 1 and has a width also at
 * shares of 0 and 1.
 */
final class Wilson {
  private static final double LEVEL = 0.95;

  /** The 97.5 % quantile of the standard normal distribution. */
  private static final double Z = 1.959963984540054;

  private Wilson() {}

  static Interval interval(double share, int count) {
    double z2 = Z * Z / count;
    double center = share + z2 / 2;
    double half = Math.sqrt(z2 * share * (1 - share) + z2 * z2 / 4);
    return new Interval(
        Math.max(0, (center - half) / (1 + z2)), Math.min(1, (center + half) / (1 + z2)), LEVEL);
  }
}
