package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.NeighborBlock;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.DivergedException;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import io.github.wats.testing.TinyGraph;
import java.util.Collections;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GradientFitTest {
  private static final CalibrationData TINY =
      CalibrationData.of(TinyGraph.graph(), TinyGraph.logits());
  private static final Labels LABELS = TinyGraph.labels();

  /** Nodes 0 and 1 train, all others calibrate. */
  private static final Split SPLIT =
      new Split(
          NodeSet.of(12, 0, 1), NodeSet.of(12, IntStream.range(2, 12).toArray()), NodeSet.of(12));

  private static Wats wats(Training training) {
    return new Wats(NodeFeatures.WAVELET, WaveletSettings.DEFAULT, 8, 0, training);
  }

  private static FitNodes nodes(EarlyStopping rule, long seed) {
    CalibrationData data = TINY.withLabels(LABELS).withSplit(SPLIT);
    return FitNodes.of(CalibrationRows.of(data), data, rule, seed);
  }

  @Test
  void holdsOutAFifthOfTheCalibrationNodes() {
    FitNodes nodes = nodes(EarlyStopping.HELD_OUT, 1);
    assertThat(nodes.stoppingNodes().size()).isEqualTo(2);
    assertThat(
            IntStream.concat(
                IntStream.of(nodes.fitNodes().toArray()),
                IntStream.of(nodes.stoppingNodes().toArray())))
        .containsExactlyInAnyOrderElementsOf(IntStream.range(2, 12).boxed().toList());
    assertThat(nodes(EarlyStopping.HELD_OUT, 1)).isEqualTo(nodes);
    assertThat(IntStream.range(2, 20).mapToObj(s -> nodes(EarlyStopping.HELD_OUT, s)))
        .anyMatch(other -> !other.equals(nodes));
  }

  @Test
  void needsValidationNodes() {
    Split untrained = new Split(NodeSet.of(12), SPLIT.validation(), NodeSet.of(12));
    assertThatThrownBy(
            () -> wats(Training.AUTHORS).fit(TINY.withLabels(LABELS).withSplit(untrained), 0))
        .hasMessage(
            "early-stopping training-nodes needs a training node with a known label, got none");
    Split few = new Split(NodeSet.of(12), NodeSet.of(12, 1, 2, 3), NodeSet.of(12));
    Training heldOut = Training.AUTHORS.withEarlyStopping(EarlyStopping.HELD_OUT);
    assertThatThrownBy(() -> wats(heldOut).fit(TINY.withLabels(LABELS).withSplit(few), 0))
        .hasMessage("early-stopping held-out needs at least 5 validation nodes, got 3");
  }

  @Test
  void keepsTheParametersWithTheLowestValidationLoss() {
    for (EarlyStopping rule :
        new EarlyStopping[] {EarlyStopping.HELD_OUT, EarlyStopping.TRAINING_NODES}) {
      Wats wats = wats(new Training(OptionalInt.of(300), 7, 0.05, 0, rule));
      Wats.Fitted fitted = wats.fit(TINY.withLabels(LABELS).withSplit(SPLIT), 3);
      FitReport report = fitted.report();
      assertThat(report.earlyStopping()).isEqualTo(rule);
      assertThat(report.validationLosses()).hasSize(report.epochs());
      assertThat(report.losses()).hasSize(report.epochs());
      double lowest = Collections.min(report.validationLosses());
      Outcomes validation =
          Outcomes.of(
              fitted.calibrate(TINY).probabilities(), LABELS, nodes(rule, 3).stoppingNodes());
      assertThat(Metric.NLL.of(validation, 10).orElseThrow()).isCloseTo(lowest, within(1e-5));
      if (report.converged()) {
        int last = report.validationLosses().lastIndexOf(lowest);
        assertThat(report.epochs() - 1 - last).isEqualTo(7);
      }
    }
  }

  @Test
  void runsAllEpochsWithoutARule() {
    FitReport report =
        wats(Training.DEFAULT.withEpochs(40))
            .fit(TINY.withLabels(LABELS).withSplit(SPLIT), 0)
            .report();
    assertThat(report.epochs()).isEqualTo(40);
    assertThat(report.converged()).isTrue();
    assertThat(report.validationLosses()).isEmpty();
    assertThat(report.losses().get(39)).isLessThan(report.losses().get(0));
    assertThat(report.seconds()).isGreaterThan(0);
  }

  @Test
  void saysWhenALossIsNoNumber() {
    Training wild = new Training(OptionalInt.of(50), 50, 1e38, 0, EarlyStopping.NONE);
    assertThatThrownBy(
            () -> new CaGcn(4, 0, true, wild).fit(TINY.withLabels(LABELS).withSplit(SPLIT), 0))
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("in epoch")
        .hasMessageContaining("1.0E38");
  }

  @Test
  void aFieldCutFromTheWholeGivesTheSameRows() {
    var operator = GraphOperators.gcn(TinyGraph.graph().adjacency(), true);
    int[] targets = {8, 2, 7};
    NeighborBlock field = NeighborBlock.of(operator.matrix().pattern(), targets);
    var cut = field.cut(operator).matrix();
    for (int r = 0; r < targets.length; r++) {
      for (int c = 0; c < field.read().length; c++) {
        assertThat(cut.get(r, c)).isEqualTo(operator.matrix().get(targets[r], field.read()[c]));
      }
      assertThat(cut.pattern().rowLength(r))
          .isEqualTo(operator.matrix().pattern().rowLength(targets[r]));
    }
  }
}
