package io.github.wats.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The tables of the PyTorch peer as its result pages print them. */
record PeerTable(List<Row> rows) {
  /** Means and deviations as fractions; NLL as it is. */
  record Row(
      String section, String method, Sample ece, Sample degreeEce, Sample nll, Sample accuracy) {}

  static PeerTable read(Path file) throws IOException {
    List<Row> rows = new ArrayList<>();
    String section = "";
    int runs = 0;
    List<String> header = List.of();
    for (String line : Files.readAllLines(file)) {
      if (line.startsWith("## ")) {
        section = line.substring(3, line.indexOf(" ("));
        runs = Integer.parseInt(line.replaceAll(".* (\\d+) runs.*", "$1"));
        header = List.of();
      } else if (line.startsWith("| method")) {
        header = cells(line);
      } else if (line.startsWith("| pair")) {
        header = List.of();
      } else if (line.startsWith("| ") && header.contains("ECE10") && !line.startsWith("| ---")) {
        List<String> cells = cells(line);
        rows.add(
            new Row(
                section,
                cells.get(0),
                sample(cells.get(header.indexOf("ECE10")), runs, 100),
                sample(cells.get(header.indexOf("degree-binned 10")), runs, 100),
                sample(cells.get(header.indexOf("NLL")), runs, 1),
                sample(cells.get(header.indexOf("accuracy")), runs, 100)));
      }
    }
    return new PeerTable(rows);
  }

  /** These rows, then those of {@code others}: the first of a section and method counts. */
  PeerTable orElse(PeerTable others) {
    return new PeerTable(Stream.concat(rows.stream(), others.rows.stream()).toList());
  }

  Optional<Row> row(String section, String method) {
    return rows.stream()
        .filter(row -> row.section().equals(section) && row.method().equals(method))
        .findFirst();
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList();
  }

  private static Sample sample(String text, int runs, double unit) {
    String[] parts = text.split(" ± ");
    return new Sample(
        runs, Double.parseDouble(parts[0]) / unit, Double.parseDouble(parts[1]) / unit);
  }
}
