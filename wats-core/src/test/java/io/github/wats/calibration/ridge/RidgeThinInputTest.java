package io.github.wats.calibration.ridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.ridge.WaveletRidge.Mode;
import io.github.wats.calibration.ridge.WaveletRidge.NeighborLabels;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the ridge does when there is little, or nothing sensible, to learn from. */
class RidgeThinInputTest {
  private static Probabilities temperatureScaling(RidgeCase data) {
    CalibrationRows rows = CalibrationRows.of(data.data());
    double[] all = new double[data.graph().nodeCount()];
    Arrays.fill(all, TemperatureSolver.solve(rows).temperature());
    return data.logits().dividedBy(all).softmax();
  }

  @Test
  void fallsBackToTemperatureScalingBelowThirtyNodesAndSaysSo() {
    RidgeCase data = RidgeCase.random(200, 4, 29, 3);
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    assertThat(fitted.report().notes())
        .contains("fewer than 30 validation nodes (29): fell back to temperature scaling")
        .contains("neighbors' labels were not used");
    assertThat(fitted.calibrate(data.data()).notes()).contains("neighbors' labels were not used");
    assertThat(fitted.calibrate(data.input()).probabilities().toArray())
        .containsExactly(
            Calibration.ofTemperature(data.logits(), fitted.temperature())
                .probabilities()
                .toArray(),
            within(1e-14));
    RidgeTemperature.Fitted temperatures = data.fitTemperature();
    assertThat(temperatures.report().notes()).anyMatch(note -> note.contains("fell back"));
    assertThat(temperatures.calibrate(data.input()).probabilities())
        .isEqualTo(temperatureScaling(data));
  }

  @Test
  void refusesMoreThanAThousandClassesBeforeItStarts() {
    RidgeCase data = RidgeCase.random(1_200, 1_001, 100, 3);
    assertThatThrownBy(() -> data.fit(Mode.FREE, NeighborLabels.USE))
        .hasMessage(
            "ridge takes at most 1000 classes, since it holds six numbers per node and class, got 1001: use"
                + " ridge-temperature");
  }

  @Test
  void fitsWithThirtyNodes() {
    RidgeCase data = RidgeCase.random(200, 4, 30, 3);
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    assertThat(fitted.report().notes()).noneMatch(note -> note.contains("fell back"));
    assertThat(fitted.report().epochs()).isPositive();
  }

  @Test
  void countsOnlyCalibrationNodesWhoseLabelIsKnown() {
    RidgeCase data = RidgeCase.random(200, 4, 31, 3);
    int[] labels = data.labels().toArray();
    labels[data.split().validation().get(0)] = Labels.UNKNOWN;
    labels[data.split().validation().get(1)] = Labels.UNKNOWN;
    RidgeCase partly = data.withLabels(Labels.of(4, labels));
    assertThat(partly.fit(Mode.FREE, NeighborLabels.USE).report().notes())
        .contains("fewer than 30 validation nodes (29): fell back to temperature scaling");
  }

  @Test
  void aClassWithoutCalibrationNodesKeepsAPositiveProbability() {
    RidgeCase data = RidgeCase.random(300, 4, 80, 5);
    int[] kept =
        Arrays.stream(data.split().validation().toArray())
            .filter(node -> data.labels().get(node) != 2)
            .toArray();
    RidgeCase absent =
        new RidgeCase(
            data.graph(),
            data.logits(),
            data.labels(),
            RidgeCase.split(300, data.split().train().toArray(), kept));
    WaveletRidge.Fitted fitted = absent.fit(Mode.FREE, NeighborLabels.USE);
    assertThat(fitted.report().notes()).contains("no validation node has class 2");
    assertThat(Arrays.stream(fitted.calibrate(data.input()).probabilities().toArray()))
        .allMatch(p -> p > 0 && p < 1);
  }

  @Test
  void separableClassesDoNotExplode() {
    RidgeCase data = RidgeCase.random(300, 4, 80, 6);
    double[][] logits = new double[300][4];
    for (int i = 0; i < 300; i++) {
      logits[i][data.labels().get(i)] = 1 + i % 7;
    }
    RidgeCase separable = data.withLogits(Logits.of(logits));
    WaveletRidge.Fitted fitted = separable.fit(Mode.KEEP_CLASS, NeighborLabels.USE);
    Probabilities calibrated = fitted.calibrate(separable.input()).probabilities();
    for (int i = 0; i < 300; i++) {
      assertThat(calibrated.predictedClass(i)).isEqualTo(data.labels().get(i));
      assertThat(calibrated.confidence(i)).isBetween(0.8, 1.0);
    }
    assertThat(fitted.temperature()).isBetween(0.1, 1.0);
    WaveletRidge.Fitted free = WaveletRidge.DEFAULT.withTemperaturePrior(0).fit(separable.data());
    assertThat(free.report().notes()).anyMatch(note -> note.contains("end of the range"));
  }

  @Test
  void constantLogitsLeaveWhatLabelsAndClassesTell() {
    RidgeCase data = RidgeCase.random(300, 4, 80, 7).withLogits(Logits.of(new double[300][4]));
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.IGNORE);
    assertThat(fitted.temperature()).isEqualTo(1);
    Probabilities calibrated = fitted.calibrate(data.input()).probabilities();
    for (int c = 0; c < 4; c++) {
      assertThat(calibrated.get(0, c)).isBetween(0.1, 0.5); // the shares of the classes at most
    }
    Probabilities kept =
        data.fit(Mode.KEEP_CLASS, NeighborLabels.USE).calibrate(data.input()).probabilities();
    for (int i = 0; i < 300; i++) {
      assertThat(kept.predictedClass(i)).isZero();
    }
  }

  @Test
  void aGraphWithoutEdgesIsNoHindrance() {
    RidgeCase data = RidgeCase.random(300, 4, 80, 8).withGraph(GraphBuilder.withNodes(300).build());
    Probabilities used =
        data.fit(Mode.FREE, NeighborLabels.USE).calibrate(data.input()).probabilities();
    Probabilities ignored =
        data.fit(Mode.FREE, NeighborLabels.IGNORE).calibrate(data.input()).probabilities();
    WaveletRidge.Fitted fitted = data.fit(Mode.FREE, NeighborLabels.USE);
    assertThat(fitted.report().notes())
        .contains("the graph has no edges: neighbors have no effect")
        .contains("neighbors' labels were not used");
    assertThat(fitted.calibrate(data.data()).notes())
        .containsExactly(
            "the graph has no edges: neighbors have no effect", "neighbors' labels were not used");
    for (int i = 0; i < 300; i++) {
      for (int c = 0; c < 4; c++) { // without neighbors their labels tell nothing
        assertThat(used.get(i, c)).isCloseTo(ignored.get(i, c), within(1e-4));
      }
    }
  }

  @Test
  void withoutTrainingLabelsItUsesNoneAndSaysSo() {
    RidgeCase data = RidgeCase.random(300, 4, 80, 9);
    Split untrained = new Split(NodeSet.of(300), data.split().validation(), data.split().test());
    RidgeCase bare = new RidgeCase(data.graph(), data.logits(), data.labels(), untrained);
    WaveletRidge.Fitted fitted = bare.fit(Mode.FREE, NeighborLabels.USE);
    assertThat(fitted.calibrate(bare.data()).notes()).contains("neighbors' labels were not used");
    assertThat(fitted.report().notes())
        .contains("no training label is known: neighbors' labels were not used");
    assertThat(fitted.calibrate(bare.input()).probabilities())
        .isEqualTo(
            bare.fit(Mode.FREE, NeighborLabels.IGNORE).calibrate(bare.input()).probabilities());
  }

  @Test
  void logitsBeyondTheRangeOfTheSolverFallBackAndSaySo() {
    RidgeCase data = RidgeCase.random(300, 3, 80, 10);
    double[] huge = Arrays.stream(data.logits().toArray()).map(z -> z * 1e160).toArray();
    RidgeCase extreme = data.withLogits(Logits.of(300, 3, huge));
    WaveletRidge.Fitted fitted = extreme.fit(Mode.FREE, NeighborLabels.USE);
    assertThat(fitted.report().notes())
        .contains(
            "the logits are too large to solve in double precision: fell back to temperature"
                + " scaling");
    assertThat(Arrays.stream(fitted.calibrate(extreme.input()).probabilities().toArray()))
        .allMatch(Double::isFinite);
  }

  @Test
  void oneClassAloneHasProbabilityOne() {
    RidgeCase data = RidgeCase.random(100, 1, 40, 11);
    assertThat(
            data.fit(Mode.KEEP_CLASS, NeighborLabels.USE)
                .calibrate(data.input())
                .probabilities()
                .toArray())
        .containsOnly(1.0);
  }

  @Test
  void refusesLogitsOfOtherClasses() {
    RidgeCase data = RidgeCase.random(200, 4, 40, 12);
    CalibrationData other = RidgeCase.random(200, 3, 40, 12).input();
    assertThatThrownBy(
            () -> data.fit(Mode.FREE, NeighborLabels.USE).calibrate(other).probabilities())
        .hasMessage("this calibrator was fitted on 4 classes, got logits of 3");
    assertThatThrownBy(() -> data.fitTemperature().calibrate(other).probabilities())
        .hasMessage("this calibrator was fitted on 4 classes, got logits of 3");
  }
}
