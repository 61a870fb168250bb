package io.github.wats.nn;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.prediction.Labels;

/**
 * The data a backbone is trained on.
 *
 * @param graph n nodes
 * @param features one row per node, every entry finite
 * @param labels one per node
 */
public record TrainingData(Graph graph, FeatureMatrix features, Labels labels) {
  public TrainingData {
    int nodes = graph.nodeCount();
    Check.argument(
        labels.nodeCount() == nodes,
        "one label per node: expected %d, got %d",
        nodes,
        labels.nodeCount());
    checkFeatures(graph, features);
  }

  /** One row per node, every entry finite. */
  static void checkFeatures(Graph graph, FeatureMatrix features) {
    Check.argument(
        features.rows() == graph.nodeCount(),
        "one row of features per node: expected %d, got %d",
        graph.nodeCount(),
        features.rows());
    features.sparse().ifPresent(TrainingData::checkFinite);
    features.dense().ifPresent(TrainingData::checkFinite);
  }

  private static void checkFinite(SparseMatrix features) {
    for (int i = 0; i < features.rows(); i++) {
      for (int k = features.pattern().offset(i); k < features.pattern().offset(i + 1); k++) {
        checkFinite(features.value(k), i, features.pattern().column(k));
      }
    }
  }

  private static void checkFinite(DenseMatrix features) {
    for (int e = 0; e < features.array().length; e++) {
      checkFinite(features.array()[e], e / features.columns(), e % features.columns());
    }
  }

  private static void checkFinite(float value, int node, int feature) {
    if (!Float.isFinite(value)) {
      throw new IllegalArgumentException(
          "features must be finite, got " + value + " at node " + node + ", feature " + feature);
    }
  }
}
