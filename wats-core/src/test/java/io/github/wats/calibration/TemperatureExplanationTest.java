package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.features.FeatureTable;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TemperatureExplanationTest {
  private final CalibrationInput input = CalibrationInput.of(TinyGraph.graph(), TinyGraph.logits());
  private final Wats.Fitted fitted =
      Wats.DEFAULT.fit(
          input,
          TinyGraph.labels(),
          new Split(TinyGraph.train(), TinyGraph.calibration(), NodeSet.of(12)),
          1);

  @Test
  void tellsTheTemperatureItsInputsAndWhatTheyDidToTheConfidence() {
    FeatureTable wavelets = Wats.DEFAULT.featuresOf(input.graph());
    double[] temperatures = fitted.temperatures(input);
    for (int node = 0; node < 12; node++) {
      TemperatureExplanation explanation =
          TemperatureExplanation.of(fitted, Optional.of(wavelets), input, node);
      int predicted = input.logits().predictedClass(node);
      assertThat(explanation.predictedClass()).isEqualTo(predicted);
      assertThat(explanation.temperature()).isEqualTo(temperatures[node]);
      assertThat(explanation.confidenceBefore())
          .isEqualTo(input.logits().softmax().get(node, predicted));
      assertThat(explanation.confidenceAfter())
          .isEqualTo(fitted.calibrate(input).get(node, predicted));
      assertThat(explanation.inputs()).hasSize(5);
      assertThat(explanation.inputs().get(2).name()).isEqualTo("wave2");
      assertThat(explanation.inputs().get(2).value()).isEqualTo(wavelets.get(node, 2));
    }
  }

  @Test
  void comparesWithTheMedianNode() {
    TemperatureExplanation explanation =
        TemperatureExplanation.of(fitted, Optional.empty(), input, 0);
    double[] temperatures = fitted.temperatures(input);
    java.util.Arrays.sort(temperatures);
    assertThat(explanation.medianTemperature()).isEqualTo(temperatures[5]);
    assertThat(explanation.inputs()).isEmpty();
  }

  @Test
  void refusesANodeTheGraphDoesNotHave() {
    assertThatThrownBy(() -> TemperatureExplanation.of(fitted, Optional.empty(), input, 12))
        .hasMessage("node must be in 0 … 11, got 12");
  }
}
