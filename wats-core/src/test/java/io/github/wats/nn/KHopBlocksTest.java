package io.github.wats.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.engine.autodiff.FeatureInput;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.SparseOperator;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.engine.autodiff.Variable;
import io.github.wats.engine.layer.GraphOperators;
import io.github.wats.engine.layer.KHopBlocks;
import io.github.wats.engine.layer.NeighborBlock;
import io.github.wats.engine.layer.Network;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparsePattern;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KHopBlocksTest {
  private static final int NODES = 40;
  private static final Graph RING =
      Graph.fromEdges(NODES, IntStream.range(0, NODES).toArray(), ringTargets());
  private static final FeatureInput X = FeatureInput.of(FeatureMatrix.wrap(features()));

  private static int[] ringTargets() {
    return IntStream.range(0, NODES).map(i -> (i + 1) % NODES).toArray();
  }

  private static DenseMatrix features() {
    float[] values = new float[NODES * 5];
    for (int e = 0; e < values.length; e++) {
      values[e] = (float) Math.sin(e);
    }
    return DenseMatrix.wrap(NODES, 5, values);
  }

  @ParameterizedTest
  @CsvSource({
    "gcn, 2",
    "gcn, 3",
    "gat, 2",
    "gat, 3",
    "gat-classic, 2",
    "gat-classic, 3",
    "gcnii, 3",
    "mlp, 2",
  })
  void someNodesGetWhatTheyGetAmongAll(String name, int layers) {
    Network network = Backbone.named(name).with(Map.of("layers", layers)).network(RING, 5, 3, 11);
    DenseMatrix all = evaluated(network, null, Tape.forwardOnly());

    for (int[] nodes : new int[][] {{7}, {30, 2}, IntStream.range(0, NODES - 3).toArray()}) {
      DenseMatrix some = evaluated(network, nodes, Tape.forwardOnly());
      DenseMatrix learning = evaluated(network, nodes, new Tape(1));

      for (int k = 0; k < nodes.length; k++) {
        for (int c = 0; c < 3; c++) {
          assertThat(some.get(k, c)).isCloseTo(all.get(nodes[k], c), offset(1e-6f));
          assertThat(learning.get(k, c)).isCloseTo(all.get(nodes[k], c), offset(1e-6f));
        }
      }
    }
  }

  private static DenseMatrix evaluated(Network network, int[] nodes, Tape tape) {
    Variable logits =
        nodes == null ? network.logits(tape, X, 1) : network.logits(tape, X, nodes, 1);
    tape.forward(Mode.EVALUATION);
    return logits.value();
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 3", "2, 5, 3", "3, 7, 3"})
  void aLayerReadsOneStepFurtherOnARing(int layers, int features, int last) {
    SparsePattern looped = GraphOperators.withSelfLoops(RING.adjacency());
    KHopBlocks field = KHopBlocks.of(looped, new int[] {20}, layers);

    assertThat(field.input(X).rows()).isEqualTo(features);
    assertThat(field.blocks()).hasSize(layers);
    SparsePattern top = field.blocks().get(layers - 1).pattern();
    assertThat(top.columnCount()).isEqualTo(last);
  }

  @ParameterizedTest
  @CsvSource({"2", "3"})
  void nearlyAllNodesAreReadWithoutACopy(int layers) {
    SparsePattern looped = GraphOperators.withSelfLoops(RING.adjacency());
    int[] most = IntStream.range(0, NODES - 3).toArray();

    assertThat(KHopBlocks.of(looped, most, layers).input(X)).isSameAs(X);
  }

  @Test
  void allNodesKeepTheOperator() {
    SparseOperator operator = GraphOperators.gcn(RING.adjacency(), true);
    SparsePattern pattern = operator.matrix().pattern();
    int[] all = IntStream.range(0, NODES).toArray();
    int[] turned = IntStream.range(0, NODES).map(i -> NODES - 1 - i).toArray();

    assertThat(NeighborBlock.of(pattern, all).cut(operator)).isSameAs(operator);
    SparseOperator other = NeighborBlock.of(pattern, turned).cut(operator);
    assertThat(other.matrix().get(0, NODES - 1))
        .isEqualTo(operator.matrix().get(NODES - 1, NODES - 1));
    assertThat(other.matrix().get(0, 5)).isEqualTo(operator.matrix().get(NODES - 1, 5));
  }
}
