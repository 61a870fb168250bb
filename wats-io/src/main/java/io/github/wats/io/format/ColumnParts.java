package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.ColumnTable.Column;
import io.github.wats.io.format.ColumnTable.Kind;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
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
 * source} and {@code target}, or as in text. The scores of a node are a list, or a column for each
 * class: all numbers that are not named like ids, labels, parts or results. {@link Columns} may say
 * otherwise. Rows come in any order where there are ids.
 */
public final class ColumnParts implements NodeParts {
  private static final Set<String> LOGITS = Set.of("logits", "rawprediction", "raw_prediction");
  private static final Set<String> PROBABILITIES =
      Set.of("probabilities", "probability", "predictedprobabilities");
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
  public Optional<ColumnTable> columnTable() {
    return Optional.of(table);
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

  /** The columns of the scores: one of lists, or one for each class. */
  private List<String> scores(NodeField part) {
    if (!chosen.classes().isEmpty()) {
      return chosen.classes();
    }
    Set<String> right = part == NodeField.LOGITS ? LOGITS : PROBABILITIES;
    Set<String> wrong = part == NodeField.LOGITS ? PROBABILITIES : LOGITS;
    List<String> lists = names(column -> column.kind() == Kind.LIST).toList();
    List<String> named = lists.stream().filter(name -> isOneOf(right, name)).toList();
    if (!lists.isEmpty()) {
      return !named.isEmpty()
          ? named.subList(0, 1)
          : lists.stream()
              .filter(name -> !isOneOf(wrong, name) && !isOneOf(FEATURES, name))
              .toList();
    }
    return names(
            column ->
                (column.kind() == Kind.WHOLE || column.kind() == Kind.FRACTION)
                    && !id.equals(Optional.of(column.name()))
                    && !Columns.isOther(column.name(), 1))
        .toList();
  }

  private boolean isList(List<String> scores) {
    return scores.size() == 1 && table.columns().contains(new Column(scores.get(0), Kind.LIST));
  }

  private boolean areNumbers(List<String> scores) {
    List<String> numbers = names(c -> c.kind() == Kind.WHOLE || c.kind() == Kind.FRACTION).toList();
    return scores.size() > 1 && numbers.containsAll(scores);
  }

  @Override
  public boolean has(NodeField part) {
    return switch (part) {
      case GRAPH -> !find(EdgeTable.SOURCES).isEmpty() && !find(EdgeTable.TARGETS).isEmpty();
      case LABELS -> !find(Columns.LABELS).isEmpty();
      case SPLIT -> !find(Columns.PARTS).isEmpty();
      case LOGITS, PROBABILITIES -> isList(scores(part)) || areNumbers(scores(part));
      case FEATURES -> false;
    };
  }

  @Override
  public InvalidDataException missing(NodeField part) {
    String rule =
        switch (part) {
          case GRAPH -> "columns 'source' and 'target' or 'src' and 'dst'";
          case LABELS -> "a column 'label'";
          case SPLIT -> "a column 'split' with train, val or test";
          default -> "a column of lists, or a column of numbers for each class";
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

  @Override
  public Optional<NodeIds> ids() throws IOException {
    return id.isPresent() ? nodes().names() : Optional.empty();
  }

  @Override
  public Classes classes() throws IOException {
    NodeField part = parts.contains(NodeField.LOGITS) ? NodeField.LOGITS : NodeField.PROBABILITIES;
    List<String> scores = scores(part);
    return isList(scores)
        ? Classes.of(location(), table.listLength(scores.get(0)), List.of())
        : Classes.of(location(), scores.size(), NumberTable.classNames(scores, part));
  }

  @Override
  public Logits logits() throws IOException {
    double[] values = table.numbers(scores(NodeField.LOGITS));
    int rows = table.rowCount();
    return location().checked(() -> Logits.of(rows, values.length / Math.max(1, rows), values));
  }

  @Override
  public Probabilities probabilities(Nodes nodes) throws IOException {
    double[] read = table.numbers(scores(NodeField.PROBABILITIES));
    nodes.checkCount(table.rowCount(), location(), "rows");
    int columns = read.length / Math.max(1, nodes.count());
    int[] rowOf = rowOf(nodes);
    double[] values = new double[read.length];
    for (int i = 0; i < rowOf.length; i++) {
      System.arraycopy(read, rowOf[i] * columns, values, i * columns, columns);
    }
    return location().checked(() -> Probabilities.of(nodes.count(), columns, values));
  }

  @Override
  public NamedLabels labels(Nodes nodes, Classes classes) throws IOException {
    int[] rowOf = rowOf(nodes);
    String[] labels = inOrder(table.texts(find(Columns.LABELS)), rowOf);
    return NamedLabels.ofTexts(location(), labels, i -> row(rowOf[i]), classes);
  }

  @Override
  public Split split(Nodes nodes, OptionalInt index) throws IOException {
    SplitArrays.checkOnlySplit(location(), index);
    int[] rowOf = rowOf(nodes);
    String[] parts = inOrder(table.texts(find(Columns.PARTS)), rowOf);
    NodeSet[] sets = LabelTable.sets(parts, i -> row(rowOf[i]));
    return new Split(sets[0], sets[1], sets[2]);
  }

  private Location row(int row) {
    return new Location(location().name() + ": row " + row);
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
      int node = nodes.find(ids[k], () -> row(row));
      row(k).check(rowOf[node] < 0, "must give a node once, got '%s' again", ids[k]);
      rowOf[node] = k;
    }
    return rowOf;
  }

  @Override
  public Graph graph(Nodes nodes) throws IOException {
    if (nodes.ids().areNames() || !endsAreWhole()) {
      String[] sources = table.texts(find(EdgeTable.SOURCES));
      String[] targets = table.texts(find(EdgeTable.TARGETS));
      int[][] ends = {numbers(sources, nodes), numbers(targets, nodes)};
      return location().checked(() -> Graph.fromEdges(nodes.count(), ends[0], ends[1]));
    }
    int[][] ends = wholes();
    for (int[] side : ends) {
      for (int k = 0; k < side.length; k++) {
        if (side[k] < 0 || side[k] >= nodes.count()) {
          int row = k;
          nodes.find(Integer.toString(side[k]), () -> row(row));
        }
      }
    }
    return location().checked(() -> Graph.fromEdges(nodes.count(), ends[0], ends[1]));
  }

  private int[] numbers(String[] names, Nodes nodes) {
    int[] numbers = new int[names.length];
    for (int k = 0; k < names.length; k++) {
      int row = k;
      numbers[k] = nodes.find(names[k], () -> row(row));
    }
    return numbers;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
