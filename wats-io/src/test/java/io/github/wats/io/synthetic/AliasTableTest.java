package io.github.wats.io.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AliasTableTest {
  /** Scaled to mean 1 the weights are 0.5 and 1.5: place 0 keeps its lower half. */
  @Test
  void drawsTwoWeightsAsWorkedByHand() {
    AliasTable table = AliasTable.of(new double[] {1, 3});
    assertThat(table.draw(0)).isZero();
    assertThat(table.draw(0.249)).isZero();
    assertThat(table.draw(0.251)).isEqualTo(1);
    assertThat(table.draw(0.999)).isEqualTo(1);
  }

  @Test
  void drawsInProportionToAnyWeights() {
    SplittableRandom random = new SplittableRandom(3);
    double[] weights = random.doubles(37).map(u -> u * u * u).toArray();
    weights[5] = 0;
    double sum = Arrays.stream(weights).sum();
    double[] share = sharesOf(AliasTable.of(weights), weights.length);
    for (int i = 0; i < weights.length; i++) {
      assertThat(share[i]).as("weight %d", i).isCloseTo(weights[i] / sum, within(1e-4));
    }
    assertThat(share[5]).isZero();
  }

  @Test
  void drawsEqualWeightsEqually() {
    assertThat(sharesOf(AliasTable.of(new double[] {7, 7, 7, 7}), 4)).containsOnly(0.25);
  }

  /** A fine grid of units in place of random ones. */
  private static double[] sharesOf(AliasTable table, int count) {
    int steps = 1_000_000;
    double[] share = new double[count];
    for (int k = 0; k < steps; k++) {
      share[table.draw((k + 0.5) / steps)]++;
    }
    return Arrays.stream(share).map(times -> times / steps).toArray();
  }
}
