package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.prediction.Probabilities;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoredRidgeTest {
  private final RidgeCase data = RidgeCase.random(300, 4, 90, 21);
  private final RidgeCase other = RidgeCase.random(250, 4, 60, 22);

  @Test
  void aRestoredRidgeGivesTheSameBits() {
    for (Mode mode : Mode.values()) {
      for (NeighborLabels use : NeighborLabels.values()) {
        WaveletRidge.Fitted fitted = data.fit(mode, use);
        FittedCalibrator restored = Methods.restore(fitted.state());
        assertThat(restored.calibrate(data.input()).probabilities())
            .isEqualTo(fitted.calibrate(data.input()).probabilities());
        assertThat(restored.calibrate(other.input()).probabilities())
            .isEqualTo(fitted.calibrate(other.input()).probabilities());
        assertThat(restored.state()).isEqualTo(fitted.state());
      }
    }
  }

  @Test
  void restoredTemperaturesAreTheSameBits() {
    RidgeTemperature.Fitted fitted = data.fitTemperature();
    FittedCalibrator restored = Methods.restore(fitted.state());
    assertThat(restored.calibrate(other.input()).temperatures().orElseThrow())
        .containsExactly(fitted.calibrate(other.input()).temperatures().orElseThrow());
  }

  @Test
  void travelsBetweenProcesses() throws IOException, ClassNotFoundException {
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(fitted);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(((FittedCalibrator) in.readObject()).calibrate(data.input()).probabilities())
          .isEqualTo(fitted.calibrate(data.input()).probabilities());
    }
  }

  @Test
  void onAnotherGraphLabelsCountOnlyIfTheyAreNamed() {
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    Probabilities unlabeled = fitted.calibrate(other.input()).probabilities();
    Probabilities labeled = fitted.calibrate(other.data()).probabilities();
    assertThat(labeled).isNotEqualTo(unlabeled);
    assertThat(fitted.calibrate(other.input()).notes().get(0))
        .isEqualTo(
            "neighbors' labels were not used: the known labels are those of the graph of the fit, and"
                + " this is another graph");
    assertThat(fitted.calibrate(other.data()).notes())
        .containsExactly(
            "neighbors' labels were used: %d of training and %d of validation nodes"
                .formatted(other.split().train().size(), other.split().validation().size()));
    assertThat(fitted.calibrate(data.data()).probabilities())
        .isEqualTo(fitted.calibrate(data.input()).probabilities());
  }

  @Test
  void remembersItsLabelsForItsGraphWithNewLogits() {
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    CalibrationData newLogits = data.input().withLogits(RidgeCase.random(300, 4, 90, 23).logits());
    RidgeCase flipped = data.withOtherLabels(data.split().train().toArray());
    CalibrationData misled = newLogits.withLabels(flipped.labels()).withSplit(flipped.split());
    assertThat(fitted.calibrate(misled).probabilities())
        .isEqualTo(fitted.calibrate(newLogits).probabilities())
        .isNotEqualTo(
            data.fit(Mode.FREE, NeighborLabels.IGNORE).calibrate(newLogits).probabilities());
  }

  @Test
  void saysWhichArrayIsMissing() {
    CalibratorState form = data.fit(Mode.FREE, NeighborLabels.USE).state();
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>(form.arrays());
    arrays.remove("node-sds");
    CalibratorState broken = new CalibratorState(arrays, form.texts(), form.report());
    assertThatThrownBy(() -> Methods.restore(broken))
        .hasMessageContaining("must have an array node-sds");
  }

  @Test
  void settingsAreReadInAnyCaseAndRefusedWithTheChoices() {
    Map<String, String> free = Map.of("mode", "FREE", "neighbor-labels", "ignore");
    assertThat(Methods.named("ridge").calibrator(free))
        .isEqualTo(WaveletRidge.DEFAULT.withNeighborLabels(NeighborLabels.IGNORE));
    assertThatThrownBy(() -> Methods.named("ridge").calibrator(Map.of("mode", "loose")))
        .hasMessage("mode must be one of keep-class, free, got loose");
  }
}
