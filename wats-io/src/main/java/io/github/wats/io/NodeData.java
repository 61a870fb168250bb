package io.github.wats.io;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.features.GraphFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import java.util.Optional;

/**
 * Data about the nodes of one graph, as read from the user's files. All parts describe the same
 * nodes; parts that the files lack, or that were not requested, are absent. Immutable.
 *
 * @param origin the files, for messages
 * @param ids the names or numbers of the nodes
 */
public record NodeData(
    Origin origin,
    NodeIds ids,
    Optional<Graph> graph,
    Optional<Logits> logits,
    Optional<Labels> labels,
    Optional<Split> split,
    Optional<FeatureMatrix> features) {
  public NodeData {
    int nodes = ids.nodeCount();
    graph.ifPresent(part -> checkSize(origin, nodes, "graph", part.nodeCount()));
    logits.ifPresent(part -> checkSize(origin, nodes, "logits", part.nodeCount()));
    labels.ifPresent(part -> checkSize(origin, nodes, "labels", part.nodeCount()));
    split.ifPresent(part -> checkSize(origin, nodes, "split", part.nodeCount()));
    features.ifPresent(part -> checkSize(origin, nodes, "features", part.rows()));
  }

  private static void checkSize(Origin origin, int nodes, String part, int got) {
    origin.check(got == nodes, "%s must have %d nodes, got %d", part, nodes, got);
  }

  /** Numbered nodes without any data; add parts with the {@code with} methods. */
  public static NodeData of(Origin origin, int nodeCount) {
    return new NodeData(
        origin,
        NodeIds.numbers(nodeCount),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  public int nodeCount() {
    return ids.nodeCount();
  }

  public Graph requireGraph() {
    return graph.orElseThrow(
        () -> missing("a graph ('edge_index', 'edges', or a SciPy csr matrix 'adj_data', …)"));
  }

  public Logits requireLogits() {
    return logits.orElseThrow(() -> missing("logits (array 'logits', N × C)"));
  }

  public Labels requireLabels() {
    return labels.orElseThrow(
        () -> missing("labels (array 'y' or 'labels', N integers, -1 for unknown)"));
  }

  public Split requireSplit() {
    return split.orElseThrow(
        () -> missing("a split (arrays 'train_mask', 'val_mask', 'test_mask', or '…_idx')"));
  }

  public FeatureMatrix requireFeatures() {
    return features.orElseThrow(
        () -> missing("features (array 'x', 'node_features', or 'attr_data', …)"));
  }

  /** The input of a calibrator; graph and logits are required. */
  public CalibrationData calibrationData() {
    Graph known = requireGraph();
    return new CalibrationData(
        known, requireLogits(), features, labels, split, GraphFeatures.of(known));
  }

  private InvalidDataException missing(String what) {
    return origin.lacks("have " + what);
  }

  public NodeData withIds(NodeIds newIds) {
    return new NodeData(origin, newIds, graph, logits, labels, split, features);
  }

  public NodeData withGraph(Graph newGraph) {
    return new NodeData(origin, ids, Optional.of(newGraph), logits, labels, split, features);
  }

  public NodeData withLogits(Logits newLogits) {
    return new NodeData(origin, ids, graph, Optional.of(newLogits), labels, split, features);
  }

  public NodeData withLabels(Labels newLabels) {
    return new NodeData(origin, ids, graph, logits, Optional.of(newLabels), split, features);
  }

  public NodeData withSplit(Split newSplit) {
    return new NodeData(origin, ids, graph, logits, labels, Optional.of(newSplit), features);
  }

  public NodeData withFeatures(FeatureMatrix newFeatures) {
    return new NodeData(origin, ids, graph, logits, labels, split, Optional.of(newFeatures));
  }
}
