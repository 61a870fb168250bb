package io.github.wats.autodiff;

import io.github.wats.internal.Seeds;
import io.github.wats.linalg.DenseMatrix;
import java.util.function.LongToDoubleFunction;

/** Starting values of parameters. Entry e depends on the seed and e alone. */
public final class Initializers {
  // Taylor coefficients of the cosine; the next one adds less than 1e-12 on |x| ≤ π/2.
  private static final double C2 = -1.0 / 2;
  private static final double C4 = 1.0 / 24;
  private static final double C6 = -1.0 / 720;
  private static final double C8 = 1.0 / 40320;
  private static final double C10 = -1.0 / 3628800;
  private static final double C12 = 1.0 / 479001600;
  private static final double C14 = -1.0 / 87178291200.0;
  private static final double C16 = 1.0 / 20922789888000.0;

  private static final double ROOT_2 = Math.sqrt(2);
  private static final double LN_2 = Math.log(2);
  private static final long FRACTION = (1L << 52) - 1;
  private static final long ONE = Double.doubleToRawLongBits(1);

  private Initializers() {}

  /** Uniform in ±√(6 / (rows + columns)) (Glorot, Bengio, AISTATS 2010). */
  public static DenseMatrix glorotUniform(int rows, int columns, long seed) {
    return uniform(rows, columns, Math.sqrt(6.0 / (rows + columns)), seed);
  }

  /** Normal with standard deviation {@code gain · √(2 / (fanIn + fanOut))}. */
  public static DenseMatrix glorotNormal(
      int rows, int columns, int fanIn, int fanOut, double gain, long seed) {
    double deviation = gain * Math.sqrt(2.0 / (fanIn + fanOut));
    return fill(rows, columns, e -> deviation * normal(seed, e));
  }

  /** Uniform in ±{@code bound}. */
  public static DenseMatrix uniform(int rows, int columns, double bound, long seed) {
    return fill(rows, columns, e -> bound * (2 * Seeds.unit(Seeds.bits(seed, e)) - 1));
  }

  /** Standard normal. */
  public static DenseMatrix normal(int rows, int columns, long seed) {
    return fill(rows, columns, e -> normal(seed, e));
  }

  /** Draw number {@code index} of a standard normal stream (Box, Muller 1958). */
  static double normal(long seed, long index) {
    double radius = 1 - Seeds.unit(Seeds.bits(seed, 2 * index)); // in (0, 1]
    double angle = Seeds.unit(Seeds.bits(seed, 2 * index + 1));
    return Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
  }

  /** Draws {@code from} to {@code to − 1} of {@link #normal}, to 1e-6, in steps over arrays. */
  static void normal(long seed, float[] draws, int from, int to) {
    double[] fraction = new double[to - from];
    double[] exponent = new double[to - from];
    double[] angle = new double[to - from];
    for (int k = 0; k < angle.length; k++) {
      long index = (long) from + k;
      long radius = Double.doubleToRawLongBits(1 - Seeds.unit(Seeds.bits(seed, 2 * index)));
      fraction[k] = Double.longBitsToDouble((radius & FRACTION) | ONE); // in [1, 2)
      exponent[k] = (radius >>> 52) - 1023;
      angle[k] = Seeds.unit(Seeds.bits(seed, 2 * index + 1));
    }
    logarithms(fraction, exponent);
    boxMuller(exponent, angle);
    for (int k = 0; k < angle.length; k++) {
      draws[from + k] = (float) angle[k];
    }
  }

  /**
   * {@code exponent = ln(fraction · 2^exponent)}, from {@code ln m = 2 artanh((m − 1)/(m + 1))}.
   */
  private static void logarithms(double[] fraction, double[] exponent) {
    for (int k = 0; k < fraction.length; k++) {
      double r = (fraction[k] - ROOT_2) / (fraction[k] + ROOT_2); // at most 0.172
      double q = r * r;
      double high = 1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11 + q * (1.0 / 13)));
      double series = 1 + q * (1.0 / 3 + q * (1.0 / 5 + q * high));
      exponent[k] = (exponent[k] + 0.5) * LN_2 + 2 * r * series;
    }
  }

  /** {@code angle = √(−2 l) cos 2πa}; a rounded logarithm of 1 may be above 0. */
  private static void boxMuller(double[] logarithm, double[] angle) {
    for (int k = 0; k < angle.length; k++) {
      double half = Math.PI * (angle[k] - 0.5); // cos 2πa = 1 − 2 cos² π(a − 1/2)
      double q = half * half;
      double high = C12 + q * (C14 + q * C16);
      double cosine = 1 + q * (C2 + q * (C4 + q * (C6 + q * (C8 + q * (C10 + q * high)))));
      double square = -2 * logarithm[k];
      angle[k] = Math.sqrt(0.5 * (square + Math.abs(square))) * (1 - 2 * cosine * cosine);
    }
  }

  private static DenseMatrix fill(int rows, int columns, LongToDoubleFunction entry) {
    DenseMatrix matrix = DenseMatrix.zeros(rows, columns);
    float[] array = matrix.array();
    for (int e = 0; e < array.length; e++) {
      array[e] = (float) entry.applyAsDouble(e);
    }
    return matrix;
  }
}
