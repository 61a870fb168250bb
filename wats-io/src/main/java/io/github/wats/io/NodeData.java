package io.github.wats.io;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.GraphRows;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.MultiLabelData;
import io.github.wats.calibration.PairData;
import io.github.wats.graph.Graph;
import io.github.wats.io.format.NodeField;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * Data about the nodes of one graph, as read from the user's files. All parts describe the same
 * nodes; parts that the files lack, or that were not requested, are absent. Immutable.
 *
 * @param location the files, for messages
 * @param ids the names or numbers of the nodes
 * @param logits the network's scores; of top labels, two for each node: wrong and right
 * @param labels the class of each node; of several labels, before {@link #rowsOfLabels}, the
 *     outcomes of all nodes and labels, row by row
 * @param classNames in the order of the classes or labels, empty if these have numbers only
 * @param notes what a user should know about how the files were read
 */
public record NodeData(
    Location location,
    NodeIds ids,
    Optional<Graph> graph,
    Optional<Logits> logits,
    Optional<Probabilities> probabilities,
    Optional<Labels> labels,
    Optional<Split> split,
    Optional<FeatureMatrix> features,
    List<String> classNames,
    List<String> notes) {
  public NodeData {
    classNames = List.copyOf(classNames);
    notes = List.copyOf(notes);
    int nodes = ids.nodeCount();
    graph.ifPresent(part -> checkSize(location, nodes, "graph", part.nodeCount()));
    logits.ifPresent(part -> checkSize(location, nodes, "logits", part.nodeCount()));
    probabilities.ifPresent(part -> checkSize(location, nodes, "probabilities", part.nodeCount()));
    long scores = nodes * logits.map(part -> (long) part.classCount()).orElse(1L);
    labels
        .filter(part -> part.nodeCount() != scores)
        .ifPresent(part -> checkSize(location, nodes, "labels", part.nodeCount()));
    split.ifPresent(part -> checkSize(location, nodes, "split", part.nodeCount()));
    features.ifPresent(part -> checkSize(location, nodes, "features", part.rows()));
  }

  private static void checkSize(Location location, int nodes, String part, int got) {
    location.check(got == nodes, "%s must have %d nodes, got %d", part, nodes, got);
  }

  /** Numbered nodes without any data; add parts with the {@code with} methods. */
  public static NodeData of(Location location, int nodeCount) {
    return new NodeData(
        location,
        NodeIds.numbers(nodeCount),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }

  public int nodeCount() {
    return ids.nodeCount();
  }

  public Graph requireGraph() {
    return require(graph, NodeField.GRAPH);
  }

  /** The network's scores, as logits if they are probabilities. */
  public Logits requireLogits() {
    String rule = "has predictions and confidences only, and this needs all classes";
    location.check(topLabels().isEmpty(), rule);
    return require(logits, NodeField.LOGITS);
  }

  public Probabilities requireProbabilities() {
    return require(probabilities, NodeField.PROBABILITIES);
  }

  private Optional<Probabilities> topLabels() {
    return probabilities.filter(Probabilities::areTopLabels);
  }

  /** What the scores of these nodes are: a fitted calibrator is for those of its fit. */
  public Logits.Source scores() {
    return require(logits, NodeField.LOGITS).source();
  }

  /** What the network gives: probabilities as they are, or the softmax of logits. */
  public Probabilities network() {
    boolean raw = logits.map(z -> z.source() == Logits.Source.LOGITS).orElse(false);
    return raw || probabilities.isEmpty() ? requireLogits().softmax() : requireProbabilities();
  }

  /** The same where probabilities of 0 are taken as those of a fit were; raw scores stay. */
  public NodeData withZero(OptionalDouble zeroOfFit) {
    boolean raw = zeroOfFit.isEmpty() || scores() == Logits.Source.LOGITS;
    return raw ? this : withLogits(Logits.ofProbabilities(requireProbabilities(), zeroOfFit));
  }

  /** What a calibrator gives: of top labels, the probability that each is right. */
  public Probabilities calibrated(Probabilities result) {
    return topLabels().map(top -> top.withConfidences(result)).orElse(result);
  }

  public Labels requireLabels() {
    return require(labels, NodeField.LABELS);
  }

  public Split requireSplit() {
    return require(split, NodeField.SPLIT);
  }

  public FeatureMatrix requireFeatures() {
    return require(features, NodeField.FEATURES);
  }

  private <T> T require(Optional<T> data, NodeField part) {
    return data.orElseThrow(() -> location.lacks("have " + part.rule()));
  }

  /** How many neighbors a node has, empty without a graph. */
  public OptionalInt degree(int node) {
    return degrees().map(of -> OptionalInt.of(of.applyAsInt(node))).orElse(OptionalInt.empty());
  }

  /**
   * How many neighbors nodes, or {@link GraphRows#degree other rows} have; empty without a graph.
   */
  public Optional<IntUnaryOperator> degrees() {
    Optional<GraphRows> ofGraph = ids.rows().filter(all -> all.graph().edgeCount() > 0);
    return ids.rows().isPresent()
        ? ofGraph.map(all -> all::degree)
        : graph.map(edges -> edges::degree);
  }

  /** The name of a class, or its number; a label of nodes has the classes 0 and 1. */
  public String className(int label) {
    boolean numbered = classNames.isEmpty() || ids.severalLabels().isPresent();
    return numbered ? Integer.toString(label) : classNames.get(label);
  }

  /** The input of a calibrator; graph and logits or probabilities are required. */
  public CalibrationData calibrationData() {
    return calibrationData(requireGraph());
  }

  /** The input of a method; one that depends on logits alone gets no edges if there is no graph. */
  public CalibrationData calibrationData(Method method) {
    if (ids.rows().isPresent()) {
      GraphRows all = ids.rows().get();
      boolean needed = method.scope() != Method.Scope.LOGITS && all.graph().edgeCount() == 0;
      location.check(!needed, "%s needs the graph of the nodes", method.name());
      CalibrationData rows =
          all instanceof PairData pairs
              ? CalibrationData.of(pairs, requireLogits())
              : CalibrationData.ofRows(all, requireLogits());
      rows = labels.map(rows::withLabels).orElse(rows);
      return split.map(rows::withSplit).orElse(rows);
    }
    return graph.isEmpty() && method.scope() == Method.Scope.LOGITS
        ? calibrationData(Graph.fromEdges(nodeCount(), new int[0], new int[0]))
        : calibrationData();
  }

  private CalibrationData calibrationData(Graph edges) {
    Optional<Probabilities> top = topLabels();
    CalibrationData data = CalibrationData.of(edges, require(logits, NodeField.LOGITS));
    data = features.map(data::withFeatures).orElse(data);
    data = labels.map(y -> top.map(p -> p.right(y)).orElse(y)).map(data::withLabels).orElse(data);
    return split.map(data::withSplit).orElse(data);
  }

  /**
   * These nodes where each column of the scores is a label: the rows are labels of nodes. Without a
   * graph there are no edges.
   */
  public NodeData rowsOfLabels() {
    Graph edges = graph.orElseGet(() -> Graph.fromEdges(nodeCount(), new int[0], new int[0]));
    Logits scores = require(logits, NodeField.LOGITS);
    MultiLabelData all =
        classNames.isEmpty()
            ? MultiLabelData.of(edges, scores.classCount())
            : MultiLabelData.of(edges, classNames);
    return new NodeData(
        location,
        NodeIds.ofRows(all, ids),
        Optional.empty(),
        Optional.of(Logits.ofBinary(scores.toArray())),
        Optional.empty(),
        labels,
        split.map(all::rows),
        Optional.empty(),
        classNames,
        notes);
  }

  /**
   * For metrics: of several labels, test rows of those that have both outcomes there.
   *
   * @param note is told which labels are left out
   */
  public NodeData withBothOutcomes(Consumer<String> note) {
    if (ids.severalLabels().isEmpty() || split.isEmpty() || labels.isEmpty()) {
      return this;
    }
    MultiLabelData all = ids.severalLabels().get();
    Split own = split.get();
    int[][] counts = all.counts(labels.get(), own.test());
    boolean[] left = new boolean[all.labelCount()];
    List<String> names = new ArrayList<>();
    for (int l = 0; l < left.length; l++) {
      left[l] = (counts[l][0] == 0) != (counts[l][1] == 0);
      names.addAll(left[l] ? List.of(all.names().get(l)) : List.of());
    }
    if (names.isEmpty()) {
      return this;
    }
    note.accept(
        "left out of the metrics, without both outcomes among the test nodes: "
            + String.join(", ", names));
    int[] kept = Arrays.stream(own.test().toArray()).filter(k -> !left[all.label(k)]).toArray();
    Split measured = new Split(own.train(), own.validation(), NodeSet.of(all.count(), kept));
    return new NodeData(
        location,
        ids,
        graph,
        logits,
        probabilities,
        labels,
        Optional.of(measured),
        features,
        classNames,
        notes);
  }

  public NodeData withIds(NodeIds newIds) {
    return new NodeData(
        location, newIds, graph, logits, probabilities, labels, split, features, classNames, notes);
  }

  public NodeData withClassNames(List<String> names) {
    NodeIds named =
        ids.severalLabels()
            .filter(all -> names.size() == all.labelCount())
            .map(
                all ->
                    NodeIds.ofRows(
                        new MultiLabelData(all.graph(), names, all.structure()), ids.ofNodes()))
            .orElse(ids);
    return new NodeData(
        location, named, graph, logits, probabilities, labels, split, features, names, notes);
  }

  public NodeData withGraph(Graph newGraph) {
    Optional<Graph> part = Optional.of(newGraph);
    return new NodeData(
        location, ids, part, logits, probabilities, labels, split, features, classNames, notes);
  }

  public NodeData withLogits(Logits newLogits) {
    Optional<Logits> part = Optional.of(newLogits);
    return new NodeData(
        location, ids, graph, part, probabilities, labels, split, features, classNames, notes);
  }

  public NodeData withLabels(Labels newLabels) {
    Optional<Labels> part = Optional.of(newLabels);
    return new NodeData(
        location, ids, graph, logits, probabilities, part, split, features, classNames, notes);
  }

  public NodeData withSplit(Split newSplit) {
    Optional<Split> part = Optional.of(newSplit);
    return new NodeData(
        location, ids, graph, logits, probabilities, labels, part, features, classNames, notes);
  }

  public NodeData withFeatures(FeatureMatrix newFeatures) {
    Optional<FeatureMatrix> part = Optional.of(newFeatures);
    return new NodeData(
        location, ids, graph, logits, probabilities, labels, split, part, classNames, notes);
  }
}
