package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class FastMathTest {
  @Test
  void isWithinTwoTenMillionthsOfExp() {
    double worst = 0;
    for (float x = -87; x <= 88; x += 0.00037f) {
      worst = Math.max(worst, Math.abs(FastMath.exp(x) / Math.exp(x) - 1));
    }
    assertThat(worst).isLessThan(2e-7);
  }

  @Test
  void isExactAtZeroAndDefinedEverywhere() {
    assertThat(FastMath.exp(0)).isEqualTo(1);
    assertThat(FastMath.exp(-88)).isEqualTo(0);
    assertThat(FastMath.exp(Float.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(FastMath.exp(Float.POSITIVE_INFINITY)).isEqualTo(FastMath.exp(88)).isFinite();
    assertThat(FastMath.exp(Float.NaN)).isNaN();
  }

  @Test
  void isExpToTenDigitsWhereItIsLarge() {
    for (double x = -16; x <= 0; x += 1e-3) {
      assertThat(FastMath.expOfNegative(x) / Math.exp(x)).as("e^%s", x).isCloseTo(1, offset(1e-9));
    }
  }

  @Test
  void isExpToThirteenPlacesEverywhere() {
    for (double x = -1000; x <= 0; x += 1e-2) {
      assertThat(FastMath.expOfNegative(x)).as("e^%s", x).isCloseTo(Math.exp(x), offset(1e-13));
    }
    assertThat(FastMath.expOfNegative(Double.NEGATIVE_INFINITY)).isBetween(0.0, 1e-100);
  }

  @Test
  void isExactAtZeroAndKeepsNaN() {
    assertThat(FastMath.expOfNegative(0)).isEqualTo(1);
    assertThat(FastMath.expOfNegative(Double.NaN)).isNaN();
  }

  private static double cdf(double x) {
    return FastMath.normalCdf(x, FastMath.normalDensity(x));
  }

  /** Values of Φ to 15 digits from tables of the error function. */
  @Test
  void givesKnownValues() {
    assertThat(cdf(0)).isCloseTo(0.5, offset(1e-7));
    assertThat(cdf(1)).isCloseTo(0.841344746068543, offset(1e-7));
    assertThat(cdf(-1.96)).isCloseTo(0.0249978951482204, offset(1e-7));
    assertThat(cdf(-6)).isCloseTo(9.86587645037698e-10, offset(1e-7));
    assertThat(cdf(6)).isCloseTo(1 - 9.86587645037698e-10, offset(1e-7));
    assertThat(cdf(Double.NaN)).isNaN();
  }

  /** Simpson's rule for the integral of the exact density from −9. */
  @Test
  void isTheIntegralOfTheDensity() {
    double step = 1e-3;
    double sum = 0;
    for (int k = 0; k < 18_000; k++) {
      double x = -9 + k * step;
      assertThat(FastMath.normalDensity(x)).as("at %s", x).isCloseTo(density(x), offset(1e-9));
      assertThat(cdf(x)).as("at %s", x).isCloseTo(sum, offset(1e-7));
      sum += (density(x) + 4 * density(x + step / 2) + density(x + step)) * step / 6;
    }
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  @Test
  void logarithmsHoldFromNoneToOne() {
    assertThat(FastMath.logOfOnePlus(0)).isEqualTo(0);
    for (double u = 1e-12; u <= 1; u *= 1.07) {
      assertThat(FastMath.logOfOnePlus(u) / Math.log1p(u))
          .as("at %s", u)
          .isCloseTo(1, offset(1e-9));
    }
  }
}
