package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Explanation.Contribution;
import io.github.wats.calibration.Explanation.OfLogits;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Probabilities;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RidgeExplanationTest {
  private final RidgeCase data = RidgeCase.random(300, 4, 90, 31);

  private static double[] logits(OfLogits explanation) {
    return IntStream.range(0, 4).mapToDouble(explanation::logit).toArray();
  }

  private OfLogits explain(WaveletRidge.Fitted fitted, int node) {
    return (OfLogits) fitted.calibrate(data.input()).explain(node).orElseThrow();
  }

  private static Contribution contribution(OfLogits explanation, String name) {
    return explanation.contributions().stream()
        .filter(contribution -> contribution.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void contributionsAddUpToTheCalibratedLogitToTheBit() {
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    Probabilities calibrated = fitted.calibrate(data.input()).probabilities();
    for (int i = 0; i < 300; i++) {
      OfLogits explanation = explain(fitted, i);
      double[] row = logits(explanation);
      Softmax.rowInPlace(row, 0, 4);
      for (int c = 0; c < 4; c++) {
        assertThat(row[c]).isEqualTo(calibrated.get(i, c));
      }
      assertThat(explanation.confidenceAfter())
          .isEqualTo(calibrated.get(i, data.logits().predictedClass(i)));
      assertThat(explanation.keptClass()).isFalse();
    }
  }

  @Test
  void leadsOfAllPartsAddUpToTheLeadOverTheRival() {
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    OfLogits explanation = explain(fitted, 5);
    int rival = explanation.rival();
    double sum = 0;
    for (Contribution contribution : explanation.contributions()) {
      sum += explanation.lead(contribution, rival);
    }
    double expected = explanation.logit(explanation.predictedClass()) - explanation.logit(rival);
    assertThat(sum).isCloseTo(expected, within(1e-12));
    assertThat(rival).isNotEqualTo(explanation.predictedClass());
  }

  @Test
  void saysWhereTheModeKeptAClassTheModelWouldChange() {
    WaveletRidge.Fitted fitted = data.fit(Mode.KEEP_CLASS, NeighborLabels.USE);
    WaveletRidge.Fitted free = data.fit(Mode.FREE, NeighborLabels.USE);
    Probabilities calibrated = fitted.calibrate(data.input()).probabilities();
    Probabilities changed = free.calibrate(data.input()).probabilities();
    int kept = 0;
    for (int i = 0; i < 300; i++) {
      OfLogits explanation = explain(fitted, i);
      assertThat(explanation.preferredClass()).isEqualTo(changed.predictedClass(i));
      assertThat(explanation.confidenceAfter()).isEqualTo(calibrated.confidence(i));
      kept += explanation.keptClass() ? 1 : 0;
    }
    assertThat(kept).isPositive();
  }

  @Test
  void aNodeWithoutLabeledNeighborsHasNoContributionFromThem() {
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.IGNORE);
    OfLogits explanation = explain(fitted, 0);
    assertThat(contribution(explanation, "neighbor-labels").logits()).containsOnly(0.0);
    assertThat(contribution(explanation, "neighbor-predictions").logits()).doesNotContain(0.0);
  }

  @Test
  void refusesANodeTheGraphDoesNotHave() {
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    assertThatThrownBy(() -> explain(fitted, 300)).hasMessage("node must be in 0 … 299, got 300");
  }
}
