package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.StoredForm;
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
        FittedRidge fitted = data.fit(mode, use);
        FittedCalibrator restored = Methods.restore(fitted.storedForm());
        assertThat(restored.calibrate(data.input())).isEqualTo(fitted.calibrate(data.input()));
        assertThat(restored.calibrate(other.input())).isEqualTo(fitted.calibrate(other.input()));
        assertThat(restored.storedForm()).isEqualTo(fitted.storedForm());
      }
    }
  }

  @Test
  void restoredTemperaturesAreTheSameBits() {
    RidgeTemperature.Fitted fitted = data.fitTemperature();
    FittedCalibrator restored = Methods.restore(fitted.storedForm());
    assertThat(((RidgeTemperature.Fitted) restored).temperatures(other.input()))
        .containsExactly(fitted.temperatures(other.input()));
  }

  @Test
  void travelsBetweenProcesses() throws IOException, ClassNotFoundException {
    FittedRidge fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(fitted);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertThat(((FittedCalibrator) in.readObject()).calibrate(data.input()))
          .isEqualTo(fitted.calibrate(data.input()));
    }
  }

  @Test
  void onAnotherGraphLabelsCountOnlyIfTheyAreNamed() {
    FittedRidge fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    Probabilities unlabeled = fitted.calibrate(other.input());
    FittedRidge informed = fitted.withKnownLabels(other.graph(), other.labels(), other.split());
    Probabilities labeled = informed.calibrate(other.input());
    assertThat(labeled).isNotEqualTo(unlabeled);
    FittedRidge back = informed.withKnownLabels(data.graph(), data.labels(), data.split());
    assertThat(back.calibrate(data.input())).isEqualTo(fitted.calibrate(data.input()));
  }

  @Test
  void remembersItsLabelsForItsGraphWithNewLogits() {
    FittedRidge fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    CalibrationInput newLogits = data.input().withLogits(RidgeCase.random(300, 4, 90, 23).logits());
    RidgeCase flipped = data.withOtherLabels(data.split().train().toArray());
    FittedRidge misled = fitted.withKnownLabels(flipped.graph(), flipped.labels(), flipped.split());
    assertThat(fitted.calibrate(newLogits)).isNotEqualTo(misled.calibrate(newLogits));
  }

  @Test
  void saysWhichArrayIsMissing() {
    StoredForm form = data.fit(Mode.FREE, NeighborLabels.USE).storedForm();
    Map<String, io.github.wats.calibration.StoredArray> arrays = new LinkedHashMap<>(form.arrays());
    arrays.remove("node-sds");
    StoredForm broken = new StoredForm(arrays, form.texts(), form.report());
    assertThatThrownBy(() -> Methods.restore(broken))
        .hasMessageContaining("must have an array node-sds");
  }

  @Test
  void settingsAreReadInAnyCaseAndRefusedWithTheChoices() {
    Map<String, String> free = Map.of("mode", "FREE", "neighbor-labels", "ignore");
    assertThat(Methods.named("ridge").calibrator(free))
        .isEqualTo(new WaveletRidge(Mode.FREE, NeighborLabels.IGNORE));
    assertThatThrownBy(() -> Methods.named("ridge").calibrator(Map.of("mode", "loose")))
        .hasMessage("mode must be one of keep-class, free, got loose");
  }
}
