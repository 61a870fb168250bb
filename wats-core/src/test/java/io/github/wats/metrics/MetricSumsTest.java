package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetricSumsTest {
  private static final int CLASSES = 4;
  private static final double ROUNDING = 1e-12;

  private final SplittableRandom random = new SplittableRandom(3);
  private final Probabilities probabilities =
      Logits.of(500, CLASSES, random.doubles(500 * CLASSES, -3, 3).toArray()).softmax();
  private final Labels labels = Labels.of(CLASSES, random.ints(500, 0, CLASSES).toArray());
  private final int[] degrees = random.ints(500, 0, 40).toArray();

  @Test
  void sumsOfPartsGiveTheMetricsOfTheWhole() {
    MetricSums sums = part(0, 123).add(part(123, 123)).add(part(123, 500));

    Outcomes outcomes = Outcomes.of(probabilities, labels).withDegrees(i -> degrees[i]);
    Evaluation expected = Evaluation.of(outcomes, Options.METRICS).orElseThrow();
    addOrdered(sums, outcomes, Metric.DEGREE_ECE);
    addOrdered(sums, outcomes, Metric.EQUAL_MASS_ECE);
    Evaluation evaluation = sums.evaluation();
    assertThat(evaluation.nodes()).isEqualTo(500);
    List<Metric> additive =
        Arrays.stream(Metric.values()).filter(metric -> !metric.needsAllOutcomes()).toList();
    assertThat(evaluation.values()).containsOnlyKeys(additive.toArray(Metric[]::new));
    assertThat(additive)
        .contains(Metric.NLL, Metric.ECE)
        .doesNotContain(Metric.SMOOTH_ECE, Metric.AURC);
    for (Metric metric : additive) {
      assertThat(evaluation.value(metric))
          .as(metric.key())
          .isEqualTo(expected.value(metric), within(ROUNDING));
    }
  }

  @Test
  void theNormalApproximationOfFloorsMeetsTheDrawnOnes() {
    Outcomes outcomes = Outcomes.of(probabilities, labels);
    double drawn = Evaluation.of(outcomes, Options.DEFAULT).orElseThrow().noiseFloor(Metric.ECE);
    assertThat(part(0, 500).evaluation().noiseFloor(Metric.ECE))
        .isEqualTo(drawn, within(0.05 * drawn));
  }

  /** As Spark does: places in order, a bin for each, the sums of each bin. */
  private static void addOrdered(MetricSums sums, Outcomes outcomes, Metric metric) {
    int[] binOf = outcomes.binned(metric.order(), 10);
    for (int b = 0; b < 10; b++) {
      double excess = 0;
      double variance = 0;
      for (int k = 0; k < binOf.length; k++) {
        if (binOf[k] == b) {
          double confidence = outcomes.confidence(k);
          excess += confidence - (outcomes.isCorrect(k) ? 1 : 0);
          variance += confidence * (1 - confidence);
        }
      }
      sums.addBin(metric, excess, variance);
    }
  }

  @Test
  void knowsTheBinsOfPlacesInOrder() {
    MetricSums sums = part(0, 27);
    assertThat(IntStream.range(0, 27).map(place -> sums.bin(Metric.DEGREE_ECE, place)))
        .startsWith(0, 0, 0, 1)
        .endsWith(8, 8, 8);
    assertThat(IntStream.range(0, 27).map(place -> sums.bin(Metric.EQUAL_MASS_ECE, place)))
        .startsWith(0, 0, 1, 1, 1)
        .endsWith(9, 9, 9);
    assertThatThrownBy(() -> sums.bin(Metric.MCE, 0))
        .hasMessage("mce has no bins of ordered outcomes");
  }

  @Test
  void theFirstOfEqualClassesIsThePredictedOne() {
    MetricSums sums = new MetricSums(10);
    sums.add(new double[] {0.5, 0.5}, 0);
    sums.add(new double[] {0.5, 0.5}, 1);
    assertThat(sums.evaluation().value(Metric.ACCURACY)).isEqualTo(0.5);
    assertThat(sums.evaluation().value(Metric.ECE)).isZero();
  }

  @Test
  void refusesOutcomesOfOtherClassesOrBins() {
    MetricSums sums = part(0, 3);
    assertThatThrownBy(() -> sums.add(new double[] {0.5, 0.5}, 0))
        .hasMessage("all outcomes must have the same classes, got 4 and 2");
    assertThatThrownBy(() -> sums.add(new MetricSums(5)))
        .hasMessage("bins must be the same, got 10 and 5");
  }

  private MetricSums part(int from, int to) {
    MetricSums sums = new MetricSums(10);
    for (int i = from; i < to; i++) {
      double[] row = new double[CLASSES];
      for (int c = 0; c < CLASSES; c++) {
        row[c] = probabilities.get(i, c);
      }
      sums.add(row, labels.get(i));
    }
    return sums;
  }
}
