package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class ArrayExpTest {
  @Test
  void isExpToTenDigitsWhereItIsLarge() {
    for (double x = -16; x <= 0; x += 1e-3) {
      assertThat(ArrayExp.exp(x) / Math.exp(x)).as("e^%s", x).isCloseTo(1, offset(1e-9));
    }
  }

  @Test
  void isExpToThirteenPlacesEverywhere() {
    for (double x = -1000; x <= 0; x += 1e-2) {
      assertThat(ArrayExp.exp(x)).as("e^%s", x).isCloseTo(Math.exp(x), offset(1e-13));
    }
    assertThat(ArrayExp.exp(Double.NEGATIVE_INFINITY)).isBetween(0.0, 1e-100);
  }

  @Test
  void isExactAtZeroAndKeepsNaN() {
    assertThat(ArrayExp.exp(0)).isEqualTo(1);
    assertThat(ArrayExp.exp(Double.NaN)).isNaN();
  }
}
