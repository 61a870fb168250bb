package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class NormalTest {
  private static double cdf(double x) {
    return Normal.cdf(x, Normal.density(x));
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
      assertThat(Normal.density(x)).as("at %s", x).isCloseTo(density(x), offset(1e-9));
      assertThat(cdf(x)).as("at %s", x).isCloseTo(sum, offset(1e-7));
      sum += (density(x) + 4 * density(x + step / 2) + density(x + step)) * step / 6;
    }
  }

  private static double density(double x) {
    return Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }
}
