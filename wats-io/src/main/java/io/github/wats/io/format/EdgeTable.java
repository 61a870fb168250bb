package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An edge list as text, an edge a row: source, target, and perhaps more columns, which are ignored.
 * The first row is a header if it names the two columns ({@code source} and {@code target}, {@code
 * src} and {@code dst}, {@code from} and {@code to}, …, anywhere in the row) or if it has words
 * where the next row has numbers, or 0 and 1 after a name of row numbers, as pandas writes them;
 * row numbers before them are skipped.
 */
final class EdgeTable implements ColumnTable {
  private static final List<String> NAMES = List.of("source", "target");
  static final Set<String> SOURCES =
      Set.of("source", "src", "from", "u", "node1", "id1", "sourcenodeid");
  static final Set<String> TARGETS =
      Set.of("target", "dst", "to", "v", "node2", "id2", "targetnodeid");

  private final TextTable text;
  private final int[] places; // of source and target in a row
  private final List<Column> columns;
  private final Map<String, Integer> numbers = new LinkedHashMap<>(); // of names, as they appear
  private int[] ends = new int[1 << 10]; // numbers of source and target, edge by edge
  private int[] lines = new int[1 << 9];
  private int count;

  private EdgeTable(TextTable text, long headerLine, int source, int target) throws IOException {
    this.text = text;
    this.places = new int[] {source, target};
    text.forEach(row -> row.line() == headerLine || accept(row));
    boolean whole = numbers.keySet().stream().allMatch(name -> NodeIds.number(name) >= 0);
    Kind kind = whole ? Kind.WHOLE : Kind.TEXT;
    columns = NAMES.stream().map(name -> new Column(name, kind)).toList();
  }

  private boolean accept(TextTable.Row row) {
    if (count == ends.length) {
      location().check(count < 1 << 30, "must have fewer than 2^29 edges");
      ends = Arrays.copyOf(ends, 2 * count);
      lines = Arrays.copyOf(lines, count);
    }
    lines[count / 2] = (int) row.line();
    for (int place : places) {
      boolean there = row.size() > place && !row.get(place).isEmpty();
      location()
          .line(row.line())
          .check(there, "must have a source and a target, got %s", row.fields());
      String name = row.fields().get(place);
      ends[count++] = numbers.computeIfAbsent(name, unused -> numbers.size());
    }
    return true;
  }

  static EdgeTable open(Path file) throws IOException {
    TextTable table = TextTable.open(file);
    List<TextTable.Row> rows = table.first(3);
    if (rows.isEmpty()) {
      return new EdgeTable(table, 0, 0, 1);
    }
    TextTable.Row first = rows.get(0);
    table
        .location()
        .check(
            rows.size() != 2 || rows.stream().anyMatch(row -> row.size() < 4 || !areNumbers(row)),
            "has two rows of %d numbers: write a row for each edge, as np.savetxt does of"
                + " edge_index.T",
            first.size());
    int source = first.find(SOURCES);
    int target = first.find(TARGETS);
    if (source >= 0 && target >= 0) {
      return new EdgeTable(table, first.line(), source, target);
    }
    boolean index = first.size() > 2 && Columns.isRowNumber(first.get(0));
    boolean numbered = index && first.names().subList(1, 3).equals(List.of("0", "1"));
    boolean words = rows.size() > 1 && numbers(first) == 0 && numbers(rows.get(1)) == 2;
    int from = index && (numbered || words) ? 1 : 0;
    return new EdgeTable(table, numbered || words ? first.line() : 0, from, from + 1);
  }

  private static boolean areNumbers(TextTable.Row row) {
    return row.fields().stream().allMatch(NumberTable::isNumber);
  }

  /** How many of the first two fields are node numbers. */
  private static long numbers(TextTable.Row row) {
    return row.fields().stream().limit(2).filter(field -> NodeIds.number(field) >= 0).count();
  }

  @Override
  public Location location() {
    return text.location();
  }

  @Override
  public Location row(int edge) {
    return location().line(lines[edge]);
  }

  @Override
  public List<Column> columns() {
    return columns;
  }

  @Override
  public String shown(String column) {
    return Integer.toString(places[NAMES.indexOf(column)] + 1);
  }

  /** All columns, further ones too. */
  @Override
  public ColumnTable all() throws IOException {
    return TextColumns.of(text, header -> -1);
  }

  @Override
  public int rowCount() {
    return count / 2;
  }

  @Override
  public String[] texts(String column) {
    String[] names = numbers.keySet().toArray(String[]::new);
    int side = NAMES.indexOf(column);
    IntStream edges = IntStream.range(0, count / 2);
    return edges.mapToObj(edge -> names[ends[2 * edge + side]]).toArray(String[]::new);
  }

  @Override
  public int[][] wholes(String first, String second) {
    int[] values = numbers.keySet().stream().mapToInt(NodeIds::number).toArray();
    return Stream.of(first, second)
        .map(NAMES::indexOf)
        .map(side -> IntStream.range(0, count / 2).map(edge -> values[ends[2 * edge + side]]))
        .map(IntStream::toArray)
        .toArray(int[][]::new);
  }

  @Override
  public void close() {}

  /** The nodes of edges between these. */
  static Nodes nodes(Location location, Set<String> names, long edges) {
    String reason = "as in this file";
    int largest = -1;
    for (String name : names) {
      int number = NodeIds.number(name);
      if (number < 0) {
        return new Nodes(NodeIds.of(names.toArray(String[]::new)), reason);
      }
      largest = Math.max(largest, number);
    }
    return Nodes.declared(location, largest + 1L, reason, edges);
  }
}
