package io.github.wats.io.format;

import io.github.wats.graph.EdgeSource;
import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * An edge list as text, an edge a row: source, target, and perhaps more columns, which are ignored.
 * The first row is a header if it names the two columns ({@code source} and {@code target}, {@code
 * src} and {@code dst}, {@code from} and {@code to}, …, anywhere in the row) or if it has words
 * where the next row has numbers, or 0 and 1 after a name of row numbers, as pandas writes them;
 * row numbers before them are skipped. The file is read again, not held in memory, each time its
 * edges are.
 *
 * @param headerLine 0 where there is no header
 */
record EdgeTable(TextTable table, long headerLine, int sourceColumn, int targetColumn)
    implements NodeParts {
  static final Set<String> SOURCES =
      Set.of("source", "src", "from", "u", "node1", "id1", "sourcenodeid");
  static final Set<String> TARGETS =
      Set.of("target", "dst", "to", "v", "node2", "id2", "targetnodeid");

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
    return table.location();
  }

  @Override
  public String place(NodeField part) {
    return "%s, columns %s and %s".formatted(location().name(), sourceColumn + 1, targetColumn + 1);
  }

  @Override
  public Optional<ColumnTable> columnTable() throws IOException {
    return Optional.of(TextColumns.of(table, header -> -1));
  }

  @Override
  public boolean has(NodeField part) {
    return part == NodeField.GRAPH;
  }

  @Override
  public boolean namesNodes() {
    return true;
  }

  /** Receives the two ends of an edge as text. */
  private interface EndConsumer {
    void accept(long line, String source, String target);
  }

  private void forEach(EndConsumer consumer) throws IOException {
    int last = Math.max(sourceColumn, targetColumn);
    table.forEach(
        row -> {
          if (row.line() != headerLine) {
            if (row.size() <= last
                || row.get(sourceColumn).isEmpty()
                || row.get(targetColumn).isEmpty()) {
              throw location()
                  .line(row.line())
                  .invalid("must have a source and a target, got %s", row.fields());
            }
            List<String> fields = row.fields();
            consumer.accept(row.line(), fields.get(sourceColumn), fields.get(targetColumn));
          }
          return true;
        });
  }

  @Override
  public Graph graph(Nodes nodes) throws IOException {
    EdgeSource edges =
        consumer -> {
          try {
            forEach(
                (line, source, target) -> {
                  Supplier<Location> place = () -> location().line(line);
                  consumer.accept(nodes.find(source, place), nodes.find(target, place));
                });
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    try {
      return location().checked(() -> Graph.fromEdges(nodes.count(), edges));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * The nodes of a graph of which nothing else is known: if all ends are node numbers, 0 to the
   * largest; else the names in the order in which they first appear.
   */
  @Override
  public Nodes nodes() throws IOException {
    Set<String> names = new LinkedHashSet<>();
    long[] edges = {0};
    forEach(
        (line, source, target) -> {
          edges[0]++;
          names.add(source);
          names.add(target);
        });
    return nodes(location(), names, edges[0]);
  }

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
