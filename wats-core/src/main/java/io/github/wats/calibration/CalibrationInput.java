package io.github.wats.calibration;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import java.util.Optional;

/**
 * What a calibrator sees of the nodes: the graph, the network's logits, and where there are some,
 * node features and the nodes the network was trained on.
 *
 * @param graph the simple undirected graph (n nodes)
 * @param logits the network's scores (n × C)
 * @param features what the network saw of each node (n × F), needed by GETS alone
 * @param trainingNodes the nodes the network was trained on, used by GATS alone; a calibrator that
 *     was fitted on this very graph remembers them
 */
public record CalibrationInput(
    Graph graph, Logits logits, Optional<FeatureMatrix> features, Optional<NodeSet> trainingNodes) {
  public CalibrationInput {
    checkNodes(graph, "logits", logits.nodeCount());
    features.ifPresent(matrix -> checkNodes(graph, "features", matrix.rows()));
    trainingNodes.ifPresent(nodes -> checkNodes(graph, "training nodes", nodes.nodeCount()));
  }

  public static CalibrationInput of(Graph graph, Logits logits) {
    return new CalibrationInput(graph, logits, Optional.empty(), Optional.empty());
  }

  public CalibrationInput withFeatures(FeatureMatrix newFeatures) {
    return new CalibrationInput(graph, logits, Optional.of(newFeatures), trainingNodes);
  }

  public CalibrationInput withTrainingNodes(NodeSet newTrainingNodes) {
    return new CalibrationInput(graph, logits, features, Optional.of(newTrainingNodes));
  }

  public CalibrationInput withLogits(Logits newLogits) {
    return new CalibrationInput(graph, newLogits, features, trainingNodes);
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  public int classCount() {
    return logits.classCount();
  }

  private static void checkNodes(Graph graph, String name, int count) {
    Check.argument(
        count == graph.nodeCount(),
        "%s must have one row per node of the graph: %d, got %d",
        name,
        graph.nodeCount(),
        count);
  }
}
