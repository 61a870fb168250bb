package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Labels or the parts of a split as text: a value a row in the order of the nodes, or id and value.
 * A label is a whole number from 0 or the name of a class; −1 or an empty field means unknown. A
 * part is {@code train}, {@code val} or {@code test}; an empty field means none of them. So does a
 * missing row where there are ids. The first row is a header if it names the values ({@code label},
 * {@code y}, {@code class}, {@code target}; {@code part}, {@code split}, {@code set}), begins with
 * {@code id}, {@code node}, {@code name} or as pandas writes row numbers, or has a word where the
 * next row has a number; with more than two columns it must name both.
 */
final class LabelTable implements NodeParts {
  /** What people call the parts of a split. */
  private static final List<Set<String>> PARTS =
      List.of(
          Set.of("train", "training"),
          Set.of("val", "valid", "validation", "calibration"),
          Set.of("test", "testing"));

  private final TextTable table;
  private final NodeField part;
  private final List<TextTable.Row> rows;
  private final int idColumn; // −1 where rows come in the order of the nodes
  private final int valueColumn;

  /** Values in one column; ids in another, −1 where rows come in the order of the nodes. */
  LabelTable(
      TextTable table, NodeField part, List<TextTable.Row> rows, int idColumn, int valueColumn) {
    this.table = table;
    this.part = part;
    this.rows = rows;
    this.idColumn = idColumn;
    this.valueColumn = valueColumn;
    for (TextTable.Row row : rows) {
      if (row.size() <= Math.max(idColumn, valueColumn)) {
        throw place(row)
            .invalid(
                "must have %s %s, got %s",
                idColumn < 0 ? "a" : "an id and a", word(part), row.fields());
      }
    }
  }

  /** Reads {@link NodeField#LABELS} or {@link NodeField#SPLIT}. */
  static LabelTable read(Path file, NodeField part, Columns columns) throws IOException {
    TextTable table = TextTable.open(file);
    List<TextTable.Row> rows = table.first(Integer.MAX_VALUE);
    if (rows.isEmpty()) {
      return new LabelTable(table, part, rows, -1, 0);
    }
    TextTable.Row first = rows.get(0);
    int width = first.size();
    List<String> names = first.names();
    int value = first.find(part == NodeField.SPLIT ? Columns.PARTS : Columns.LABELS);
    int id = columns.id().map(names::indexOf).orElse(-1);
    boolean nameOrZero = first.last().equals("0") || !NumberTable.isNumber(first.last());
    String front = names.get(0);
    boolean above = Columns.isId(front) && isAboveNumbers(rows, row -> row.get(0));
    boolean index = (Columns.isRowNumber(front) || above) && nameOrZero && width > 1;
    boolean named = value >= 0 || id >= 0 || index || Columns.isIdWord(front);
    boolean header = named || isAboveNumbers(rows, TextTable.Row::last);
    if (width > 2) {
      List<String> sure = names.stream().filter(name -> name.matches("(?i)(node_)?id")).toList();
      id = header && id < 0 && sure.size() == 1 ? names.indexOf(sure.get(0)) : id;
      id = header && id < 0 ? Columns.BY_NAME.idColumn(table.location(), names) : id;
      String rule = "of more than two columns a header must name 'id' and '%s', got %s";
      Location place = table.location().line(first.line());
      place.check(value >= 0 && id >= 0, rule, word(part), first.fields());
    } else {
      boolean last = header && width == 2 && (id == 1 || names.get(1).equalsIgnoreCase("id"));
      value = value >= 0 ? value : last ? 0 : width - 1;
      boolean alone = width == 1 || (header && Columns.isValue(names.get(1 - value)));
      id = alone ? -1 : 1 - value;
    }
    return new LabelTable(table, part, header ? rows.subList(1, rows.size()) : rows, id, value);
  }

  /** Whether the first row has a word above the first value, which is a number. */
  private static boolean isAboveNumbers(
      List<TextTable.Row> rows, Function<TextTable.Row, String> field) {
    String first = field.apply(rows.get(0));
    Stream<String> below = rows.stream().skip(1).map(field).filter(text -> !text.isEmpty());
    boolean word = !first.isEmpty() && !NumberTable.isNumber(first);
    return word && NumberTable.isNumber(below.findFirst().orElse(""));
  }

  private static String word(NodeField part) {
    return part == NodeField.SPLIT ? "part" : "label";
  }

  @Override
  public Location location() {
    return table.location();
  }

  @Override
  public String place(NodeField wanted) {
    String id = idColumn < 0 ? "" : ", ids in column " + (idColumn + 1);
    return location().name() + ", column " + (valueColumn + 1) + id;
  }

  private Location place(TextTable.Row row) {
    return location().line(row.line());
  }

  @Override
  public boolean has(NodeField wanted) {
    return wanted == part;
  }

  @Override
  public boolean namesNodes() {
    return idColumn >= 0;
  }

  /** Rows of labels alone; rows of a split need not name every node. */
  @Override
  public Optional<NodeIds> ids() {
    return part == NodeField.LABELS ? nodes().names() : Optional.empty();
  }

  @Override
  public Nodes nodes() {
    Stream<TextTable.Row> named = idColumn < 0 ? Stream.of() : rows.stream();
    return Nodes.ofRows(
        location(), rows.size(), named.map(row -> row.fields().get(idColumn)).toList());
  }

  @Override
  public NamedLabels labels(Nodes nodes, Classes classes) {
    int[] rowOf = rowOf(nodes);
    return NamedLabels.ofTexts(
        location(), values(rowOf), node -> place(rows.get(rowOf[node])), classes);
  }

  /** The field of each node as it is; empty where there is none. */
  String[] texts(Nodes nodes) {
    return values(rowOf(nodes));
  }

  @Override
  public Split split(Nodes nodes, OptionalInt index) {
    SplitArrays.checkOnlySplit(location(), index);
    int[] rowOf = rowOf(nodes);
    String[] values = values(rowOf);
    NodeSet[] sets = sets(values, node -> place(rows.get(rowOf[node])));
    return new Split(sets[0], sets[1], sets[2]);
  }

  /**
   * The nodes of each part, given the name of the part of each node or nothing.
   *
   * @param place where the part of a node stands
   */
  static NodeSet[] sets(String[] values, IntFunction<Location> place) {
    boolean[][] masks = new boolean[PARTS.size()][values.length];
    for (int i = 0; i < values.length; i++) {
      if (!values[i].isEmpty()) {
        masks[part(values[i], i, place)][i] = true;
      }
    }
    return Stream.of(masks).map(NodeSet::ofMask).toArray(NodeSet[]::new);
  }

  private static int part(String text, int node, IntFunction<Location> place) {
    for (int k = 0; k < PARTS.size(); k++) {
      if (PARTS.get(k).contains(text.toLowerCase(Locale.ROOT))) {
        return k;
      }
    }
    throw place.apply(node).invalid("part must be train, val, test or empty, got '%s'", text);
  }

  /** The row of each node, −1 where there is none. */
  int[] rowOf(Nodes nodes) {
    int[] rowOf = new int[nodes.count()];
    Arrays.fill(rowOf, -1);
    if (idColumn < 0) {
      nodes.checkCount(rows.size(), location(), "rows");
    }
    for (int k = 0; k < rows.size(); k++) {
      TextTable.Row row = rows.get(k);
      int node = idColumn < 0 ? k : nodes.find(row.fields().get(idColumn), () -> place(row));
      if (rowOf[node] >= 0) {
        throw place(row)
            .invalid("must give a node one %s, got '%s' again", word(part), row.get(idColumn));
      }
      rowOf[node] = k;
    }
    return rowOf;
  }

  private String[] values(int[] rowOf) {
    return Arrays.stream(rowOf)
        .mapToObj(row -> row < 0 ? "" : rows.get(row).get(valueColumn))
        .toArray(String[]::new);
  }
}
