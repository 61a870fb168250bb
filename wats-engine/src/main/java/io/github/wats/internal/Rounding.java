package io.github.wats.internal;

/** Values that differ by rounding errors alone are equal: no statistic counts their difference. */
public final class Rounding {
  /** Relative to the larger value, or to 1: the logarithm of a probability near 1 is near 0. */
  private static final double TOLERANCE = 1e-9;

  private Rounding() {}

  public static boolean isEqual(double a, double b) {
    double size = Math.max(1, Math.max(Math.abs(a), Math.abs(b)));
    return a == b || Math.abs(a - b) < TOLERANCE * size;
  }

  /** {@code a − b}, 0 for equal values. */
  public static double difference(double a, double b) {
    return isEqual(a, b) ? 0 : a - b;
  }
}
