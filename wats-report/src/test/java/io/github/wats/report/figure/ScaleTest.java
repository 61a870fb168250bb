package io.github.wats.report.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScaleTest {
  @Test
  void mapsTheDomainOntoPixels() {
    Scale scale = new Scale(0, 2, 100, 0);
    assertThat(scale.at(0.5)).isEqualTo(75);
    assertThat(scale.clamped(3)).isEqualTo(0);
  }

  @Test
  void choosesRoundTicks() {
    assertThat(new Scale(0, 1, 0, 1).ticks(5)).hasSize(6).last().isEqualTo(1.0);
    assertThat(new Scale(0.13, 0.29, 0, 1).ticks(4))
        .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-12 ? 0 : 1)
        .containsExactly(0.15, 0.2, 0.25);
    assertThat(new Scale(0.13, 0.29, 0, 1).decimals(4, 1)).isEqualTo(2);
    assertThat(new Scale(0.13, 0.29, 0, 1).decimals(4, 100)).isZero();
  }

  @Test
  void endsAboveTheHighestValue() {
    Scale scale = Scale.fromZero(0.31, 0, 1);
    assertThat(scale.from()).isZero();
    assertThat(scale.to()).isCloseTo(0.4, within(1e-12));
    assertThat(Scale.fromZero(0, 0, 1).to()).isPositive();
  }

  @Test
  void givesASingleValueRoom() {
    Scale scale = Scale.around(0.6, 0.6, 0, 1);
    assertThat(scale.from()).isLessThan(0.6);
    assertThat(scale.to()).isGreaterThan(0.6);
  }
}
