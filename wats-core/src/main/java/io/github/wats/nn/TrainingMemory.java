package io.github.wats.nn;

import io.github.wats.engine.layer.PropagatedFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Heap;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Locale;

/** What a training will hold at its peak, from counts alone. */
final class TrainingMemory {
  private static final int WORD = 4; // bytes of a float or an int

  private TrainingMemory() {}

  /** Refuses a training for which the heap is too small. */
  static void check(Backbone backbone, TrainingData data, Split split) {
    Graph graph = data.graph();
    Heap.require(
        bytes(backbone, data, split),
        String.format(
            Locale.ROOT,
            "training a %s on %,d nodes and %,d directed edges",
            backbone.name(),
            graph.nodeCount(),
            2L * graph.edgeCount()));
  }

  static long bytes(Backbone backbone, TrainingData data, Split split) {
    long nodes = rowsComputed(backbone, data, split);
    int heads = heads(backbone);
    long width = (long) backbone.hidden() * Math.max(1, heads);
    long dense = WORD * nodes * (6 * width + 3L * data.labels().classCount());
    long entries = 2L * data.graph().edgeCount() + data.graph().nodeCount();
    long trained = entries(data.graph(), split.train());
    long watched = entries(data.graph(), split.calibration());
    long sparse = sparse(backbone, heads, entries, trained, watched);
    return dense + sparse + bytes(backbone, data, nodes);
  }

  private static long sparse(
      Backbone backbone, int heads, long entries, long trained, long watched) {
    if (backbone instanceof MlpBackbone) {
      return 0;
    }
    if (backbone instanceof GcnBackbone) {
      // the operator; its rows of training and validation nodes with their transposes
      return WORD * (2 * entries + 4 * (trained + watched));
    }
    // rows both ways; per head and entry three numbers on the way back, two without
    long learning = (3 + 3L * heads) * trained + (3 + 2L * heads) * watched;
    return WORD * (entries + Math.max(learning, (2 + 2L * heads) * entries));
  }

  /** The nodes a hidden layer is computed for: at most those that training and validation read. */
  private static long rowsComputed(Backbone backbone, TrainingData data, Split split) {
    if (backbone instanceof MlpBackbone) {
      return split.train().size() + (long) split.calibration().size();
    }
    long read = entries(data.graph(), split.train()) + entries(data.graph(), split.calibration());
    return Math.min(data.graph().nodeCount(), read);
  }

  private static int heads(Backbone backbone) {
    if (backbone instanceof GatBackbone gat) {
      return gat.heads();
    }
    return backbone instanceof ClassicGatBackbone gat ? gat.heads() : 0;
  }

  /** The entries of the rows of these nodes, each with its self-loop. */
  private static long entries(Graph graph, NodeSet nodes) {
    return graph.neighborCount(nodes.toArray()) + nodes.size();
  }

  /**
   * Sparse features are kept a second time in tiles, or twice as bits, which are fewer; a GCN may
   * sum them over neighbors first.
   */
  private static long bytes(Backbone backbone, TrainingData data, long rows) {
    FeatureMatrix features = data.features();
    long entries = 2L * data.graph().edgeCount() + data.graph().nodeCount();
    if (backbone instanceof GcnBackbone && PropagatedFeatures.pay(entries, features)) {
      return WORD * rows * features.columns();
    }
    return features
        .sparse()
        .map(SparseMatrix::pattern)
        .map(pattern -> 2L * WORD * pattern.entryCount())
        .orElse(0L);
  }
}
