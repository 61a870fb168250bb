package io.github.wats.internal;

/**
 * {@code e^x} in float arithmetic: {@code x = n ln 2 + r} with {@code |r| ≤ ln 2 / 2}, a polynomial
 * for {@code e^r}, then n is added to the exponent. The relative error is below 2e-7 (checked by a
 * test over the whole range), a fifth of the cost of {@link Math#exp}. The same steps in any order
 * of lanes give the same bits.
 */
public final class FastExp {
  /** Below this the result would leave the normal floats; it is taken as 0. */
  public static final float LOWEST = -87.0f;

  public static final float HIGHEST = 88.0f;
  public static final float LOG2_E = 1.442695f;

  /**
   * ln 2 in two parts, the first exact in few bits, so that {@code x − n ln 2} keeps its digits.
   */
  public static final float LN2_HIGH = 355f / 512f;

  public static final float LN2_LOW = -2.1219444e-4f;

  /** Adding and taking away 1.5 · 2^23 rounds a float to the nearest integer. */
  public static final float ROUNDER = 12582912f;

  /** From the bits of {@code n + ROUNDER} to {@code n + 127}, the exponent field of 2^n. */
  public static final int EXPONENT_OFFSET = 127 - Float.floatToRawIntBits(ROUNDER);

  // Coefficients of (e^r − 1 − r) / r²: least squares for the relative error of e^r on |r| ≤ ln 2 /
  // 2,
  // reweighted until its peaks were level (5e-11 before rounding to float).
  public static final float C5 = 1.9790354e-4f;
  public static final float C4 = 1.3944649e-3f;
  public static final float C3 = 8.333497e-3f;
  public static final float C2 = 4.1666295e-2f;
  public static final float C1 = 0.16666666f;
  public static final float C0 = 0.5f;

  private FastExp() {}

  /** {@code e^x}; 0 below −87 and e^88 above 88, so the result is always finite. */
  public static float exp(float x) {
    if (!(x >= LOWEST)) {
      return x < LOWEST ? 0 : Float.NaN;
    }
    float limited = Math.min(x, HIGHEST);
    float shifted = limited * LOG2_E + ROUNDER;
    float n = shifted - ROUNDER;
    float r = (limited - n * LN2_HIGH) - n * LN2_LOW;
    float p = ((((C5 * r + C4) * r + C3) * r + C2) * r + C1) * r + C0;
    float value = p * (r * r) + r + 1;
    int exponent = Float.floatToRawIntBits(shifted) + EXPONENT_OFFSET; // n + 127
    return value * Float.intBitsToFloat(exponent << 23);
  }
}
