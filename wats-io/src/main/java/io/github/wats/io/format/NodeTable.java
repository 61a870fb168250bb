package io.github.wats.io.format;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategy;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.NodeFormat.ResultColumn;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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

  /** Writes ids and these columns as text, or as a table of another format that is installed. */
  static void write(Path file, NodeIds ids, List<ResultColumn> columns) throws IOException {
    List<ResultColumn> all = new ArrayList<>(columns);
    all.add(0, new ResultColumn("id", String.class, ids::get));
    if (isText(file)) {
      AtomicFile.write(file, out -> writeText(out, file, ids.nodeCount(), all));
      return;
    }
    for (NodeFormat format : NodeFormat.all()) {
      if (format.write(file, ids.nodeCount(), all)) {
        return;
      }
    }
    throw NodeFormat.needsModule(file);
  }

  private static void writeText(OutputStream out, Path file, int rows, List<ResultColumn> columns)
      throws IOException {
    boolean commas = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    try (CsvWriter csv =
        CsvWriter.builder()
            .fieldSeparator(commas ? ',' : '\t')
            .lineDelimiter(LineDelimiter.LF)
            .quoteStrategy(OUTER_SPACES)
            .build(out, StandardCharsets.UTF_8)) {
      csv.writeRecord(columns.stream().map(ResultColumn::name).toList());
      for (int i = 0; i < rows; i++) {
        int node = i;
        csv.writeRecord(columns.stream().map(c -> c.values().apply(node).toString()).toList());
      }
    }
  }
}
