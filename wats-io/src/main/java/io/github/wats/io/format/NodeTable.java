package io.github.wats.io.format;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.NodeIds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Writes text with a row per node, the id of the node first: {@code .csv} or {@code .tsv}. */
final class NodeTable {
  private NodeTable() {}

  /** Fills the fields of a node from 1 on; the first is its id. */
  interface RowWriter {
    void fill(int node, String[] fields);
  }

  static boolean isText(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".csv") || name.endsWith(".tsv");
  }

  /** Writes a header of {@code id} and {@code columns}, then the rows of all nodes. */
  static void write(Path file, NodeIds ids, List<String> columns, RowWriter rows)
      throws IOException {
    boolean commas = file.toString().toLowerCase(Locale.ROOT).endsWith(".csv");
    String[] line = Stream.concat(Stream.of("id"), columns.stream()).toArray(String[]::new);
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter csv =
              CsvWriter.builder()
                  .fieldSeparator(commas ? ',' : '\t')
                  .lineDelimiter(LineDelimiter.LF)
                  .build(out, StandardCharsets.UTF_8)) {
            csv.writeRecord(line);
            for (int i = 0; i < ids.nodeCount(); i++) {
              line[0] = ids.get(i);
              rows.fill(i, line);
              csv.writeRecord(line);
            }
          }
        });
  }
}
