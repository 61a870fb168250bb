package io.github.wats.io.format;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.NodeFormat.ResultColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Writes text with a row per node, the id of the node first: {@code .csv} or {@code .tsv}. */
final class NodeTable {
  /** Readers keep outer spaces in quotes only. */
  private static final QuoteStrategy OUTER_SPACES =
      new QuoteStrategy() {
        @Override
        public boolean quoteValue(int line, int column, String value) {
          return !value.strip().equals(value);
        }
      };

  private NodeTable() {}

  static boolean isText(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".csv") || name.endsWith(".tsv");
  }

  /** Writes a header of {@code id} and {@code columns}, then the fields of all nodes. */
  static void write(
      Path file, NodeIds ids, List<String> columns, IntFunction<Stream<String>> fields)
      throws IOException {
    boolean commas = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter csv =
              CsvWriter.builder()
                  .fieldSeparator(commas ? ',' : '\t')
                  .lineDelimiter(LineDelimiter.LF)
                  .quoteStrategy(OUTER_SPACES)
                  .build(out, StandardCharsets.UTF_8)) {
            writeRow(csv, "id", columns.stream());
            for (int i = 0; i < ids.nodeCount(); i++) {
              writeRow(csv, ids.get(i), fields.apply(i));
            }
          }
        });
  }

  /** Writes text, or a table of another format that is installed. */
  static void write(Path file, NodeIds ids, List<ResultColumn> columns) throws IOException {
    if (isText(file)) {
      IntFunction<Stream<String>> fields =
          node -> columns.stream().map(column -> column.values().apply(node).toString());
      write(file, ids, columns.stream().map(ResultColumn::name).toList(), fields);
      return;
    }
    List<ResultColumn> all = new ArrayList<>(columns);
    all.add(0, new ResultColumn("id", String.class, ids::get));
    for (NodeFormat format : NodeFormat.all()) {
      if (format.write(file, ids.nodeCount(), all)) {
        return;
      }
    }
    throw NodeFormat.needsModule(file);
  }

  private static void writeRow(CsvWriter csv, String first, Stream<String> others) {
    csv.writeRecord(Stream.concat(Stream.of(first), others).toArray(String[]::new));
  }
}
