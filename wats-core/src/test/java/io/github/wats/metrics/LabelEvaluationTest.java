package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import org.junit.jupiter.api.Test;

class LabelEvaluationTest {
  private static final double[] PROBABILITIES = {
    0.8, 0.1, 0.5, //
    0.4, 0.3, 0.5, //
    0.6, 0.2, 0.5, //
    0.9, 0.9, 0.9
  };

  /** Label 1 has the outcome 0 alone among the first three nodes; one of label 2 is unknown. */
  private static final Labels OUTCOMES =
      Labels.of(2, new int[] {1, 0, 1, 0, 0, -1, 1, 0, 0, 0, 1, 0});

  private static final NodeSet NODES = NodeSet.of(4, 0, 1, 2);

  private final LabelEvaluation measured =
      LabelEvaluation.of(PROBABILITIES, OUTCOMES, NODES, Options.METRICS).orElseThrow();

  @Test
  void valuesAreThoseWorkedByHand() {
    assertThat(measured.others()).containsExactly(1);
    double first = -(Math.log(0.8) + Math.log(0.6) + Math.log(0.6)) / 3;
    double last = -Math.log(0.5);
    assertThat(measured.labels().get(0).values().get(Metric.NLL)).isCloseTo(first, within(1e-12));
    assertThat(measured.macro().get(Metric.NLL)).isCloseTo((first + last) / 2, within(1e-12));
    assertThat(measured.micro().value(Metric.NLL))
        .isCloseTo((3 * first + 2 * last) / 5, within(1e-12));
    // (0.2² + 0.4² + 0.4²) / 3 and 0.5², each for both classes
    assertThat(measured.macro().get(Metric.BRIER)).isCloseTo((0.24 + 0.5) / 2, within(1e-12));
    // confidences .8 and twice .6, all right: gaps .2, .4, .4; then .5, of which one of two is
    // right
    assertThat(measured.labels().get(0).values().get(Metric.ECE)).isCloseTo(1 / 3.0, within(1e-12));
    assertThat(measured.labels().get(1).values().get(Metric.ECE)).isCloseTo(0, within(1e-12));
    assertThat(measured.labels().get(1).label()).isEqualTo(2);
    assertThat(measured.labels().get(1).nodes()).isEqualTo(2);
    assertThat(measured.labels().get(1).positives()).isEqualTo(1);
  }

  @Test
  void lossesOfNodesHaveTheMicroNllAsMean() {
    double sum = 0;
    for (double loss : measured.losses()) {
      sum += loss / measured.losses().length;
    }
    assertThat(measured.losses()).hasSize(3);
    assertThat(sum).isCloseTo(measured.micro().value(Metric.NLL), within(1e-12));
  }

  @Test
  void withoutALabelOfBothOutcomesThereIsNothing() {
    assertThat(LabelEvaluation.of(PROBABILITIES, OUTCOMES, NodeSet.of(4, 1), Options.METRICS))
        .isEmpty();
  }
}
