package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.ColumnTable.Column;
import io.github.wats.io.format.ColumnTable.Kind;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of nodes or edges by the names and types of its columns. Edges have columns {@code
 * source} and {@code target}, or as in text. The scores of a node are a list or, in a table for
 * them alone, a column for each class: all numbers that are not named like ids, labels, parts or
 * results. {@link Columns} may say otherwise. Rows come in any order where there are ids.
 *
 * <p>A table for several parts with {@code prediction} and {@code confidence} has top labels;
 * classes are the numbers or the names in its predictions and labels, names in alphabetical order.
 * Without a split all its rows are test nodes.
 */
public final class ColumnParts implements NodeParts {
  private static final Set<String> LOGITS = Set.of("logits", "rawprediction", "raw_prediction");
  private static final Set<String> PROBABILITIES =
      Set.of("probabilities", "probability", "predictedprobabilities");
  private static final Set<String> PREDICTIONS =
      Set.of(ProbabilityFile.PREDICTION, "predicted", "pred", "y_pred", "predicted_label");
  private static final Set<String> CONFIDENCES = Set.of(ProbabilityFile.CONFIDENCE, "conf");
  private static final Set<String> FEATURES = Set.of("features", "x", "embedding", "embeddings");

  private final ColumnTable table;
  private final Set<NodeField> parts;
  private final Columns chosen;
  private final Optional<String> id;
  private int[][] wholes = {}; // (2 × edges)

  /** Reads these parts from {@code table}, whose columns hold what {@code chosen} says. */
  public ColumnParts(ColumnTable table, Set<NodeField> parts, Columns chosen) {
    this.table = table;
    this.parts = Set.copyOf(parts);
    this.chosen = chosen;
    List<String> names = table.columns().stream().map(Column::name).toList();
    int column = names.isEmpty() || has(NodeField.GRAPH) ? -1 : chosen.idColumn(location(), names);
    id = column < 0 ? Optional.empty() : Optional.of(names.get(column));
  }

  @Override
  public Location location() {
    return table.location();
  }

  @Override
  public Optional<ColumnTable> columnTable() throws IOException {
    return Optional.of(table.all());
  }

  /** The first column with one of these names, or nothing. */
  private String find(Set<String> words) {
    return names(column -> isOneOf(words, column.name())).findFirst().orElse("");
  }

  private static boolean isOneOf(Set<String> words, String name) {
    return words.contains(name.toLowerCase(Locale.ROOT));
  }

  private Stream<String> names(Predicate<Column> wanted) {
    return table.columns().stream().filter(wanted).map(Column::name);
  }

  /** The only column with one of these names. */
  private String only(Set<String> words) {
    List<String> found = names(column -> isOneOf(words, column.name())).toList();
    location().check(found.size() == 1, "must have one of the columns %s, got several", found);
    return found.get(0);
  }

  /** The columns of scores or features: one of lists, or of numbers, one for each class. */
  private List<String> numbers(NodeField part) {
    boolean alone = parts.size() == 1;
    if (part != NodeField.FEATURES && !chosen.classes().isEmpty()) {
      return chosen.classes();
    }
    List<String> lists = names(column -> column.kind() == Kind.LIST).toList();
    List<String> named = lists.stream().filter(name -> isOneOf(lists(part), name)).toList();
    if (!named.isEmpty()) {
      return named.subList(0, 1);
    }
    if (!alone || !lists.isEmpty()) { // a list of another name is no other part
      Stream<String> others = alone || part == NodeField.LOGITS ? lists.stream() : Stream.of();
      return others
          .filter(
              name ->
                  Stream.of(LOGITS, PROBABILITIES, FEATURES)
                      .noneMatch(words -> isOneOf(words, name)))
          .toList();
    }
    return names(
            column ->
                isNumber(column)
                    && !id.equals(Optional.of(column.name()))
                    && !Columns.isOther(column.name(), 1))
        .toList();
  }

  private static Set<String> lists(NodeField part) {
    return switch (part) {
      case LOGITS -> LOGITS;
      case PROBABILITIES -> PROBABILITIES;
      case LABELS -> Columns.LABELS;
      default -> FEATURES;
    };
  }

  private static boolean isNumber(Column column) {
    return column.kind() == Kind.WHOLE || column.kind() == Kind.FRACTION;
  }

  private boolean isList(List<String> names) {
    return names.size() == 1 && table.columns().contains(new Column(names.get(0), Kind.LIST));
  }

  private boolean hasNumbers(NodeField part) {
    List<String> names = numbers(part);
    boolean one = chosen.binary() || chosen.multiLabel();
    int least = part == NodeField.LOGITS && !one && chosen.classes().isEmpty() ? 2 : 1;
    return isList(names)
        || (names.size() >= least && names(ColumnParts::isNumber).toList().containsAll(names));
  }

  /** Whether the table has predictions and their confidences alone. */
  boolean isTop() {
    return parts.size() > 1
        && !find(PREDICTIONS).isEmpty()
        && !find(CONFIDENCES).isEmpty()
        && !hasNumbers(NodeField.LOGITS)
        && !hasNumbers(NodeField.PROBABILITIES);
  }

  @Override
  public boolean has(NodeField part) {
    return switch (part) {
      case GRAPH ->
          parts.contains(part)
              && !find(EdgeTable.SOURCES).isEmpty()
              && !find(EdgeTable.TARGETS).isEmpty();
      case LABELS -> chosen.multiLabel() ? hasNumbers(part) : !find(Columns.LABELS).isEmpty();
      case SPLIT -> !find(Columns.PARTS).isEmpty() || isTop();
      case PROBABILITIES -> hasNumbers(part) || isTop();
      default -> hasNumbers(part);
    };
  }

  @Override
  public List<String> notes() {
    String none =
        location().name()
            + " has no column 'split': its rows are test nodes unless --split tells (fits need"
            + " validation nodes)";
    return isTop() && find(Columns.PARTS).isEmpty() ? List.of(none) : table.notes();
  }

  @Override
  public String place(NodeField part) {
    List<String> columns =
        switch (part) {
          case GRAPH -> List.of(find(EdgeTable.SOURCES), find(EdgeTable.TARGETS));
          case LABELS -> chosen.multiLabel() ? numbers(part) : List.of(find(Columns.LABELS));
          case SPLIT -> List.of(find(Columns.PARTS)).stream().filter(c -> !c.isEmpty()).toList();
          default ->
              hasNumbers(part) ? numbers(part) : List.of(find(PREDICTIONS), find(CONFIDENCES));
        };
    String shown =
        switch (columns.size()) {
          case 0 -> ", all rows are test nodes";
          case 1 -> ", column " + table.shown(columns.get(0));
          default -> ", columns " + columns.stream().map(table::shown).toList();
        };
    return location().name() + shown + id.map(i -> ", ids in column " + table.shown(i)).orElse("");
  }

  @Override
  public InvalidDataException missing(NodeField part) {
    String rule =
        switch (part) {
          case GRAPH -> "columns 'source' and 'target' or 'src' and 'dst'";
          case LABELS -> "a column 'label'";
          case SPLIT -> "a column 'split' with train, val or test";
          case FEATURES -> "a column of lists 'features' or 'x', or columns of numbers";
          default -> "a column of lists 'logits' or 'probabilities', or a column for each class";
        };
    List<String> names = names(column -> true).toList();
    return location().invalid("must have %s, got %s", rule, names);
  }

  @Override
  public boolean namesNodes() {
    return id.isPresent() || has(NodeField.GRAPH);
  }

  @Override
  public Nodes nodes() throws IOException {
    if (has(NodeField.GRAPH)) {
      return endsOfEdges();
    }
    List<String> ids = id.isPresent() ? List.of(table.texts(id.get())) : List.of();
    return Nodes.ofRows(location(), table.rowCount(), ids);
  }

  private Nodes endsOfEdges() throws IOException {
    if (endsAreWhole()) {
      int largest = -1;
      for (int[] side : wholes()) {
        for (int end : side) {
          largest = Math.max(largest, end);
        }
      }
      return Nodes.declared(location(), largest + 1L, "as in this file", wholes()[0].length);
    }
    Set<String> names = new LinkedHashSet<>();
    String[] sources = table.texts(find(EdgeTable.SOURCES));
    String[] targets = table.texts(find(EdgeTable.TARGETS));
    for (int k = 0; k < sources.length; k++) {
      names.add(sources[k]);
      names.add(targets[k]);
    }
    return EdgeTable.nodes(location(), names, sources.length);
  }

  private boolean endsAreWhole() {
    return Stream.of(EdgeTable.SOURCES, EdgeTable.TARGETS)
        .allMatch(words -> table.columns().contains(new Column(find(words), Kind.WHOLE)));
  }

  /** The ends of the edges, read once. */
  private int[][] wholes() throws IOException {
    if (wholes.length == 0) {
      wholes = table.wholes(find(EdgeTable.SOURCES), find(EdgeTable.TARGETS));
    }
    return wholes;
  }

  /** Rows of a split need not name every node. */
  @Override
  public Optional<NodeIds> ids() throws IOException {
    boolean all = id.isPresent() && !parts.equals(Set.of(NodeField.SPLIT));
    return all ? nodes().names() : Optional.empty();
  }

  @Override
  public Classes classes() throws IOException {
    if (isTop()) {
      List<String> texts = new ArrayList<>(List.of(table.texts(only(PREDICTIONS))));
      if (has(NodeField.LABELS)) {
        texts.addAll(List.of(table.texts(only(Columns.LABELS))));
      }
      return Classes.ofTexts(location(), chosen.classNames(), texts);
    }
    NodeField part =
        has(NodeField.LOGITS) && parts.contains(NodeField.LOGITS)
            ? NodeField.LOGITS
            : NodeField.PROBABILITIES;
    List<String> scores = numbers(part);
    if (isList(scores)) {
      return Classes.of(location(), table.listLength(scores.get(0)), List.of());
    }
    List<String> names = table.hasHeader() ? scores.stream().map(table::shown).toList() : List.of();
    return Classes.of(location(), scores.size(), NumberTable.classNames(names, part));
  }

  @Override
  public Optional<Probabilities> topLabels(Nodes nodes) throws IOException {
    nodes.checkCount(table.rowCount(), location(), "rows");
    return isTop() ? Optional.of(topLabels(rowOf(nodes))) : Optional.empty();
  }

  @Override
  public double[] numbers(NodeField part, Nodes nodes) throws IOException {
    nodes.checkCount(table.rowCount(), location(), "rows");
    double[] values = table.numbers(numbers(part));
    return inOrder(values, values.length / Math.max(1, nodes.count()), rowOf(nodes));
  }

  private static double[] inOrder(double[] rows, int columns, int[] rowOf) {
    if (IntStream.range(0, rowOf.length).allMatch(i -> rowOf[i] == i)) {
      return rows;
    }
    double[] sorted = new double[rows.length];
    for (int i = 0; i < rowOf.length; i++) {
      System.arraycopy(rows, rowOf[i] * columns, sorted, i * columns, columns);
    }
    return sorted;
  }

  private Probabilities topLabels(int[] rowOf) throws IOException {
    String[] predictions = inOrder(table.texts(only(PREDICTIONS)), rowOf);
    Labels classes =
        NamedLabels.ofTexts(location(), predictions, i -> table.row(rowOf[i]), classes()).labels();
    String[] texts = inOrder(table.texts(only(CONFIDENCES)), rowOf);
    double[] confidences = new double[texts.length];
    for (int i = 0; i < texts.length; i++) {
      double value = NumberTable.number(texts[i]).orElse(Double.NaN);
      String advice = value > 1 && value <= 100 ? ": divide percentages by 100" : "";
      String rule = "confidence must be a number in 0 … 1, got '%s'%s";
      Location place = table.row(rowOf[i]);
      place.check(value >= 0 && value <= 1, rule, texts[i], advice);
      place.check(classes.isKnown(i), "must have a prediction, got none");
      confidences[i] = value;
    }
    return location().checked(() -> Probabilities.ofTopLabels(classes, confidences));
  }

  @Override
  public FeatureMatrix features(Nodes nodes) throws IOException {
    nodes.checkCount(table.rowCount(), location(), "rows");
    double[] values = table.numbers(numbers(NodeField.FEATURES));
    int columns = values.length / Math.max(1, nodes.count());
    return NodeArrays.features(location(), inOrder(values, columns, rowOf(nodes)), columns);
  }

  @Override
  public NamedLabels labels(Nodes nodes, Classes classes) throws IOException {
    int[] rowOf = rowOf(nodes);
    String[] labels = inOrder(table.texts(only(Columns.LABELS)), rowOf);
    return NamedLabels.ofTexts(location(), labels, i -> table.row(rowOf[i]), classes);
  }

  /** The label of each node as it is; empty where there is none. */
  String[] texts(Nodes nodes) throws IOException {
    return inOrder(table.texts(only(Columns.LABELS)), rowOf(nodes));
  }

  @Override
  public Split split(Nodes nodes, OptionalInt index) throws IOException {
    if (find(Columns.PARTS).isEmpty()) { // of top labels
      NodeSet none = NodeSet.of(nodes.count());
      return new Split(none, none, NodeSet.all(nodes.count()));
    }
    SplitArrays.checkOnlySplit(location(), index);
    int[] rowOf = rowOf(nodes);
    String[] values = inOrder(table.texts(only(Columns.PARTS)), rowOf);
    return LabelTable.split(values, i -> table.row(rowOf[i]));
  }

  private static String[] inOrder(String[] values, int[] rowOf) {
    return Arrays.stream(rowOf).mapToObj(k -> k < 0 ? "" : values[k]).toArray(String[]::new);
  }

  /** The row of each node, −1 where there is none. */
  private int[] rowOf(Nodes nodes) throws IOException {
    int rows = table.rowCount();
    if (id.isEmpty()) {
      nodes.checkCount(rows, location(), "rows");
      return IntStream.range(0, rows).toArray();
    }
    int[] rowOf = new int[nodes.count()];
    Arrays.fill(rowOf, -1);
    String[] ids = table.texts(id.get());
    for (int k = 0; k < rows; k++) {
      int row = k;
      int node = nodes.find(ids[k], () -> table.row(row));
      if (rowOf[node] >= 0) {
        throw table.row(k).invalid("must give a node once, got '%s' again", ids[k]);
      }
      rowOf[node] = k;
    }
    return rowOf;
  }

  @Override
  public Graph graph(Nodes nodes) throws IOException {
    if (nodes.ids().areNames() || !endsAreWhole()) {
      int[] sources = ends(EdgeTable.SOURCES, nodes);
      int[] targets = ends(EdgeTable.TARGETS, nodes);
      return location().checked(() -> Graph.fromEdges(nodes.count(), sources, targets));
    }
    int[][] ends = wholes();
    for (int[] side : ends) {
      for (int k = 0; k < side.length; k++) {
        if (side[k] < 0 || side[k] >= nodes.count()) {
          int row = k;
          nodes.find(Integer.toString(side[k]), () -> table.row(row));
        }
      }
    }
    return location().checked(() -> Graph.fromEdges(nodes.count(), ends[0], ends[1]));
  }

  private int[] ends(Set<String> words, Nodes nodes) throws IOException {
    String[] names = table.texts(find(words));
    IntStream rows = IntStream.range(0, names.length);
    return rows.map(k -> nodes.find(names[k], () -> table.row(k))).toArray();
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
