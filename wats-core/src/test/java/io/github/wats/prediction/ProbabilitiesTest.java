package io.github.wats.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ProbabilitiesTest {
  @Test
  void whatRoundingLeftAboveOneBecomesOne() {
    Probabilities rounded = Probabilities.of(1, 2, new double[] {1.0000000000000002, 0});
    assertThat(rounded.get(0, 0)).isEqualTo(1.0);
    assertThat(rounded.toArray()).containsExactly(1, 0);
  }

  @Test
  void refusesWhatIsNoProbability() {
    assertThatThrownBy(() -> Probabilities.of(1, 2, new double[] {1.1, 0}))
        .hasMessage("probabilities must be in [0, 1], got 1.1 at node 0, class 0");
    assertThatThrownBy(() -> Probabilities.of(1, 2, new double[] {0.5, 0.4}))
        .hasMessage("probabilities must sum to 1 within 1e-6 per node, got 0.9 at node 0");
  }

  /** (0.8 · 0.2/0.5, 0.2 · 0.8/0.5) = (0.32, 0.32): the node is undecided now. */
  @Test
  void correctsForAnotherShareOfClassesAsWorkedByHand() {
    Probabilities one = Probabilities.of(new double[][] {{0.8, 0.2}, {1, 0}});
    Probabilities now = one.withPrior(new double[] {0.5, 0.5}, new double[] {0.2, 0.8});
    assertThat(now.toArray()).containsExactly(new double[] {0.5, 0.5, 1, 0}, within(1e-15));
    assertThat(one.withPrior(new double[] {0.5, 0.5}, new double[] {0, 1}).toArray())
        .as("a node of a class that is gone keeps its row")
        .containsExactly(0, 1, 1, 0);
  }

  /** Two normal distributions of unit variance at ±1: calibrated for even shares, now 1 : 4. */
  @Test
  void estimatesTheShareOfClassesWithoutLabels() {
    Random random = new Random(3);
    double[][] rows = new double[20_000][];
    for (int i = 0; i < rows.length; i++) {
      double x = random.nextGaussian() + (i % 5 == 0 ? 1 : -1);
      double p = 1 / (1 + Math.exp(-2 * x));
      rows[i] = new double[] {p, 1 - p};
    }
    double[] even = {0.5, 0.5};
    double[] estimated = Probabilities.of(rows).estimatePrior(even);
    assertThat(estimated).containsExactly(new double[] {0.2, 0.8}, within(0.02));
  }

  @Test
  void refusesSharesThatAreNoPrior() {
    Probabilities one = Probabilities.of(new double[][] {{0.8, 0.2}});
    double[] even = {0.5, 0.5};
    assertThatThrownBy(() -> one.withPrior(even, new double[] {0.5, 0.2}))
        .hasMessage("a prior must have 2 shares of at least 0 that sum to 1, got [0.5, 0.2]");
    assertThatThrownBy(() -> one.withPrior(even, new double[] {0.5, 0.2, 0.3}))
        .hasMessageContaining("must have 2 shares");
  }
}
