package io.github.wats.calibration;

import io.github.wats.features.GraphFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Nodes with several labels, each of which a node has or has not: {@code P(y_il = 1) =
 * sigmoid(z_il)}. {@link CalibrationData#of(MultiLabelData, Logits)} makes them rows of a problem
 * of two classes: row {@code i·L + l} is label l of node i.
 *
 * @param names of the L labels
 * @param structure features of the graph, computed once for all labels
 */
public record MultiLabelData(Graph graph, List<String> names, GraphFeatures structure)
    implements GraphRows {
  public MultiLabelData {
    names = List.copyOf(names);
    Check.argument(!names.isEmpty(), "there must be at least one label, got none");
  }

  public static MultiLabelData of(Graph graph, List<String> names) {
    return new MultiLabelData(graph, names, GraphFeatures.of(graph));
  }

  /** Labels that have numbers only. */
  public static MultiLabelData of(Graph graph, int labels) {
    return of(graph, IntStream.range(0, labels).mapToObj(Integer::toString).toList());
  }

  public int labelCount() {
    return names.size();
  }

  @Override
  public int count() {
    return Math.multiplyExact(graph.nodeCount(), labelCount());
  }

  /** The node of a row. */
  public int node(int row) {
    return row / labelCount();
  }

  /** The label of a row. */
  public int label(int row) {
    return row % labelCount();
  }

  @Override
  public int degree(int row) {
    return graph.degree(node(row));
  }

  @Override
  public String kind() {
    return "outcome";
  }

  /** All rows of these nodes. */
  public NodeSet rows(NodeSet nodes) {
    int labels = labelCount();
    int[] rows = new int[nodes.size() * labels];
    Arrays.setAll(rows, k -> nodes.get(k / labels) * labels + k % labels);
    return NodeSet.of(count(), rows);
  }

  public Split rows(Split nodes) {
    return new Split(rows(nodes.train()), rows(nodes.validation()), rows(nodes.test()));
  }

  /** The nodes of which some of these rows are. */
  public NodeSet nodes(NodeSet rows) {
    int[] nodes = Arrays.stream(rows.toArray()).map(this::node).distinct().toArray();
    return NodeSet.of(graph.nodeCount(), nodes);
  }

  /** Two halves of these rows: the rows of a node, which are dependent, stay together. */
  public List<NodeSet> halves(NodeSet rows, long seed) {
    return nodes(rows).halves(seed).stream().map(half -> common(rows(half), rows)).toList();
  }

  private static NodeSet common(NodeSet one, NodeSet other) {
    boolean[] in = other.toMask();
    int[] both = Arrays.stream(one.toArray()).filter(row -> in[row]).toArray();
    return NodeSet.of(in.length, both);
  }

  /** For each label how many of these rows are known to be 0, and how many to be 1 (L × 2). */
  public int[][] counts(Labels outcomes, NodeSet rows) {
    int[][] counts = new int[labelCount()][2];
    for (int row : rows.withKnownLabel(outcomes).toArray()) {
      counts[label(row)][outcomes.get(row)]++;
    }
    return counts;
  }

  /** Each label of these rows as nodes of two classes. */
  public IntFunction<CalibrationData> labels(CalibrationData rows) {
    Optional<Split> split = rows.split().map(this::nodes);
    int n = graph.nodeCount();
    return label -> {
      double[] scores = new double[n];
      int[] own = new int[rows.labels().isPresent() ? n : 0];
      for (int i = 0; i < n; i++) {
        int row = i * labelCount() + label;
        scores[i] = rows.logits().get(row, 1) - rows.logits().get(row, 0);
        if (own.length > 0) {
          own[i] = rows.requireLabels().get(row);
        }
      }
      CalibrationData nodes =
          CalibrationData.of(graph, Logits.ofBinary(scores)).withStructure(structure);
      nodes = rows.labels().isPresent() ? nodes.withLabels(Labels.of(2, own)) : nodes;
      return split.map(nodes::withSplit).orElse(nodes);
    };
  }

  private Split nodes(Split rows) {
    return new Split(nodes(rows.train()), nodes(rows.validation()), nodes(rows.test()));
  }
}
