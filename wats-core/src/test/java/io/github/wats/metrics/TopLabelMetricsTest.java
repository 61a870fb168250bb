package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Metrics of tables that have predictions and confidences alone. */
class TopLabelMetricsTest {
  /** One node of confidence 0.25 that is right, one of 0.75 that is wrong: gaps of 0.75 both. */
  @Test
  void theErrorIsThatOfTheConfidences() {
    Probabilities top =
        Probabilities.ofTopLabels(Labels.of(3, new int[] {2, 0}), new double[] {0.25, 0.75});
    Outcomes outcomes = Outcomes.of(top, Labels.of(3, new int[] {2, 1}));
    Evaluation evaluation = Evaluation.of(outcomes, Evaluation.Options.DEFAULT).orElseThrow();
    assertThat(evaluation.value(Metric.ECE)).isEqualTo(0.75);
    assertThat(evaluation.value(Metric.ACCURACY)).isEqualTo(0.5);
    assertThat(evaluation.values())
        .doesNotContainKeys(Metric.NLL, Metric.BRIER, Metric.CLASSWISE_ECE, Metric.DEGREE_ECE);
    assertThat(Metric.NLL.of(outcomes, 10)).isEmpty();
  }

  /** Of full probabilities, their top labels have the same metrics and noise floors. */
  @Test
  void agreesWithAllClassesWhereBothAreDefined() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] rows = new double[500][];
    int[] labels = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double p = 0.5 + random.nextDouble() / 2;
      rows[i] = new double[] {p, (1 - p) / 2, (1 - p) / 2};
      labels[i] = random.nextDouble() < 0.7 ? 0 : 1 + random.nextInt(2);
    }
    Probabilities all = Probabilities.of(rows);
    double[] confidences = new double[rows.length];
    java.util.Arrays.setAll(confidences, all::confidence);
    Probabilities top = Probabilities.ofTopLabels(all.predictions(), confidences);
    Map<Metric, Double> expected = values(all, labels);
    values(top, labels)
        .forEach(
            (metric, value) -> assertThat(value).isCloseTo(expected.get(metric), within(1e-12)));
    assertThat(values(top, labels)).hasSize(expected.size() - 3);
  }

  private static Map<Metric, Double> values(Probabilities predicted, int[] labels) {
    Outcomes outcomes = Outcomes.of(predicted, Labels.of(3, labels)).withDegrees(i -> i % 7);
    return Evaluation.of(outcomes, Evaluation.Options.DEFAULT).orElseThrow().values();
  }
}
