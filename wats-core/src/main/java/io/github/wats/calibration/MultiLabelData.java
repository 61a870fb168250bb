package io.github.wats.calibration;

import io.github.wats.features.GraphFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Nodes with several labels, each of which a node has or has not: {@code P(y_il = 1) =
 * sigmoid(z_il)}. Each label is a problem of two classes with the logits (0, z) on the same graph.
 *
 * @param logits one score for each node and label (n × L)
 * @param outcomes of all nodes and labels, row by row (n·L): 1, 0, or −1 where unknown
 * @param structure features of the graph, computed once for all labels
 */
public record MultiLabelData(
    Graph graph,
    Logits logits,
    Optional<Labels> outcomes,
    Optional<Split> split,
    GraphFeatures structure) {
  public MultiLabelData {
    int nodes = graph.nodeCount();
    String rule = "%s must have one row per node of the graph: %d, got %d";
    Check.argument(logits.nodeCount() == nodes, rule, "logits", nodes, logits.nodeCount());
    split.ifPresent(
        parts ->
            Check.argument(parts.nodeCount() == nodes, rule, "split", nodes, parts.nodeCount()));
    int labels = logits.classCount();
    outcomes.ifPresent(
        all ->
            Check.argument(
                all.nodeCount() == (long) nodes * labels && all.classCount() == 2,
                "outcomes must be %d × %d of two classes, got %d of %d",
                nodes,
                labels,
                all.nodeCount(),
                all.classCount()));
  }

  public static MultiLabelData of(Graph graph, Logits logits) {
    return new MultiLabelData(
        graph, logits, Optional.empty(), Optional.empty(), GraphFeatures.of(graph));
  }

  /**
   * With the outcomes of all nodes and labels.
   *
   * @param values row by row (n·L): 1, 0, or −1 where unknown
   */
  public MultiLabelData withOutcomes(int[] values) {
    for (int k = 0; k < values.length; k++) {
      Check.argument(
          values[k] >= Labels.UNKNOWN && values[k] <= 1,
          "outcomes must be 0, 1, or -1 for unknown, got %d at node %d, label %d",
          values[k],
          k / labelCount(),
          k % labelCount());
    }
    Optional<Labels> all = Optional.of(Labels.of(2, values));
    return new MultiLabelData(graph, logits, all, split, structure);
  }

  public MultiLabelData withSplit(Split newSplit) {
    return new MultiLabelData(graph, logits, outcomes, Optional.of(newSplit), structure);
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  public int labelCount() {
    return logits.classCount();
  }

  public Split requireSplit() {
    return split.orElseThrow(() -> new IllegalArgumentException("a fit needs a split, got none"));
  }

  /** The outcomes of one label (n). */
  public Labels requireOutcomes(int label) {
    Labels all =
        outcomes.orElseThrow(
            () -> new IllegalArgumentException("a fit needs outcomes of labels, got none"));
    int[] own = new int[nodeCount()];
    Arrays.setAll(own, i -> all.get(i * labelCount() + label));
    return Labels.of(2, own);
  }

  /** How many of these nodes are known not to have a label, and how many to have it. */
  public int[] counts(int label, NodeSet nodes) {
    return requireOutcomes(label).select(nodes).counts();
  }

  /** The labels that some of these nodes have and others have not, as far as is known. */
  public int[] withBothOutcomes(NodeSet nodes) {
    return IntStream.range(0, labelCount())
        .filter(l -> Arrays.stream(counts(l, nodes)).min().getAsInt() > 0)
        .toArray();
  }

  /** One label as a problem of two classes, of which class 1 is to have it. */
  public CalibrationData label(int label) {
    double[] scores = new double[nodeCount()];
    Arrays.setAll(scores, i -> logits.get(i, label));
    CalibrationData data =
        CalibrationData.of(graph, Logits.ofBinary(scores)).withStructure(structure);
    data = outcomes.isEmpty() ? data : data.withLabels(requireOutcomes(label));
    return split.map(data::withSplit).orElse(data);
  }

  /** The known outcomes of the validation nodes for all labels as one problem, without a graph. */
  public CalibrationData pooled() {
    int[] rows =
        Arrays.stream(requireSplit().validation().toArray())
            .flatMap(i -> IntStream.range(i * labelCount(), (i + 1) * labelCount()))
            .filter(k -> outcomes.map(all -> all.isKnown(k)).orElse(false))
            .toArray();
    double[] scores =
        Arrays.stream(rows)
            .mapToDouble(k -> logits.get(k / labelCount(), k % labelCount()))
            .toArray();
    int[] values = Arrays.stream(rows).map(k -> outcomes.orElseThrow().get(k)).toArray();
    NodeSet none = NodeSet.of(rows.length);
    return CalibrationData.of(Logits.ofBinary(scores))
        .withLabels(Labels.of(2, values))
        .withSplit(new Split(none, NodeSet.all(rows.length), none));
  }
}
