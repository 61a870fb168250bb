package io.github.wats.internal;

/** Exponentials, logarithms and normal probabilities to the digits that floats need. */
public final class FastMath {
  /** Below this {@link #exp} would leave the normal floats; it is taken as 0. */
  private static final float LOWEST = -87.0f;

  private static final float HIGHEST = 88.0f;
  private static final float LOG2_E = 1.442695f;

  // ln 2 in two parts, the first exact in few bits, so that x − n ln 2 keeps its digits
  private static final float LN2_HIGH = 355f / 512f;
  private static final float LN2_LOW = -2.1219444e-4f;

  /** Adding and taking away 1.5 · 2^23 rounds a float to the nearest integer. */
  private static final float ROUNDER = 12582912f;

  /** From the bits of {@code n + ROUNDER} to {@code n + 127}, the exponent field of 2^n. */
  private static final int EXPONENT_OFFSET = 127 - Float.floatToRawIntBits(ROUNDER);

  private static final double ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

  private FastMath() {}

  /**
   * {@code e^x} in float arithmetic: {@code x = n ln 2 + r} with {@code |r| ≤ ln 2 / 2}, a
   * polynomial for {@code e^r}, then n is added to the exponent. The relative error is below 2e-7,
   * at a fifth of the cost of {@link Math#exp}. 0 below −87 and e^88 above 88, so the result is
   * always finite.
   */
  public static float exp(float x) {
    if (!(x >= LOWEST)) {
      return x < LOWEST ? 0 : Float.NaN;
    }
    float limited = x > HIGHEST ? HIGHEST : x;
    float shifted = limited * LOG2_E + ROUNDER;
    float n = shifted - ROUNDER;
    float r = (limited - n * LN2_HIGH) - n * LN2_LOW;
    // (e^r − 1 − r) / r²: least squares for the relative error of e^r on |r| ≤ ln 2 / 2,
    // reweighted until its peaks were level (5e-11 before rounding to float)
    float high = (1.9790354e-4f * r + 1.3944649e-3f) * r + 8.333497e-3f;
    float p = ((high * r + 4.1666295e-2f) * r + 0.16666666f) * r + 0.5f;
    float value = p * (r * r) + r + 1;
    int exponent = Float.floatToRawIntBits(shifted) + EXPONENT_OFFSET; // n + 127
    return value * Float.intBitsToFloat(exponent << 23);
  }

  /**
   * {@code e^x} for {@code x ≤ 0}: {@code (e^(x/256))^256}, a Taylor polynomial and eight
   * squarings. Nothing but multiplications and additions of doubles: a loop over arrays that calls
   * this and little else is compiled to vector instructions, at a quarter of the cost of {@link
   * Math#exp}. The error is below 1e-9 relative above −16 and 1e-13 absolute everywhere; below −350
   * the result is e^−350.
   */
  public static double expOfNegative(double x) {
    double y = Math.max(x, -350) / 256;
    double high = 1.0 / 24 + y * (1.0 / 120 + y * (1.0 / 720));
    double p = 1 + y * (1 + y * (1.0 / 2 + y * (1.0 / 6 + y * high)));
    double p2 = p * p;
    double p4 = p2 * p2;
    double p8 = p4 * p4;
    double p16 = p8 * p8;
    double p32 = p16 * p16;
    double p64 = p32 * p32;
    double p128 = p64 * p64;
    return p128 * p128;
  }

  /** {@code ln(1 + u) = 2 artanh(u / (2 + u))} for u in [0, 1], to 1e-9 of itself. */
  public static double logOfOnePlus(double u) {
    double r = u / (2 + u); // at most 1/3
    double q = r * r;
    double high = 1.0 / 9 + q * (1.0 / 11 + q * (1.0 / 13 + q * (1.0 / 15 + q * (1.0 / 17))));
    return 2 * r * (1 + q * (1.0 / 3 + q * (1.0 / 5 + q * (1.0 / 7 + q * high))));
  }

  /** {@code φ(x) = e^(−x²/2) / √(2π)} to 1e-9. */
  public static double normalDensity(double x) {
    return expOfNegative(-0.5 * x * x) / ROOT_TWO_PI;
  }

  /** {@code Φ(x)} to 7.5e-8, given {@code φ(x)} (Abramowitz, Stegun 1964, 26.2.17). */
  public static double normalCdf(double x, double density) {
    double t = 1 / (1 + 0.2316419 * Math.abs(x));
    double high = 1.781477937 + t * (-1.821255978 + t * 1.330274429);
    double tail = density * t * (0.319381530 + t * (-0.356563782 + t * high));
    return x < 0 ? tail : 1 - tail;
  }
}
