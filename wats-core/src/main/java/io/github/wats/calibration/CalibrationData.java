package io.github.wats.calibration;

import io.github.wats.features.GraphFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import java.util.Optional;

/**
 * What is known about the nodes of one graph. A fit needs labels and a split; labels of test nodes
 * have no effect on anything.
 *
 * @param graph the simple undirected graph (n nodes)
 * @param logits the network's scores (n × C)
 * @param features what the network saw of each node (n × F), needed by GETS alone
 * @param labels known classes
 * @param split which nodes the network was trained on, which are for calibration, which for tests
 * @param structure features of the graph itself, such as wavelets, computed at most once
 */
public record CalibrationData(
    Graph graph,
    Logits logits,
    Optional<FeatureMatrix> features,
    Optional<Labels> labels,
    Optional<Split> split,
    GraphFeatures structure) {
  public CalibrationData {
    checkNodes(graph, "logits", logits.nodeCount());
    features.ifPresent(matrix -> checkNodes(graph, "features", matrix.rows()));
    labels.ifPresent(known -> checkNodes(graph, "labels", known.nodeCount()));
    split.ifPresent(parts -> checkNodes(graph, "split", parts.nodeCount()));
    checkNodes(graph, "structure", structure.nodeCount());
    labels.ifPresent(
        known ->
            Check.argument(
                known.classCount() == logits.classCount(),
                "labels and logits must have the same classes, got %d and %d",
                known.classCount(),
                logits.classCount()));
  }

  public static CalibrationData of(Graph graph, Logits logits) {
    return new CalibrationData(
        graph,
        logits,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        GraphFeatures.of(graph));
  }

  public CalibrationData withLogits(Logits newLogits) {
    return new CalibrationData(graph, newLogits, features, labels, split, structure);
  }

  public CalibrationData withFeatures(FeatureMatrix newFeatures) {
    return new CalibrationData(graph, logits, Optional.of(newFeatures), labels, split, structure);
  }

  public CalibrationData withLabels(Labels newLabels) {
    return new CalibrationData(graph, logits, features, Optional.of(newLabels), split, structure);
  }

  public CalibrationData withSplit(Split newSplit) {
    return new CalibrationData(graph, logits, features, labels, Optional.of(newSplit), structure);
  }

  /** With features that are shared with other data of the same graph. */
  public CalibrationData withStructure(GraphFeatures newStructure) {
    return new CalibrationData(graph, logits, features, labels, split, newStructure);
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  public int classCount() {
    return logits.classCount();
  }

  public Labels requireLabels() {
    return labels.orElseThrow(() -> new IllegalArgumentException("a fit needs labels, got none"));
  }

  public Split requireSplit() {
    return split.orElseThrow(() -> new IllegalArgumentException("a fit needs a split, got none"));
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
