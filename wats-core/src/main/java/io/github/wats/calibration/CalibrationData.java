package io.github.wats.calibration;

import io.github.wats.calibration.internal.Doubts;
import io.github.wats.calibration.internal.PairInputs;
import io.github.wats.features.GraphFeatures;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is known about the nodes of one graph, or about pairs of them, which then are what is called
 * a node everywhere here: a row of logits with a label. A fit needs labels and a split; labels of
 * test nodes have no effect on anything.
 *
 * @param graph the simple undirected graph (n nodes); of pairs one without edges, which {@link
 *     #graph} does not return
 * @param logits the network's scores (n × C)
 * @param features what the network saw of each node (n × F), needed by GETS alone
 * @param labels known classes
 * @param split which nodes the network was trained on, which are for calibration, which for tests
 * @param structure features of the graph itself, such as wavelets, computed at most once
 * @param inputs the inputs of one calibrator where they were computed elsewhere, and the graph is
 *     not at hand
 * @param rows what the rows are here, if they are no nodes
 * @param notes remarks for the user on these data, which the report of a fit repeats
 */
public record CalibrationData(
    Graph graph,
    Logits logits,
    Optional<FeatureMatrix> features,
    Optional<Labels> labels,
    Optional<Split> split,
    GraphFeatures structure,
    Optional<Inputs> inputs,
    Optional<GraphRows> rows,
    List<String> notes) {
  private static final String OF_PAIRS =
      "these are pairs of nodes: use wats-pair, ridge-pair, or a method that reads scores alone,"
          + " such as platt, beta, isotonic";

  /**
   * The columns of a recipe.
   *
   * @param trainingCounts how many training nodes of known label each class has, for a fit (C)
   */
  public record Inputs(NodeInputs recipe, NodeColumns columns, int[] trainingCounts) {}

  public CalibrationData {
    notes = List.copyOf(notes);
    checkNodes(graph, "logits", logits.nodeCount());
    features.ifPresent(matrix -> checkNodes(graph, "features", matrix.rows()));
    labels.ifPresent(classes -> checkNodes(graph, "labels", classes.nodeCount()));
    split.ifPresent(parts -> checkNodes(graph, "split", parts.nodeCount()));
    checkNodes(graph, "structure", structure.nodeCount());
    labels.ifPresent(
        classes ->
            Check.argument(
                classes.classCount() == logits.classCount(),
                "labels and logits must have the same classes, got %d and %d",
                classes.classCount(),
                logits.classCount()));
  }

  public static CalibrationData of(Graph graph, Logits logits) {
    return of(graph, logits, Optional.empty(), Optional.empty());
  }

  private static CalibrationData of(
      Graph graph, Logits logits, Optional<Inputs> inputs, Optional<GraphRows> rows) {
    return new CalibrationData(
        graph,
        logits,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        GraphFeatures.of(graph),
        inputs,
        rows,
        List.of());
  }

  /**
   * Pairs as rows of two classes: logits {@code (0, s)} for a score s, as of a binary classifier.
   */
  public static CalibrationData of(PairData pairs, Logits logits) {
    Check.argument(logits.classCount() == 2, "pairs have two classes, got %d", logits.classCount());
    return of(pairs, logits, pairs.notes());
  }

  /**
   * Nodes with several labels as rows of two classes: logits {@code (0, z_il)}.
   *
   * @param logits a score for each node and label (n × L)
   */
  public static CalibrationData of(MultiLabelData labels, Logits logits) {
    Check.argument(
        logits.nodeCount() == labels.graph().nodeCount()
            && logits.classCount() == labels.labelCount(),
        "logits must be %d × %d, a score for each node and label, got %d × %d",
        labels.graph().nodeCount(),
        labels.labelCount(),
        logits.nodeCount(),
        logits.classCount());
    return ofRows(labels, Logits.ofBinary(logits.toArray()));
  }

  /** Rows of two classes that are no nodes. */
  public static CalibrationData ofRows(GraphRows rows, Logits logits) {
    return of(rows, logits, List.of());
  }

  private static CalibrationData of(GraphRows rows, Logits logits, List<String> notes) {
    Graph graph = withoutEdges(logits);
    checkNodes(graph, rows instanceof PairData ? "pairs" : "labels", rows.count());
    return of(graph, logits, Optional.empty(), Optional.of(rows)).withNotes(notes);
  }

  /** Nodes without edges, for calibrators that read logits alone. */
  public static CalibrationData of(Logits logits) {
    return of(withoutEdges(logits), logits);
  }

  private static Graph withoutEdges(Logits logits) {
    return Graph.fromEdges(logits.nodeCount(), new int[0], new int[0]);
  }

  /** Nodes of a graph that is not at hand, with the inputs of one calibrator. */
  public static CalibrationData ofInputs(Logits logits, Inputs inputs) {
    checkNodes(withoutEdges(logits), "inputs", inputs.columns.nodeCount());
    return of(withoutEdges(logits), logits, Optional.of(inputs), Optional.empty());
  }

  /**
   * The columns of a recipe for all nodes.
   *
   * @param known the labels that neighbors may read
   */
  public NodeColumns columns(NodeInputs recipe, KnownLabels known) {
    if (recipe.width() == 0) {
      return NodeColumns.zeros(nodeCount(), 0);
    }
    if (recipe instanceof PairInputs ofPairs) {
      return ofPairs.columns(requirePairs(), logits);
    }
    checkAreNodes();
    if (inputs.isEmpty()) {
      return new LocalInputs(
          this, recipe, recipe.readsLabels() ? known.codes(nodeCount()) : new int[0]);
    }
    Check.argument(
        inputs.get().recipe.equals(recipe),
        "these data have the inputs %s, got a request for %s",
        inputs.get().recipe,
        recipe);
    return inputs.get().columns;
  }

  /** The graph of these nodes; other rows have none. */
  @Override
  public Graph graph() {
    checkAreNodes();
    return graph;
  }

  private void checkAreNodes() {
    Check.argument(pairs().isEmpty(), OF_PAIRS);
    Check.argument(rows.isEmpty(), "these are labels of nodes: fit a MultiLabelCalibrator");
  }

  /** The pairs of nodes that are the rows here. */
  public Optional<PairData> pairs() {
    return rows.filter(PairData.class::isInstance).map(PairData.class::cast);
  }

  /** The labels of nodes that are the rows here. */
  public Optional<MultiLabelData> severalLabels() {
    return rows.filter(MultiLabelData.class::isInstance).map(MultiLabelData.class::cast);
  }

  /** What a row is called. */
  public String kind() {
    return rows.map(GraphRows::kind).orElse("node");
  }

  /** How many neighbors a node has, or {@link GraphRows#degree another row}. */
  public int degree(int node) {
    return rows.map(all -> all.degree(node)).orElseGet(() -> graph.degree(node));
  }

  /** Whether there are neighbors that could have an effect. */
  public boolean hasNeighbors() {
    return inputs.isPresent() || rows.map(GraphRows::graph).orElse(graph).edgeCount() > 0;
  }

  /** Whether the label of a training node is known. */
  public boolean hasTrainingLabels() {
    return Arrays.stream(trainingCounts()).anyMatch(count -> count > 0);
  }

  /** How many training nodes of known label each class has (C). */
  public int[] trainingCounts() {
    if (inputs.isPresent()) {
      return inputs.get().trainingCounts;
    }
    NodeSet known = requireSplit().train().withKnownLabel(requireLabels());
    return requireLabels().select(known).counts();
  }

  /**
   * Notes on the split, by known labels of test nodes, which a fit may not use: whether the network
   * seems to have been trained on the validation nodes.
   */
  public List<String> doubts() {
    return Doubts.ofTraining(this);
  }

  public CalibrationData withLogits(Logits newLogits) {
    return new CalibrationData(
        graph, newLogits, features, labels, split, structure, inputs, rows, notes);
  }

  public CalibrationData withFeatures(FeatureMatrix newFeatures) {
    return new CalibrationData(
        graph, logits, Optional.of(newFeatures), labels, split, structure, inputs, rows, notes);
  }

  public CalibrationData withLabels(Labels newLabels) {
    return new CalibrationData(
        graph, logits, features, Optional.of(newLabels), split, structure, inputs, rows, notes);
  }

  public CalibrationData withSplit(Split newSplit) {
    return new CalibrationData(
        graph, logits, features, labels, Optional.of(newSplit), structure, inputs, rows, notes);
  }

  /** With features that are shared with other data of the same graph. */
  public CalibrationData withStructure(GraphFeatures newStructure) {
    return new CalibrationData(
        graph, logits, features, labels, split, newStructure, inputs, rows, notes);
  }

  public CalibrationData withNotes(List<String> newNotes) {
    return new CalibrationData(
        graph, logits, features, labels, split, structure, inputs, rows, newNotes);
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  public int classCount() {
    return logits.classCount();
  }

  /** The pairs; refuses nodes. */
  public PairData requirePairs() {
    String rule = "these are nodes: a method for pairs of nodes needs PairData (--pairs)";
    return pairs().orElseThrow(() -> new IllegalArgumentException(rule));
  }

  /** The labels of nodes; refuses other rows. */
  public MultiLabelData requireSeveralLabels() {
    String rule = "a calibrator of several labels needs MultiLabelData (--multi-label)";
    return severalLabels().orElseThrow(() -> new IllegalArgumentException(rule));
  }

  /** The node features; without any, throws a sentence of the method that needs them. */
  public FeatureMatrix requireFeatures(String missing) {
    return features.orElseThrow(() -> new IllegalArgumentException(missing));
  }

  public Labels requireLabels() {
    return labels.orElseThrow(() -> new IllegalArgumentException("a fit needs labels, got none"));
  }

  public Split requireSplit() {
    return split.orElseThrow(() -> new IllegalArgumentException("a fit needs a split, got none"));
  }

  /** The share of each class among the validation nodes, if all classes are there. */
  public Optional<List<Double>> validationShares() {
    if (labels.isEmpty() || split.isEmpty()) {
      return Optional.empty();
    }
    int[] counts = labels.get().select(split.get().validation()).counts();
    double all = Arrays.stream(counts).sum();
    return Arrays.stream(counts).anyMatch(count -> count == 0)
        ? Optional.empty()
        : Optional.of(Arrays.stream(counts).mapToObj(count -> count / all).toList());
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
