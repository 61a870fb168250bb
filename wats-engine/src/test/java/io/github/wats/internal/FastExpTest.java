package io.github.wats.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FastExpTest {
  @Test
  void isWithinTwoTenMillionthsOfExp() {
    double worst = 0;
    for (float x = -87; x <= 88; x += 0.00037f) {
      worst = Math.max(worst, Math.abs(FastExp.exp(x) / Math.exp(x) - 1));
    }
    assertThat(worst).isLessThan(2e-7);
  }

  @Test
  void isExactAtZeroAndDefinedEverywhere() {
    assertThat(FastExp.exp(0)).isEqualTo(1);
    assertThat(FastExp.exp(-88)).isEqualTo(0);
    assertThat(FastExp.exp(Float.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(FastExp.exp(Float.POSITIVE_INFINITY)).isEqualTo(FastExp.exp(88)).isFinite();
    assertThat(FastExp.exp(Float.NaN)).isNaN();
  }
}
