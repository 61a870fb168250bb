package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Node files: named arrays with data about the nodes of a graph, as in NumPy's {@code .npz}.
 *
 * <ul>
 *   <li>{@code edge_index} (2 × E) or a SciPy matrix ({@code adj_data, adj_indices, …} or without
 *       the prefix, or {@code row, col}): the graph, symmetrized, without loops and duplicates
 *   <li>{@code logits} (N × C)
 *   <li>{@code y} or {@code labels} (N integers, −1 for unknown, or N class names)
 *   <li>{@code train_mask, val_mask, test_mask} (N booleans), {@code train_idx, …} (rows) or {@code
 *       train_ids, …} (ids)
 *   <li>{@code x} (N × F) or {@code attr_data, attr_indices, attr_indptr, attr_shape}: features
 *   <li>{@code node_ids} (N strings or integers), {@code class_names} (C strings), {@code
 *       num_nodes} (one integer)
 * </ul>
 *
 * <p>Where these are missing, the names of the heterophilous graphs are read ({@code edges}, {@code
 * node_features}, {@code node_labels}, {@code train_masks} and so on with a row for each split),
 * and compressed rows named {@code adj_matrix.data}, {@code attr_matrix.data} and so on.
 *
 * <p>N is the number of rows of {@code logits}; without logits that of the first of {@code x},
 * {@code y}, the masks, {@code node_ids}, {@code num_nodes}, the shape of the adjacency matrix;
 * without any of them one more than the largest node of {@code edge_index}. The files of
 * gnn-benchmark are node files.
 *
 * @param binary whether logits are one score for each node
 */
record ArrayParts(NpzFile npz, Set<NodeField> parts, boolean binary) implements NodeParts {
  private static final String LOGITS = "logits";
  private static final String IDS = "node_ids";
  private static final Set<NodeField> GRAPH_ALONE = Set.of(NodeField.GRAPH);
  private static final String NODE_COUNT = "num_nodes";
  private static final String[] FEATURES = {"x", "node_features"};
  private static final String[] LABELS = {"y", "labels", "node_labels"};
  private static final String ATTRIBUTES = "attr_";
  private static final String DOTTED_ATTRIBUTES = "attr_matrix.";

  @Override
  public Location location() {
    return npz.location();
  }

  @Override
  public boolean has(NodeField part) {
    return switch (part) {
      case GRAPH -> GraphArrays.find(npz).isPresent();
      case LOGITS -> npz.has(LOGITS);
      case LABELS -> npz.has(first(LABELS));
      case SPLIT -> SplitArrays.has(npz);
      case FEATURES -> npz.has(first(FEATURES)) || SparseArrays.has(npz, attributes());
      case PROBABILITIES -> npz.has(ProbabilityFile.PROBABILITIES) || isTop();
    };
  }

  /** Whether there are predictions and their confidences alone, as calibration writes them. */
  private boolean isTop() {
    return npz.has(ProbabilityFile.PREDICTION)
        && npz.has(ProbabilityFile.CONFIDENCE)
        && !npz.has(LOGITS)
        && !npz.has(ProbabilityFile.PROBABILITIES);
  }

  /** Those that are named, or occur among predictions and labels. */
  private Classes topClasses() throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : List.of(ProbabilityFile.PREDICTION, first(LABELS))) {
      texts.addAll(npz.has(name) ? List.of(NodeArrays.texts(npz.array(name))) : List.of());
    }
    boolean named = npz.has(ProbabilityFile.CLASS_NAMES);
    String[] names =
        named ? NodeArrays.texts(npz.array(ProbabilityFile.CLASS_NAMES)) : new String[0];
    return Classes.ofTexts(location(), List.of(names), texts);
  }

  @Override
  public Nodes nodes() throws IOException {
    boolean pairs = npz.has(PairReader.PAIRS) && !npz.has(LOGITS) && !parts.equals(GRAPH_ALONE);
    location().check(!pairs, "has pairs of nodes, array 'pairs': give the file with --pairs");
    Optional<Nodes> stated = stated();
    String rule = "have 'logits', 'x', 'y', a mask or a graph to determine the nodes";
    Nodes nodes =
        stated.isPresent()
            ? stated.get()
            : GraphArrays.find(npz).orElseThrow(() -> location().lacks(rule)).ownNodes();
    if (npz.has(NODE_COUNT)) {
      NpyArray array = npz.array(NODE_COUNT);
      nodes.checkCount(NodeArrays.oneNumber(array), array.location(), "the number");
    }
    Optional<NodeIds> ids = ids();
    if (ids.isPresent()) {
      nodes.checkCount(ids.get().nodeCount(), location().array(IDS), "entries");
    }
    return new Nodes(ids.orElse(nodes.ids()), nodes.reason());
  }

  @Override
  public Optional<NodeIds> ids() throws IOException {
    return npz.has(IDS) ? Optional.of(NodeArrays.ids(npz.array(IDS))) : Optional.empty();
  }

  /** A split of ids needs no order. */
  @Override
  public boolean namesNodes() throws IOException {
    return parts.equals(Set.of(NodeField.SPLIT)) && !npz.has(IDS) && SplitArrays.namesNodes(npz);
  }

  @Override
  public Classes classes() throws IOException {
    boolean logits = parts.contains(NodeField.LOGITS) && npz.has(LOGITS);
    String scores = logits ? LOGITS : ProbabilityFile.PROBABILITIES;
    if (isTop()) {
      return topClasses();
    }
    int count = NodeArrays.columns(npz.array(scores));
    if (!npz.has(ProbabilityFile.CLASS_NAMES)) {
      return Classes.of(location(), count, List.of());
    }
    NpyArray names = npz.array(ProbabilityFile.CLASS_NAMES).withDimensions(1);
    names.check(
        names.elementCount() == (count == 1 ? 2 : count),
        "must have a name for each of the %d columns of '%s', got %d",
        count,
        scores,
        names.elementCount());
    return Classes.of(location(), count, List.of(NodeArrays.texts(names)));
  }

  /** The first of these names that the archive has, or the first of all. */
  private String first(String... names) {
    return Arrays.stream(names).filter(npz::has).findFirst().orElse(names[0]);
  }

  /** How the names of the arrays of sparse features begin. */
  private String attributes() {
    boolean dotted = SparseArrays.has(npz, DOTTED_ATTRIBUTES);
    boolean usual = npz.has("x") || SparseArrays.has(npz, ATTRIBUTES);
    return dotted && !usual ? DOTTED_ATTRIBUTES : ATTRIBUTES;
  }

  /** The nodes by the first array that has a row for each, else by a number in the file. */
  private Optional<Nodes> stated() throws IOException {
    String attributes = attributes() + "shape";
    Stream<String> filled = Stream.of(LOGITS, "x", first(LABELS), "node_features", attributes);
    Stream<String> others =
        Stream.of(ProbabilityFile.PROBABILITIES, ProbabilityFile.PREDICTION, IDS, NODE_COUNT);
    Optional<String> name =
        Stream.of(filled, SplitArrays.masks(), others)
            .flatMap(names -> names)
            .filter(npz::has)
            .findFirst();
    if (name.isEmpty()) {
      return Optional.empty();
    }
    NpyArray array = npz.array(name.get());
    if (name.get().equals(attributes)) {
      int rows = SparseArrays.open(npz, attributes()).rows();
      String reason = "the matrix '" + attributes() + "…' has " + rows + " rows";
      return Optional.of(Nodes.numbered(rows, reason));
    }
    if (!name.get().equals(NODE_COUNT)) {
      return Optional.of(NodeArrays.nodes(array, name.get(), SplitArrays.nodeAxis(name.get())));
    }
    Optional<GraphArrays> graph = GraphArrays.find(npz);
    long edges = graph.isPresent() ? graph.get().edgeCount() : 0;
    long count = NodeArrays.oneNumber(array);
    return Optional.of(Nodes.declared(array.location(), count, "from array 'num_nodes'", edges));
  }

  @Override
  public Graph graph(Nodes nodes) throws IOException {
    Optional<Nodes> own = stated();
    if (own.isPresent()) {
      nodes.checkCount(own.get().count(), location(), "nodes of the graph");
    }
    return GraphArrays.of(npz).graph(nodes);
  }

  private NpyArray array(NodeField part) throws IOException {
    boolean labels = part == NodeField.LABELS;
    return npz.array(labels ? first(LABELS) : part.name().toLowerCase(Locale.ROOT));
  }

  @Override
  public Location location(NodeField part) throws IOException {
    return array(part).location();
  }

  @Override
  public double[] numbers(NodeField part, Nodes nodes) throws IOException {
    NpyArray array = array(part);
    boolean one = part == NodeField.PROBABILITIES || (part == NodeField.LOGITS && binary);
    String advice = array.dimensions() == 1 ? LabelAdvice.ofOneColumn("logits") : "";
    String rule = "must have 2 axes, got shape %s%s";
    boolean axes = array.dimensions() == 2 || (one && array.dimensions() == 1);
    array.check(axes, rule, array.shapeText(), advice);
    nodes.checkCount(array.length(0), array.location(), "rows");
    return array.toDoubles();
  }

  @Override
  public String place(NodeField part) throws IOException {
    List<String> names =
        switch (part) {
          case LOGITS -> List.of(LOGITS);
          case LABELS -> List.of(first(LABELS));
          case PROBABILITIES ->
              List.of(isTop() ? ProbabilityFile.CONFIDENCE : ProbabilityFile.PROBABILITIES);
          case FEATURES -> List.of(npz.has(first(FEATURES)) ? first(FEATURES) : attributes() + "…");
          case GRAPH -> List.of(GraphArrays.of(npz).name());
          case SPLIT -> SplitArrays.names(npz);
        };
    String arrays = names.size() == 1 ? ", array '" : ", arrays '";
    return location().name() + arrays + String.join("', '", names) + "'";
  }

  @Override
  public NamedLabels labels(Nodes nodes, Classes classes) throws IOException {
    if (npz.has(ProbabilityFile.CLASS_NAMES) && !classes.names().isEmpty()) {
      NpyArray array = npz.array(ProbabilityFile.CLASS_NAMES);
      List<String> own = List.of(NodeArrays.texts(array));
      String rule = "must be the class names of the logits in their order, %s, got %s";
      array.check(own.equals(classes.names()), rule, classes.names(), own);
    }
    return NodeArrays.labels(npz.array(first(LABELS)), nodes, classes);
  }

  @Override
  public Split split(Nodes nodes, OptionalInt index) throws IOException {
    return new SplitArrays(npz, nodes, index).read();
  }

  @Override
  public FeatureMatrix features(Nodes nodes) throws IOException {
    String prefix = attributes();
    boolean sparse = SparseArrays.has(npz, prefix);
    location()
        .check(!(sparse && npz.has("x")), "must have features once, got 'x' and '%s…'", prefix);
    if (!sparse) {
      return NodeArrays.features(npz.array(first(FEATURES)), nodes);
    }
    SparseArrays matrix = SparseArrays.open(npz, prefix);
    nodes.checkCount(matrix.rows(), location().array(prefix + "shape"), "rows");
    return FeatureMatrix.wrap(matrix.toMatrix());
  }

  @Override
  public Optional<Probabilities> topLabels(Nodes nodes) throws IOException {
    if (!isTop()) {
      return Optional.empty();
    }
    NpyArray confidences = npz.array(ProbabilityFile.CONFIDENCE);
    NodeArrays.checkPerNode(confidences, nodes);
    NpyArray array = npz.array(ProbabilityFile.PREDICTION);
    Labels predictions = NodeArrays.labels(array, nodes, topClasses()).labels();
    double[] values = confidences.toDoubles();
    return Optional.of(location().checked(() -> Probabilities.ofTopLabels(predictions, values)));
  }

  @Override
  public void close() throws IOException {
    npz.close();
  }
}
