package io.github.wats.calibration.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WarningsTest {
  private static final int NODES = 800;

  /** A ring in which each node is also joined with the next but one; two classes. */
  private static CalibrationData data(IntUnaryOperator label, boolean accurate) {
    int[] labels = IntStream.range(0, NODES).map(label).toArray();
    Random random = new Random(1);
    double[][] logits = new double[NODES][2];
    for (int i = 0; i < NODES; i++) {
      int favored = accurate && random.nextInt(10) > 0 ? labels[i] : random.nextInt(2);
      logits[i][favored] = 1 + random.nextDouble();
    }
    int[] next = IntStream.range(0, NODES).map(i -> (i + 1) % NODES).toArray();
    Graph ring = Graph.fromEdges(NODES, IntStream.range(0, NODES).toArray(), next);
    return CalibrationData.of(ring, Logits.of(logits))
        .withLabels(Labels.of(2, labels))
        .withSplit(new Split(range(0, 400), range(400, 700), range(700, NODES)));
  }

  private static NodeSet range(int from, int to) {
    return NodeSet.of(NODES, IntStream.range(from, to).toArray());
  }

  private static boolean warns(Calibrator<?> calibrator, CalibrationData data, String words) {
    return calibrator.fit(data, 0).report().notes().stream().anyMatch(n -> n.contains(words));
  }

  @Test
  void stoppingOnTrainingNodesOfAHeterophilousGraphIsWarnedAbout() {
    Training quick = Training.DEFAULT.withEpochs(3);
    Wats stopped = Wats.DEFAULT.withTraining(quick.withEarlyStopping(EarlyStopping.TRAINING_NODES));
    CalibrationData alternating = data(i -> i % 2, true);
    CalibrationData blocks = data(i -> i / 100 % 2, true);
    String words = "labels of neighbors mostly differ (adjusted homophily -1.00)";
    assertThat(warns(stopped, alternating, words)).isTrue();
    assertThat(warns(stopped, blocks, "labels of neighbors mostly differ")).isFalse();
    assertThat(warns(Wats.DEFAULT.withTraining(quick), alternating, words)).isFalse();
    assertThat(Warnings.adjustedHomophily(blocks)).isCloseTo(0.98, within(0.02));
  }

  @Test
  void moreParametersThanNodesAreWarnedAbout() {
    CalibrationData data = data(i -> i / 7 % 2, true);
    Calibrator<?> wide = Wats.DEFAULT.with("hidden", 100).with("epochs", 2);
    assertThat(warns(wide, data, "fewer validation nodes (300) than fitted parameters (701)"))
        .isTrue();
    assertThat(warns(wide.with("hidden", 10), data, "than fitted parameters")).isFalse();
  }
}
