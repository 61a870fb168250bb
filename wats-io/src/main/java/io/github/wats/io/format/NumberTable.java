package io.github.wats.io.format;

import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A matrix as text, a node a row, perhaps with the node's id in front. The first row is a header if
 * its last field is no number. With a header, the first column holds ids if it is called {@code
 * id}, {@code node}, {@code node_id} or {@code name}; without one, if any of its entries is no
 * number. Where whole numbers stand before fractions and no header says what they are, the file is
 * refused.
 *
 * @param header the names above the numbers, without the id column, or nothing
 * @param ids the first column, if it holds ids
 * @param values the numbers, row by row
 */
record NumberTable(
    Origin origin,
    List<String> header,
    Optional<NodeIds> ids,
    int rows,
    int columns,
    DoubleList values) {
  static final Set<String> ID_WORDS = Set.of("id", "node", "node_id", "name");

  static NumberTable read(Path file) throws IOException {
    TextTable table = TextTable.open(file);
    Reading reading = new Reading(table.origin());
    table.forEach(reading::accept);
    return reading.finish();
  }

  /** Rows may come in another order if they are named; a column of temperatures is left out. */
  Probabilities probabilities(NodeIds nodes) {
    ProbabilityFile.checkRows(origin, nodes, rows);
    boolean last =
        !header.isEmpty() && header.get(columns - 1).equalsIgnoreCase(ProbabilityFile.TEMPERATURE);
    int classes = columns - (last ? 1 : 0);
    double[] ordered = new double[rows * classes];
    for (int i = 0; i < rows; i++) {
      int row = i;
      int node = ids.map(names -> node(nodes, names.get(row))).orElse(row);
      for (int c = 0; c < classes; c++) {
        ordered[node * classes + c] = values.get(row * columns + c);
      }
    }
    return origin.checked(() -> Probabilities.of(rows, classes, ordered));
  }

  private int node(NodeIds nodes, String id) {
    return nodes.find(id).orElseThrow(() -> origin.invalid("must name known nodes, got '%s'", id));
  }

  static boolean isIdWord(String word) {
    return ID_WORDS.contains(word.toLowerCase(Locale.ROOT));
  }

  /** Finite or not; empty where the text is no number. */
  static Optional<Double> number(String text) {
    if (text.isEmpty() || "dDfF".indexOf(text.charAt(text.length() - 1)) >= 0) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "inf", "+inf" -> Optional.of(Double.POSITIVE_INFINITY);
        case "-inf" -> Optional.of(Double.NEGATIVE_INFINITY);
        default -> Optional.empty();
      };
    }
    if (text.equalsIgnoreCase("nan")) {
      return Optional.of(Double.NaN);
    }
    try {
      return Optional.of(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The state of reading row after row. */
  private static final class Reading {
    private final Origin origin;
    private final List<String> firstColumn = new ArrayList<>();
    private final DoubleList rest;
    private List<String> header = List.of();
    private boolean started;
    private boolean firstColumnIsIds;
    private boolean firstColumnIsWhole = true;
    private boolean restIsWhole = true;
    private int width;

    Reading(Origin origin) {
      this.origin = origin;
      this.rest = new DoubleList(origin);
    }

    boolean accept(TextTable.Row row) {
      if (!started) {
        started = true;
        width = row.size();
        if (number(row.get(width - 1)).isEmpty()) {
          header = row.fields();
          firstColumnIsIds = isIdWord(header.get(0));
          return true;
        }
      }
      origin
          .line(row.line())
          .check(
              row.size() == width,
              "must have %d fields like the first row, got %d",
              width,
              row.size());
      takeFirst(row);
      for (int k = 1; k < width; k++) {
        double value = value(row, k);
        rest.add(value);
        restIsWhole &= value == Math.rint(value);
      }
      return true;
    }

    private void takeFirst(TextTable.Row row) {
      firstColumn.add(row.get(0));
      firstColumnIsWhole &= NodeIds.number(row.get(0)) >= 0;
      if (!firstColumnIsIds && number(row.get(0)).isEmpty()) {
        if (header.isEmpty() && width > 1) {
          firstColumnIsIds = true;
        } else {
          value(row, 0); // says what is wrong
        }
      }
    }

    private double value(TextTable.Row row, int column) {
      Optional<Double> value = number(row.get(column));
      if (value.isEmpty()) {
        throw origin
            .line(row.line())
            .invalid("must have a number in field %d, got '%s'", column + 1, row.get(column));
      }
      return value.get();
    }

    NumberTable finish() {
      int rows = firstColumn.size();
      if (firstColumnIsIds) {
        List<String> names = header.isEmpty() ? header : header.subList(1, width);
        Optional<NodeIds> ids =
            Optional.of(origin.checked(() -> NodeIds.of(firstColumn.toArray(String[]::new))));
        return new NumberTable(origin, names, ids, rows, width - 1, rest);
      }
      origin.check(
          !header.isEmpty() || rows < 2 || !firstColumnIsWhole || restIsWhole,
          "begins each row with a whole number, which may be an id or a value: add a header,"
              + " 'id' above ids");
      DoubleList all = new DoubleList(origin);
      for (int i = 0; i < rows; i++) {
        all.add(number(firstColumn.get(i)).orElseThrow());
        for (int k = 1; k < width; k++) {
          all.add(rest.get(i * (width - 1) + k - 1));
        }
      }
      return new NumberTable(origin, header, Optional.empty(), rows, width, all);
    }
  }
}
