package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class NormalTest {
  /** Values of Φ to 15 digits from tables of the error function. */
  @Test
  void givesKnownValues() {
    assertThat(Normal.cdf(0)).isEqualTo(0.5);
    assertThat(Normal.cdf(1)).isCloseTo(0.841344746068543, offset(1e-14));
    assertThat(Normal.cdf(-1.96)).isCloseTo(0.0249978951482204, offset(1e-14));
    assertThat(Normal.cdf(-6) / 9.86587645037698e-10).isCloseTo(1, offset(1e-10));
    assertThat(Normal.cdf(6)).isCloseTo(1 - 9.86587645037698e-10, offset(1e-15));
  }

  @Test
  void theRoughValuesAreGoodToTheDigitsOfAFloat() {
    for (double x = -9; x <= 9; x += 0.01) {
      assertThat((double) Normal.roughCdf(x, Normal.density(x)))
          .isCloseTo(Normal.cdf(x), offset(1.5e-7));
    }
    assertThat(Normal.roughCdf(Double.NaN, Double.NaN)).isNaN();
  }

  @Test
  void isSmoothWhereTheFormulaChanges() {
    assertThat(Normal.cdf(-5 - 1e-9) / Normal.cdf(-5 + 1e-9)).isCloseTo(1, offset(1e-7));
  }
}
