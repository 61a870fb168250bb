package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MetricSumsTest {
  private static final int CLASSES = 4;
  private static final double ROUNDING = 1e-12;

  private final SplittableRandom random = new SplittableRandom(3);
  private final Probabilities probabilities =
      Logits.of(500, CLASSES, random.doubles(500 * CLASSES, -3, 3).toArray()).softmax();
  private final Labels labels = Labels.of(CLASSES, random.ints(500, 0, CLASSES).toArray());

  @Test
  void sumsOfPartsGiveTheMetricsOfTheWhole() {
    MetricSums sums = part(0, 123).add(part(123, 123)).add(part(123, 500));

    MetricSet expected = MetricSet.of(Outcomes.of(probabilities, labels), 10).orElseThrow();
    assertThat(sums.count()).isEqualTo(500);
    assertThat(sums.accuracy()).isEqualTo(expected.accuracy());
    assertThat(sums.nll()).isEqualTo(expected.nll(), within(ROUNDING));
    assertThat(sums.brier()).isEqualTo(expected.brier(), within(ROUNDING));
    assertThat(sums.ece()).isEqualTo(expected.ece(), within(ROUNDING));
    assertThat(sums.mce()).isEqualTo(expected.mce(), within(ROUNDING));
    assertThat(sums.classwiseEce()).isEqualTo(expected.classwiseEce(), within(ROUNDING));
  }

  @Test
  void theFirstOfEqualClassesIsThePredictedOne() {
    MetricSums sums = new MetricSums(10);
    sums.add(new double[] {0.5, 0.5}, 0);
    sums.add(new double[] {0.5, 0.5}, 1);
    assertThat(sums.accuracy()).isEqualTo(0.5);
    assertThat(sums.ece()).isZero();
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
