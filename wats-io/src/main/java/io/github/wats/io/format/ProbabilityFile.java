package io.github.wats.io.format;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.github.wats.internal.Check;
import io.github.wats.io.AtomicFile;
import io.github.wats.io.NodeIds;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzWriter;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Calibrated probabilities in a file. An archive has {@code probabilities} (N × C float64), {@code
 * temperatures} (N) where the method has them, and {@code node_ids} where nodes have names; text
 * has a row per node: {@code id}, {@code p0} … and perhaps {@code temperature}. Numbers survive a
 * round trip through text exactly.
 */
public final class ProbabilityFile {
  static final String PROBABILITIES = "probabilities";
  static final String TEMPERATURE = "temperature";

  private ProbabilityFile() {}

  /** Writes {@code .csv}, {@code .tsv} or, under any other name, an archive. */
  public static void write(
      Path file, NodeIds ids, Probabilities probabilities, Optional<double[]> temperatures)
      throws IOException {
    int nodes = probabilities.nodeCount();
    Check.argument(
        ids.nodeCount() == nodes,
        "ids must be as many as nodes: %d, got %d",
        nodes,
        ids.nodeCount());
    temperatures.ifPresent(
        values ->
            Check.argument(
                values.length == nodes,
                "temperatures must be as many as nodes: %d, got %d",
                nodes,
                values.length));
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      char separator = name.endsWith(".csv") ? ',' : '\t';
      AtomicFile.write(file, out -> writeText(out, separator, ids, probabilities, temperatures));
    } else {
      NpzWriter.write(file, npz -> putArrays(npz, ids, probabilities, temperatures));
    }
  }

  private static void putArrays(
      NpzWriter npz, NodeIds ids, Probabilities probabilities, Optional<double[]> temperatures)
      throws IOException {
    int nodes = probabilities.nodeCount();
    npz.put(PROBABILITIES, NpyData.of(probabilities.toArray(), nodes, probabilities.classCount()));
    if (temperatures.isPresent()) {
      npz.put("temperatures", NpyData.of(temperatures.get(), nodes));
    }
    if (ids.areNames()) {
      npz.put("node_ids", NpyData.of(ids.toArray(), nodes));
    }
  }

  private static void writeText(
      OutputStream out,
      char separator,
      NodeIds ids,
      Probabilities probabilities,
      Optional<double[]> temperatures)
      throws IOException {
    int classes = probabilities.classCount();
    String[] row = new String[1 + classes + (temperatures.isPresent() ? 1 : 0)];
    try (CsvWriter csv =
        CsvWriter.builder()
            .fieldSeparator(separator)
            .lineDelimiter(LineDelimiter.LF)
            .build(out, StandardCharsets.UTF_8)) {
      row[0] = "id";
      for (int c = 0; c < classes; c++) {
        row[1 + c] = "p" + c;
      }
      temperatures.ifPresent(values -> row[1 + classes] = TEMPERATURE);
      csv.writeRecord(row);
      for (int i = 0; i < probabilities.nodeCount(); i++) {
        int node = i;
        row[0] = ids.get(node);
        for (int c = 0; c < classes; c++) {
          row[1 + c] = Double.toString(probabilities.get(node, c));
        }
        temperatures.ifPresent(values -> row[1 + classes] = Double.toString(values[node]));
        csv.writeRecord(row);
      }
    }
  }

  /** The probabilities of these nodes from an archive, an {@code .npy} file or text. */
  public static Probabilities read(Path file, NodeIds ids) throws IOException {
    Set<Part> parts = EnumSet.of(Part.PROBABILITIES);
    try (NodeParts opened = NodeFormat.of(file, parts).open(file, parts)) {
      return opened.probabilities(new Nodes(ids, "the nodes of the other files"));
    }
  }
}
