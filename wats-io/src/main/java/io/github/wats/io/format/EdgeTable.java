package io.github.wats.io.format;

import io.github.wats.graph.EdgeSource;
import io.github.wats.graph.Graph;
import io.github.wats.io.NodeIds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An edge list as text, an edge a row: source, target, and perhaps more that is not looked at. The
 * first row is a header if it names the two columns ({@code source} and {@code target}, {@code src}
 * and {@code dst}, {@code from} and {@code to}, …, anywhere in the row) or if it has words where
 * the next row has numbers. The file is read anew, not held, each time its edges are.
 */
final class EdgeTable {
  private static final Set<String> SOURCES = Set.of("source", "src", "from", "u", "node1", "id1");
  private static final Set<String> TARGETS = Set.of("target", "dst", "to", "v", "node2", "id2");

  private final TextTable table;
  private final boolean header;
  private final int sourceColumn;
  private final int targetColumn;

  private EdgeTable(TextTable table, boolean header, int sourceColumn, int targetColumn) {
    this.table = table;
    this.header = header;
    this.sourceColumn = sourceColumn;
    this.targetColumn = targetColumn;
  }

  static EdgeTable open(Path file) throws IOException {
    TextTable table = TextTable.open(file);
    List<TextTable.Row> rows = table.first(2);
    if (!rows.isEmpty()) {
      List<String> words =
          rows.get(0).fields().stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
      int source = indexOf(words, SOURCES);
      int target = indexOf(words, TARGETS);
      if (source >= 0 && target >= 0) {
        return new EdgeTable(table, true, source, target);
      }
    }
    boolean header = rows.size() == 2 && !startsWithNumber(rows.get(0)) && areNumbers(rows.get(1));
    return new EdgeTable(table, header, 0, 1);
  }

  private static int indexOf(List<String> words, Set<String> wanted) {
    for (int k = 0; k < words.size(); k++) {
      if (wanted.contains(words.get(k))) {
        return k;
      }
    }
    return -1;
  }

  private static boolean startsWithNumber(TextTable.Row row) {
    return row.fields().stream().limit(2).anyMatch(field -> NodeIds.number(field) >= 0);
  }

  private static boolean areNumbers(TextTable.Row row) {
    return row.size() >= 2
        && row.fields().stream().limit(2).allMatch(field -> NodeIds.number(field) >= 0);
  }

  /** Takes the two ends of an edge as they stand in the file. */
  private interface NameConsumer {
    void accept(long line, String source, String target);
  }

  private void forEach(NameConsumer consumer) throws IOException {
    boolean[] skip = {header};
    int needed = Math.max(sourceColumn, targetColumn) + 1;
    table.forEach(
        row -> {
          if (skip[0]) {
            skip[0] = false;
            return true;
          }
          if (row.size() < needed
              || row.get(sourceColumn).isEmpty()
              || row.get(targetColumn).isEmpty()) {
            throw table
                .origin()
                .line(row.line())
                .invalid("must have a source and a target, got %s", row.fields());
          }
          consumer.accept(row.line(), row.get(sourceColumn), row.get(targetColumn));
          return true;
        });
  }

  /** The graph on known nodes; an end that is none of them is an error. */
  Graph graph(NodeIds ids, String reason) throws IOException {
    EdgeSource edges =
        consumer -> {
          try {
            forEach(
                (line, source, target) ->
                    consumer.accept(
                        node(ids, reason, line, source), node(ids, reason, line, target)));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    return GraphArrays.build(table.origin(), new NodeCount(ids.nodeCount(), reason), edges);
  }

  private int node(NodeIds ids, String reason, long line, String id) {
    return ids.find(id)
        .orElseThrow(
            () ->
                table
                    .origin()
                    .line(line)
                    .invalid(
                        "nodes must be %s (%s), got '%s'",
                        ids.areNames() ? "known ids" : "in 0 … " + (ids.nodeCount() - 1),
                        reason,
                        id));
  }

  /**
   * The nodes of a graph of which nothing else is known: if all ends are whole numbers, 0 to the
   * largest; else the names in the order in which they first appear.
   */
  NodeIds ownIds() throws IOException {
    Map<String, Integer> names = new LinkedHashMap<>();
    long[] largestAndEdges = {-1, 0};
    boolean[] numbers = {true};
    forEach(
        (line, source, target) -> {
          largestAndEdges[1]++;
          for (String end : new String[] {source, target}) {
            int number = NodeIds.number(end);
            numbers[0] &= number >= 0;
            largestAndEdges[0] = Math.max(largestAndEdges[0], number);
            names.putIfAbsent(end, names.size());
          }
        });
    if (!numbers[0]) {
      return NodeIds.of(names.keySet().toArray(String[]::new));
    }
    String reason = "one above the largest node";
    return NodeIds.numbers(
        NodeCount.announced(table.origin(), largestAndEdges[0] + 1, reason, largestAndEdges[1])
            .count());
  }
}
