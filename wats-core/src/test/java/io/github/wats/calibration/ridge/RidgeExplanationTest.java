package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.ridge.RidgeExplanation.Part;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Probabilities;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RidgeExplanationTest {
  private final RidgeCase data = RidgeCase.random(300, 4, 90, 31);

  private static double[] logits(RidgeExplanation explanation) {
    return IntStream.range(0, 4).mapToDouble(explanation::logit).toArray();
  }

  @Test
  void sharesAddUpToTheCalibratedLogitToTheBit() {
    FittedRidge fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    Probabilities calibrated = fitted.calibrate(data.input());
    for (int i = 0; i < 300; i++) {
      RidgeExplanation explanation = fitted.explain(data.input(), i);
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
    FittedRidge fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    RidgeExplanation explanation = fitted.explain(data.input(), 5);
    int rival = explanation.rival();
    double sum = 0;
    for (Part part : Part.values()) {
      sum += explanation.lead(part, rival);
    }
    double expected = explanation.logit(explanation.predictedClass()) - explanation.logit(rival);
    assertThat(sum).isCloseTo(expected, within(1e-12));
    assertThat(rival).isNotEqualTo(explanation.predictedClass());
  }

  @Test
  void saysWhereTheModeKeptAClassTheModelWouldChange() {
    FittedRidge fitted = data.fit(Mode.KEEP_CLASS, NeighborLabels.USE);
    FittedRidge free = data.fit(Mode.FREE, NeighborLabels.USE);
    Probabilities calibrated = fitted.calibrate(data.input());
    Probabilities changed = free.calibrate(data.input());
    int kept = 0;
    for (int i = 0; i < 300; i++) {
      RidgeExplanation explanation = fitted.explain(data.input(), i);
      assertThat(explanation.preferredClass()).isEqualTo(changed.predictedClass(i));
      assertThat(explanation.confidenceAfter()).isEqualTo(calibrated.confidence(i));
      kept += explanation.keptClass() ? 1 : 0;
    }
    assertThat(kept).isPositive();
  }

  @Test
  void aNodeWithoutLabeledNeighborsHasNoShareFromThem() {
    FittedRidge fitted = data.fit(Mode.FREE, NeighborLabels.IGNORE);
    RidgeExplanation explanation = fitted.explain(data.input(), 0);
    assertThat(explanation.share(Part.NEIGHBOR_LABELS).logits()).containsOnly(0.0);
    assertThat(explanation.share(Part.NEIGHBOR_PREDICTIONS).logits()).doesNotContain(0.0);
  }

  @Test
  void refusesANodeTheGraphDoesNotHave() {
    FittedRidge fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    assertThatThrownBy(() -> fitted.explain(data.input(), 300))
        .hasMessage("node must be in 0 … 299, got 300");
  }
}
