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

  /** The nearest half, ties to even; too large becomes infinite, as in NumPy. */
  static short fromDouble(double value) {
    int sign = Double.doubleToRawLongBits(value) < 0 ? 0x8000 : 0;
    double magnitude = Math.abs(value);
    if (Double.isNaN(value)) {
      return (short) (sign | 0x7E00);
    }
    int exponent = Math.max(1 - BIAS, Math.getExponent(magnitude));
    if (exponent > BIAS) {
      return (short) (sign | 0x7C00);
    }
    // In units of the last fraction bit; a carry into the next exponent comes out right by itself.
    int units = (int) Math.rint(Math.scalb(magnitude, FRACTION_BITS - exponent));
    return (short) (sign | ((exponent + BIAS - 1) << FRACTION_BITS) + units);
  }
}
