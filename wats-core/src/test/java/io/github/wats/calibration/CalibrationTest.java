package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.Explanation.OfTemperature;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CalibrationTest {
  private final CalibrationData data =
      CalibrationData.of(TinyGraph.graph(), TinyGraph.logits())
          .withLabels(TinyGraph.labels())
          .withSplit(new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12)));
  private final Calibration calibration = Wats.DEFAULT.fit(data, 1).calibrate(data);

  private static OfTemperature explain(Calibration calibration, int node) {
    return (OfTemperature) calibration.explain(node).orElseThrow();
  }

  @Test
  void tellsTheTemperatureItsInputsAndWhatTheyDidToTheConfidence() {
    FeatureTable wavelets = WaveletFeatures.of(data.graph(), WaveletSettings.DEFAULT);
    double[] temperatures = calibration.temperatures().orElseThrow();
    for (int node = 0; node < 12; node++) {
      OfTemperature explanation = explain(calibration, node);
      int predicted = data.logits().predictedClass(node);
      assertThat(explanation.predictedClass()).isEqualTo(predicted);
      assertThat(explanation.temperature()).isEqualTo(temperatures[node]);
      assertThat(explanation.confidenceBefore())
          .isEqualTo(data.logits().softmax().get(node, predicted));
      assertThat(explanation.confidenceAfter())
          .isEqualTo(calibration.probabilities().get(node, predicted));
      assertThat(explanation.inputs()).hasSize(5);
      assertThat(explanation.inputs().get(2).name()).isEqualTo("wave2");
      assertThat(explanation.inputs().get(2).value()).isEqualTo(wavelets.get(node, 2));
    }
  }

  @Test
  void comparesWithTheMedianNode() {
    double[] temperatures = calibration.temperatures().orElseThrow();
    Arrays.sort(temperatures);
    assertThat(explain(calibration, 0).medianTemperature()).isEqualTo(temperatures[5]);
    assertThat(explain(Calibration.ofTemperature(data.logits(), 2), 0).inputs()).isEmpty();
  }

  @Test
  void temperaturesAreACopy() {
    calibration.temperatures().orElseThrow()[0] = -1;
    assertThat(calibration.temperatures().orElseThrow()[0]).isPositive();
  }

  @Test
  void probabilitiesAloneAreNotExplained() {
    Calibration plain = Calibration.of(data.logits().softmax());
    assertThat(plain.explain(0)).isEmpty();
    assertThat(plain.temperatures()).isEmpty();
  }

  @Test
  void refusesANodeTheGraphDoesNotHave() {
    assertThatThrownBy(() -> calibration.explain(12)).hasMessage("node must be in 0 … 11, got 12");
  }

  /** Such as the softmax alone, which takes any number of classes. */
  @Test
  void aCalibratorForAnyNumberOfClassesIsNotChecked() {
    CalibratorState state = TemperatureScaling.DEFAULT.fit(data, 1).state();
    Map<String, CalibratorState.Array> arrays = new HashMap<>(state.arrays());
    FitReport silent = state.report().withClassCount(FitReport.UNKNOWN_CLASSES);
    assertThat(new CalibratorState(arrays, Map.of(), silent).report().classCount())
        .isEqualTo(data.classCount());
    assertThat(arrays.remove("classes").doubles()).containsExactly(data.classCount());
    FittedCalibrator any = Methods.restore(new CalibratorState(arrays, Map.of(), silent));
    assertThat(any.report().classCount()).isEqualTo(FitReport.UNKNOWN_CLASSES);
    Logits wider = Logits.of(12, 9, new double[12 * 9]);
    CalibrationData other = CalibrationData.of(data.graph(), wider);
    assertThat(any.calibrate(other).probabilities().classCount()).isEqualTo(9);
  }

  @Test
  void aReportSaysTheClasses() {
    assertThatThrownBy(
            () -> FitReport.ofSolver(TemperatureScaling.DEFAULT, 0, 0, List.of(), true, 0))
        .hasMessage("classes must be at least 1, got 0");
  }

  private record Unregistered() implements Calibrator<Twice> {
    @Override
    public Twice fit(CalibrationData data, long seed) {
      return new Twice(FitReport.ofSolver(this, seed, data.classCount(), List.of(), true, 0));
    }
  }

  private record Twice(FitReport report) implements FittedCalibrator {
    @Override
    public Calibration compute(CalibrationData data) {
      return Calibration.ofTemperature(data.logits(), 2);
    }

    @Override
    public CalibratorState state() {
      return CalibratorState.of(report, Map.of());
    }
  }

  /** Neither a record nor does it override {@code state()}. */
  private static final class Plain implements FittedCalibrator {
    private final FitReport report;

    Plain(FitReport report) {
      this.report = report;
    }

    @Override
    public FitReport report() {
      return report;
    }

    @Override
    public Calibration compute(CalibrationData data) {
      return Calibration.ofTemperature(data.logits(), 2);
    }
  }

  @Test
  void aCalibratorThatCannotBeStoredSaysWhatIsMissing() {
    Plain plain = new Plain(new Unregistered().fit(data, 1).report());
    assertThat(plain.calibrate(data).temperatures().orElseThrow()).containsOnly(2);
    assertThatThrownBy(plain::state)
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("Plain must be a record or override state() to be stored");
  }

  @Test
  void aCalibratorThatIsNotRegisteredCalibratesToo() {
    Twice twice = new Unregistered().fit(data, 1);
    assertThat(twice.calibrate(data).temperatures().orElseThrow()).containsOnly(2);
    assertThat(twice)
        .hasToString(
            "Twice[report=Unregistered[], %d classes, seed 1, 0 steps]"
                .formatted(data.classCount()));
  }
}
