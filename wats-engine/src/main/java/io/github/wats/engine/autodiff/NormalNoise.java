package io.github.wats.engine.autodiff;

import io.github.wats.internal.Seeds;
import java.util.Arrays;

/** Independent standard normal draws, new ones in each training run; zeros in evaluation. */
public final class NormalNoise extends Variable {
  // Taylor coefficients of cosine and sine; the next ones add less than 1e-11 on |x| ≤ π/2.
  private static final double C2 = -1.0 / 2;
  private static final double C4 = 1.0 / 24;
  private static final double C6 = -1.0 / 720;
  private static final double C8 = 1.0 / 40320;
  private static final double C10 = -1.0 / 3628800;
  private static final double C12 = 1.0 / 479001600;
  private static final double C14 = -1.0 / 87178291200.0;
  private static final double C16 = 1.0 / 20922789888000.0;
  private static final double S3 = -1.0 / 6;
  private static final double S5 = 1.0 / 120;
  private static final double S7 = -1.0 / 5040;
  private static final double S9 = 1.0 / 362880;
  private static final double S11 = -1.0 / 39916800;
  private static final double S13 = 1.0 / 6227020800.0;
  private static final double S15 = -1.0 / 1307674368000.0;

  private static final double ROOT_2 = Math.sqrt(2);
  private static final double LN_2 = Math.log(2);
  private static final long FRACTION = (1L << 52) - 1;
  private static final long ONE = Double.doubleToRawLongBits(1);

  /** Pairs of draws at a time: the arrays of a step stay in the L1 cache. */
  private static final int PAIRS = 256;

  private final long seed;

  public NormalNoise(Tape tape, int rows, int columns, long seed) {
    super(tape, rows, columns);
    this.seed = seed;
  }

  @Override
  protected void forward() {
    if (!isTraining()) {
      Arrays.fill(valueArray(), 0);
      return;
    }
    long stream = Seeds.derive(seed, tape().step());
    forEntries(10, (from, to) -> draw(stream, valueArray(), from, to));
  }

  @Override
  protected void backward() {}

  /**
   * Draws number {@code from} to {@code to − 1} of a stream, to 1e-6, in steps over arrays: draws 2
   * p and 2 p + 1 are {@code √(−2 ln u) cos 2πa} and {@code … sin 2πa} of its uniform draws u and a
   * of these numbers (Box, Muller 1958).
   */
  static void draw(long stream, float[] draws, int from, int to) {
    double[] fraction = new double[PAIRS];
    double[] exponent = new double[PAIRS];
    double[] angle = new double[PAIRS];
    int end = (to + 1) >> 1;
    for (int first = from >> 1; first < end; first += PAIRS) {
      int count = Math.min(PAIRS, end - first);
      take(stream, first, count, fraction, exponent, angle);
      logarithms(fraction, exponent, count);
      radii(exponent, count);
      double[] cosine = fraction;
      cosines(angle, cosine, count);
      sines(angle, cosine, count);
      for (int e = Math.max(from, 2 * first); e < Math.min(to, 2 * (first + count)); e++) {
        int p = (e >> 1) - first;
        double half = cosine[p]; // cos 2πa = 1 − 2 cos² π(a − 1/2)
        draws[e] = (float) (exponent[p] * ((e & 1) == 0 ? 1 - 2 * half * half : angle[p]));
      }
    }
  }

  /** The uniform draws of some pairs: {@code u = fraction · 2^exponent}, and the angles. */
  private static void take(
      long stream, int first, int count, double[] fraction, double[] exponent, double[] angle) {
    for (int p = 0; p < count; p++) {
      long index = 2L * (first + p);
      long radius = Double.doubleToRawLongBits(1 - Seeds.unit(Seeds.bits(stream, index)));
      fraction[p] = Double.longBitsToDouble((radius & FRACTION) | ONE); // in [1, 2)
      exponent[p] = (radius >>> 52) - 1023;
      angle[p] = Seeds.unit(Seeds.bits(stream, index + 1));
    }
  }

  /**
   * {@code exponent = ln(fraction · 2^exponent)}, from {@code ln m = 2 artanh((m − 1)/(m + 1))}.
   */
  private static void logarithms(double[] fraction, double[] exponent, int count) {
    for (int k = 0; k < count; k++) {
      double r = (fraction[k] - ROOT_2) / (fraction[k] + ROOT_2); // at most 0.172
      double q = r * r;
      double high = 1.0 / 7 + q * (1.0 / 9 + q * (1.0 / 11 + q * (1.0 / 13)));
      double series = 1 + q * (1.0 / 3 + q * (1.0 / 5 + q * high));
      exponent[k] = (exponent[k] + 0.5) * LN_2 + 2 * r * series;
    }
  }

  /** {@code √(−2 l)} of logarithms; a rounded one of 1 may be above 0. */
  private static void radii(double[] logarithm, int count) {
    for (int k = 0; k < count; k++) {
      double square = -2 * logarithm[k];
      logarithm[k] = Math.sqrt(0.5 * (square + Math.abs(square)));
    }
  }

  /** {@code cos π(a − 1/2)}. */
  private static void cosines(double[] angle, double[] cosine, int count) {
    for (int k = 0; k < count; k++) {
      double half = Math.PI * (angle[k] - 0.5);
      double q = half * half;
      double high = C12 + q * (C14 + q * C16);
      cosine[k] = 1 + q * (C2 + q * (C4 + q * (C6 + q * (C8 + q * (C10 + q * high)))));
    }
  }

  /** {@code a = sin 2πa = −2 sin π(a − 1/2) cos π(a − 1/2)}. */
  private static void sines(double[] angle, double[] cosine, int count) {
    for (int k = 0; k < count; k++) {
      double half = Math.PI * (angle[k] - 0.5);
      double q = half * half;
      double high = S11 + q * (S13 + q * S15);
      double sine = half * (1 + q * (S3 + q * (S5 + q * (S7 + q * (S9 + q * high)))));
      angle[k] = -2 * sine * cosine[k];
    }
  }
}
