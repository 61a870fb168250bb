package io.github.wats.io.npy;

/** IEEE 754 binary16: 1 sign bit, 5 exponent bits, 10 fraction bits. */
final class HalfFloat {
  private static final int FRACTION_BITS = 10;
  private static final int FRACTION_MASK = 0x3FF;
  private static final int EXPONENT_MASK = 0x1F;
  private static final int BIAS = 15;

  private HalfFloat() {}

  /** Exact: every half is a float. */
  static float toFloat(short half) {
    int exponent = half >> FRACTION_BITS & EXPONENT_MASK;
    int fraction = half & FRACTION_MASK;
    float magnitude;
    if (exponent == EXPONENT_MASK) {
      magnitude = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
    } else if (exponent == 0) {
      magnitude = Math.scalb((float) fraction, 1 - BIAS - FRACTION_BITS);
    } else {
      magnitude =
          Math.scalb((float) (fraction | 1 << FRACTION_BITS), exponent - BIAS - FRACTION_BITS);
    }
    return half < 0 ? -magnitude : magnitude;
  }
}
