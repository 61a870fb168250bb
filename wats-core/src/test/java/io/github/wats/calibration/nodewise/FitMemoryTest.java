package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import org.junit.jupiter.api.Test;

class FitMemoryTest {
  /** Two training nodes with one neighbor each, a validation node with two. */
  private static final CalibrationData INPUT =
      CalibrationData.of(
          Graph.fromEdges(4, new int[] {0, 1}, new int[] {2, 2}), Logits.of(4, 2, new double[8]));

  private static final Split SPLIT =
      new Split(NodeSet.of(4, 0, 1), NodeSet.of(4, 2), NodeSet.of(4, 3));

  private static final Training STOPPING =
      Training.DEFAULT.withEarlyStopping(EarlyStopping.TRAINING_NODES);

  @Test
  void countsEdgesWithSelfLoopsNeighborsReadAndNodes() {
    assertNeeds(new FitMemory(1_000_000_000_000L, 0, 0), Training.DEFAULT, "8000.0 GB");
    assertNeeds(new FitMemory(0, 1_000_000_000_000L, 0), Training.DEFAULT, "3000.0 GB");
    assertNeeds(new FitMemory(0, 1_000_000_000_000L, 0), STOPPING, "7000.0 GB");
    assertNeeds(new FitMemory(0, 0, 1_000_000_000_000L), Training.DEFAULT, "4000.0 GB");
  }

  private static void assertNeeds(FitMemory memory, Training training, String bytes) {
    assertThatThrownBy(() -> memory.check("gats", INPUT.withSplit(SPLIT), training))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "fitting gats on 4 nodes and 4 directed edges needs about " + bytes);
  }

  @Test
  void letsASmallFitBegin() {
    assertThatCode(() -> new FitMemory(8, 64, 100).check("gats", INPUT.withSplit(SPLIT), STOPPING))
        .doesNotThrowAnyException();
  }
}
