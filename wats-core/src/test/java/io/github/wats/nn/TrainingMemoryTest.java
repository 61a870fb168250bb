package io.github.wats.nn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrainingMemoryTest {
  /** A ring of 1,000 nodes, two of them for training and one for validation. */
  private static final TrainingData RING =
      new TrainingData(
          Graph.fromEdges(
              1000,
              IntStream.range(0, 1000).toArray(),
              IntStream.range(0, 1000).map(i -> (i + 1) % 1000).toArray()),
          FeatureMatrix.wrap(DenseMatrix.zeros(1000, 50)),
          Labels.of(3, new int[1000]));

  private static final Backbone.TrainingSize FEW =
      Backbone.TrainingSize.of(
          RING, new Split(NodeSet.of(1000, 10, 500), NodeSet.of(1000, 900), NodeSet.of(1000, 1)));

  @Test
  void anMlpHoldsTheRowsItTrainsOn() {
    Backbone mlp = MlpBackbone.DEFAULT.with(Map.of("hidden", 8));

    assertThat(mlp.trainingBytes(FEW)).isEqualTo(4 * 3 * (6 * 8 + 3 * 3));
  }

  @Test
  void aGcnHoldsItsOperatorAndTheRowsThatAreRead() {
    Backbone gcn = GcnBackbone.DEFAULT.with(Map.of("hidden", 8));
    long dense = 4 * 9 * (6 * 8 + 3 * 3); // three nodes read three each
    long operator = 4 * 2 * 3000;
    long rows = 4 * 4 * 9;

    assertThat(gcn.trainingBytes(FEW)).isEqualTo(dense + operator + rows);
  }

  @Test
  void aGatHoldsItsAttentionForEveryHead() {
    Backbone gat = GatBackbone.DEFAULT.with(Map.of("hidden", 8)); // two heads
    long dense = 4 * 9 * (6 * 16 + 3 * 3);
    long neighbors = 4 * 3000;
    long evaluation = 4 * (2 + 2 * 2) * 3000; // more than the few rows of training need

    assertThat(gat.trainingBytes(FEW)).isEqualTo(dense + neighbors + evaluation);
  }

  @Test
  void aGcniiHoldsEveryNodeInEveryLayer() {
    Backbone gcnii = GcniiBackbone.DEFAULT.with(Map.of("hidden", 8));
    long layers = 4 * 16 * 3 * 7 * 8 * 1000L;
    long operator = 4 * 2 * 3000;
    long ends = 4 * 1000 * (6 * 8 + 3 * 3);

    assertThat(gcnii.trainingBytes(FEW)).isEqualTo(layers + operator + ends);
  }
}
