package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import org.junit.jupiter.api.Test;

class CalibrationRowsTest {
  private static final Graph NO_EDGES = Graph.fromEdges(3, new int[0], new int[0]);
  private static final Logits CONSTANT = Logits.of(3, 2, new double[6]);
  private static final CalibrationData INPUT = CalibrationData.of(NO_EDGES, CONSTANT);

  private static Split calibrateOn(int... nodes) {
    return new Split(NodeSet.of(3), NodeSet.of(3, nodes), NodeSet.of(3));
  }

  @Test
  void refusesAnEmptyCalibrationSet() {
    Labels labels = Labels.of(2, new int[] {0, 1, 1});
    assertThatThrownBy(() -> CalibrationRows.of(INPUT.withLabels(labels).withSplit(calibrateOn())))
        .hasMessageContaining("at least one validation node with a known label, got 0 nodes");
  }

  @Test
  void refusesCalibrationNodesWithoutAKnownLabel() {
    Labels labels = Labels.of(2, new int[] {-1, -1, 1});
    assertThatThrownBy(
            () -> CalibrationRows.of(INPUT.withLabels(labels).withSplit(calibrateOn(0, 1))))
        .hasMessageContaining("got 2 nodes of which 0 have one");
  }

  @Test
  void notesWhatIsUnusual() {
    Labels labels = Labels.of(2, new int[] {0, -1, 0});
    CalibrationRows rows =
        CalibrationRows.of(INPUT.withLabels(labels).withSplit(calibrateOn(0, 1)));
    assertThat(rows.nodes().toArray()).containsExactly(0);
    assertThat(rows.notes())
        .containsExactly(
            "the labels of 1 of 2 validation nodes are unknown; they were left out",
            "the logits of every validation node are constant: they favor no class",
            "few validation nodes (1 for 2 classes): a fit on them may make calibration worse",
            "no validation node has class 1");
  }

  @Test
  void twoNodesPerClassAreNotFew() {
    Graph graph = Graph.fromEdges(4, new int[0], new int[0]);
    Logits logits = Logits.of(4, 2, new double[] {0, 1, 1, 0, 2, 0, 0, 2});
    Labels labels = Labels.of(2, new int[] {0, 1, 0, 1});
    Split split = new Split(NodeSet.of(4), NodeSet.of(4, 0, 1, 2, 3), NodeSet.of(4));
    assertThat(
            CalibrationRows.of(
                    CalibrationData.of(graph, logits).withLabels(labels).withSplit(split))
                .notes())
        .isEmpty();
  }

  @Test
  void refusesLabelsWithOtherClassesThanTheLogits() {
    Labels labels = Labels.of(3, new int[] {0, 1, 2});
    assertThatThrownBy(() -> CalibrationRows.of(INPUT.withLabels(labels).withSplit(calibrateOn(0))))
        .hasMessage("labels and logits must have the same classes, got 3 and 2");
  }

  @Test
  void aFingerprintChangesWithOneEdge() {
    Graph one = Graph.fromEdges(3, new int[] {0}, new int[] {1});
    Graph other = Graph.fromEdges(3, new int[] {0}, new int[] {2});
    assertThat(one.fingerprint())
        .isNotEqualTo(other.fingerprint())
        .isEqualTo(Graph.fromEdges(3, new int[] {1}, new int[] {0}).fingerprint());
  }
}
