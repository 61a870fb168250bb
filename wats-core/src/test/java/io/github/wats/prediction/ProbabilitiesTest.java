package io.github.wats.prediction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
}
