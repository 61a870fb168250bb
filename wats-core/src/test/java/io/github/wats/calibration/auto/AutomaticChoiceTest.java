package io.github.wats.calibration.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AutomaticChoiceTest {
  private static final int NODES = 500;
  private static final int CLASSES = 3;

  private record Case(CalibrationData input, Labels labels, Split split) {
    AutoCalibrator.Fitted fit() {
      return AutoCalibrator.DEFAULT.fit(data(labels), 3);
    }

    CalibrationData data(Labels known) {
      return input.withLabels(known).withSplit(split);
    }
  }

  /**
   * Labels drawn from the probabilities of the logits at a temperature; where neighbors tell, nodes
   * of one class are linked.
   */
  private static Case data(double temperature, boolean neighborsTell, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] logits = new double[NODES][CLASSES];
    int[] labels = new int[NODES];
    for (int i = 0; i < NODES; i++) {
      for (int c = 0; c < CLASSES; c++) {
        logits[i][c] = 6 * random.nextDouble();
      }
    }
    double[][] wanted = new double[NODES][CLASSES];
    for (int i = 0; i < NODES; i++) {
      for (int c = 0; c < CLASSES; c++) {
        wanted[i][c] = logits[i][c] / temperature;
      }
    }
    double[] p = Logits.of(wanted).softmax().toArray();
    for (int i = 0; i < NODES; i++) {
      double draw = random.nextDouble();
      while (labels[i] < CLASSES - 1 && draw > p[i * CLASSES + labels[i]]) {
        draw -= p[i * CLASSES + labels[i]];
        labels[i]++;
      }
    }
    GraphBuilder builder = GraphBuilder.withNodes(NODES);
    for (int k = 0; k < 4 * NODES; k++) {
      int a = random.nextInt(NODES);
      int b = random.nextInt(NODES);
      if (!neighborsTell || labels[a] == labels[b]) {
        builder.edge(a, b);
      }
    }
    Graph graph = builder.build();
    boolean[][] parts = new boolean[3][NODES];
    for (int i = 0; i < NODES; i++) {
      parts[i % 5 == 0 ? 0 : i % 5 < 3 ? 1 : 2][i] = true;
    }
    return new Case(
        CalibrationData.of(graph, Logits.of(logits)),
        Labels.of(CLASSES, labels),
        new Split(NodeSet.ofMask(parts[0]), NodeSet.ofMask(parts[1]), NodeSet.ofMask(parts[2])));
  }

  @Test
  void choosesTheRidgeWhereNeighborsTellALot() {
    AutoCalibrator.Fitted choice = data(4, true, 1).fit();
    assertThat(choice.chosen().report().method()).isEqualTo("ridge");
    assertThat(choice.report().notes().get(0))
        .startsWith("chose ridge: ridge has the lowest loss")
        .endsWith("in 5 folds over 200 nodes");
  }

  @Test
  void choosesOneTemperatureWhereThatIsTheTruth() {
    Case data = data(3, false, 2);
    AutoCalibrator.Fitted choice = data.fit();
    assertThat(choice.chosen().report().method()).isEqualTo("ts");
    assertThat(choice.calibrate(data.input()).temperatures()).isPresent();
    assertThat(choice.calibrate(data.input()).probabilities())
        .isEqualTo(
            TemperatureScaling.DEFAULT
                .fit(data.data(data.labels()), 3)
                .calibrate(data.input())
                .probabilities());
  }

  @Test
  void aRestoredChoiceGivesTheSameBits() {
    for (Case data : new Case[] {data(4, true, 1), data(3, false, 2)}) {
      AutoCalibrator.Fitted choice = data.fit();
      FittedCalibrator restored = Methods.restore(choice.state());
      assertThat(restored.calibrate(data.input()).probabilities())
          .isEqualTo(choice.calibrate(data.input()).probabilities());
      assertThat(restored.state()).isEqualTo(choice.state());
      assertThat(restored).isInstanceOf(choice.getClass());
    }
  }

  @Test
  void oneCalibrationNodeAloneLeavesTheNetworkAsItIs() {
    Case data = data(3, false, 2);
    Split one =
        new Split(
            data.split().train(),
            NodeSet.of(NODES, data.split().validation().get(0)),
            data.split().test());
    AutoCalibrator.Fitted choice = new Case(data.input(), data.labels(), one).fit();
    assertThat(choice.chosen().report().method()).isEqualTo("uncalibrated");
    assertThat(choice.report().notes().get(0))
        .isEqualTo("chose uncalibrated: one validation node alone cannot be held out");
  }

  @Test
  void leavesOutAMethodThatFailsAndNamesIt() {
    Case data = data(3, false, 2);
    double[] logits = data.input().logits().toArray();
    logits[data.split().validation().get(7) * CLASSES] = 1e300;
    CalibrationData input = data.input().withLogits(Logits.of(NODES, CLASSES, logits));
    AutoCalibrator.Fitted choice = new Case(input, data.labels(), data.split()).fit();
    assertThat(choice.report().notes().get(0)).startsWith("chose ").doesNotContain("wats 0");
    assertThat(choice.report().notes().get(1))
        .startsWith(
            "wats was left out, since it failed: a network needs logits in ±1e8, got 1.0E300");
    assertThat(choice.calibrate(input).probabilities().nodeCount()).isEqualTo(NODES);
  }

  @Test
  void refusesASingleFold() {
    assertThatThrownBy(() -> Methods.named("auto").calibrator(java.util.Map.of("folds", 1)))
        .hasMessage("folds must be in 2 … 100, got 1");
  }
}
