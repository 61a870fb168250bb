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

/** Writes text with a row per node, the id of the node first: {@code .csv} or {@code .tsv}. */
final class NodeTable {
  private NodeTable() {}

  /** Fills the fields of a node after its id. */
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
    String[] fields = columns.toArray(String[]::new);
    String[] line = new String[1 + fields.length];
    AtomicFile.write(
        file,
        out -> {
          try (CsvWriter csv =
              CsvWriter.builder()
                  .fieldSeparator(commas ? ',' : '\t')
                  .lineDelimiter(LineDelimiter.LF)
                  .build(out, StandardCharsets.UTF_8)) {
            line[0] = "id";
            System.arraycopy(fields, 0, line, 1, fields.length);
            csv.writeRecord(line);
            for (int i = 0; i < ids.nodeCount(); i++) {
              rows.fill(i, fields);
              line[0] = ids.get(i);
              System.arraycopy(fields, 0, line, 1, fields.length);
              csv.writeRecord(line);
            }
          }
        });
  }
}
