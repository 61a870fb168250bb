package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
final class LabelTable {
  /** What people call the parts of a split. */
  private static final List<Set<String>> PARTS =
      List.of(
          Set.of("train", "training"),
          Set.of("val", "valid", "validation", "calibration"),
          Set.of("test", "testing"));

  private LabelTable() {}

  /** Reads {@link NodeField#LABELS} or {@link NodeField#SPLIT}. */
  static ColumnParts read(Path file, NodeField part, Columns columns) throws IOException {
    TextTable table = TextTable.open(file);
    List<TextTable.Row> rows = table.first(Integer.MAX_VALUE);
    if (rows.isEmpty()) {
      return parts(table.location(), part, rows, List.of(), -1, 0);
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
    List<TextTable.Row> values = header ? rows.subList(1, rows.size()) : rows;
    return parts(table.location(), part, values, header ? names : List.of(), id, value);
  }

  /** Values in one column; ids in another, −1 where rows come in the order of the nodes. */
  private static ColumnParts parts(
      Location file,
      NodeField part,
      List<TextTable.Row> rows,
      List<String> header,
      int id,
      int value) {
    for (TextTable.Row row : rows) {
      boolean complete = row.size() > Math.max(id, value);
      String rule = "must have %s %s, got %s";
      String both = id < 0 ? "a" : "an id and a";
      file.line(row.line()).check(complete, rule, both, word(part), row.fields());
    }
    List<String> names = List.of("id", part == NodeField.SPLIT ? "split" : "label");
    List<Integer> places = List.of(id, value);
    int from = id < 0 ? 1 : 0;
    ColumnTable table =
        new TextColumns(
            file, names.subList(from, 2), places.subList(from, 2), Optional.of("id"), header, rows);
    return new ColumnParts(table, Set.of(part), Columns.BY_NAME);
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

  /**
   * The nodes of each part, given the name of the part of each node or nothing.
   *
   * @param place where the part of a node stands
   */
  static Split split(String[] values, IntFunction<Location> place) {
    boolean[][] masks = new boolean[PARTS.size()][values.length];
    for (int i = 0; i < values.length; i++) {
      if (!values[i].isEmpty()) {
        masks[part(values[i], i, place)][i] = true;
      }
    }
    return new Split(NodeSet.ofMask(masks[0]), NodeSet.ofMask(masks[1]), NodeSet.ofMask(masks[2]));
  }

  private static int part(String text, int node, IntFunction<Location> place) {
    for (int k = 0; k < PARTS.size(); k++) {
      if (PARTS.get(k).contains(text.toLowerCase(Locale.ROOT))) {
        return k;
      }
    }
    throw place.apply(node).invalid("part must be train, val, test or empty, got '%s'", text);
  }
}
