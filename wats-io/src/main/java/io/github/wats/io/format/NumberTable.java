package io.github.wats.io.format;

import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.DoubleStream;

/**
 * A matrix as text, a node a row, perhaps with the node's id in front. The first row is a header if
 * its last field is not a number or its first is called {@code id}, {@code node}, {@code node_id}
 * or {@code name}. Such a first column holds ids; the other columns of a header are the names of
 * the classes. Without a header, the first column holds ids if any of its entries is not a number.
 * Where whole numbers come before fractions and no header says what they are, the file is refused.
 */
final class NumberTable implements NodeParts {
  static final Set<String> ID_WORDS = Set.of("id", "node", "node_id", "name");

  /** Columns of calibrated probabilities before those of the classes. */
  static final List<String> RESULT_WORDS =
      List.of("prediction", "confidence", "temperature", "accept", "set");

  private final Origin origin;
  private final Part part;
  private final List<String> firstColumn = new ArrayList<>();
  private final List<double[]> rows = new ArrayList<>(); // (rows × width), 0 before the classes
  private List<String> header = List.of();
  private int width; // 0 before the first row
  private boolean hasIds;
  private int resultColumns; // prediction, confidence, temperature

  private NumberTable(Origin origin, Part part) {
    this.origin = origin;
    this.part = part;
  }

  /** Reads {@link Part#LOGITS} or {@link Part#PROBABILITIES}. */
  static NumberTable read(Path file, Part part) throws IOException {
    TextTable text = TextTable.open(file);
    NumberTable table = new NumberTable(text.origin(), part);
    text.forEach(table::accept);
    table.checkFirstColumn();
    return table;
  }

  private boolean accept(TextTable.Row row) {
    if (width == 0) {
      width = row.size();
      boolean id = ID_WORDS.contains(row.get(0).toLowerCase(Locale.ROOT));
      if (id || !isNumber(row.last())) {
        header = row.names();
        hasIds = id;
        for (String word : part == Part.PROBABILITIES ? RESULT_WORDS : List.<String>of()) {
          boolean found = firstClass() < width && header.get(firstClass()).equalsIgnoreCase(word);
          resultColumns += found ? 1 : 0;
        }
        return true;
      }
    }
    if (row.size() != width) {
      throw origin
          .line(row.line())
          .invalid("must have %d fields like the first row, got %d", width, row.size());
    }
    double[] values = new double[width];
    hasIds |= header.isEmpty() && width > 1 && !isNumber(row.get(0));
    for (int k = firstClass(); k < width; k++) {
      values[k] = value(row, k);
    }
    firstColumn.add(row.fields().get(0));
    rows.add(values);
    return true;
  }

  private double value(TextTable.Row row, int column) {
    return number(row.get(column))
        .orElseThrow(
            () ->
                origin
                    .line(row.line())
                    .invalid(
                        "must have a number in field %d, got '%s'", column + 1, row.get(column)));
  }

  static boolean isNumber(String text) {
    return number(text).isPresent();
  }

  /** Finite or not; empty where the text is not a number. */
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

  /** Refuses whole numbers before fractions: without a header they may be ids or values. */
  private void checkFirstColumn() {
    if (hasIds || !header.isEmpty() || rows.size() < 2) {
      return;
    }
    boolean whole = firstColumn.stream().allMatch(text -> NodeIds.number(text) >= 0);
    DoubleStream rest = rows.stream().flatMapToDouble(row -> Arrays.stream(row).skip(1));
    origin.check(
        !whole || rest.allMatch(value -> value == Math.rint(value)),
        "begins each row with a whole number, which may be an id or a value: add a header,"
            + " 'id' above ids");
  }

  @Override
  public Origin origin() {
    return origin;
  }

  @Override
  public boolean has(Part wanted) {
    return wanted == part;
  }

  @Override
  public boolean namesNodes() {
    return hasIds;
  }

  @Override
  public Optional<NodeIds> ids() {
    return nodes().names();
  }

  /**
   * The names in the header if they differ; {@code p0, p1, …} are those of probabilities without
   * names.
   */
  @Override
  public Classes classes() {
    int count = width - firstClass();
    List<String> names = header.isEmpty() ? List.of() : header.subList(firstClass(), width);
    boolean numbered =
        part == Part.PROBABILITIES && names.equals(ProbabilityFile.columns(count, List.of()));
    boolean unclear = names.contains("") || new HashSet<>(names).size() < names.size();
    return Classes.of(origin, count, numbered || unclear ? List.of() : names);
  }

  @Override
  public Nodes nodes() {
    return Nodes.ofRows(origin, rows.size(), hasIds ? firstColumn : List.of());
  }

  @Override
  public Logits logits() {
    int columns = width - firstClass();
    return origin.checked(() -> Logits.of(rows.size(), columns, values(columns, row -> row)));
  }

  /** Rows may come in another order if they have ids. */
  @Override
  public Probabilities probabilities(Nodes nodes) {
    nodes.checkCount(rows.size(), origin, "rows");
    nodes(); // refuses an id that is given twice
    int columns = width - firstClass();
    IntUnaryOperator place = row -> hasIds ? nodes.find(firstColumn.get(row), () -> origin) : row;
    return origin.checked(() -> Probabilities.of(rows.size(), columns, values(columns, place)));
  }

  private int firstClass() {
    return (hasIds ? 1 : 0) + resultColumns;
  }

  /** The numbers of each row; {@code place} is the node of a row. */
  private double[] values(int columns, IntUnaryOperator place) {
    int most = Integer.MAX_VALUE - 16;
    origin.check((long) rows.size() * columns <= most, "must have at most %d numbers", most);
    double[] values = new double[rows.size() * columns];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), firstClass(), values, place.applyAsInt(i) * columns, columns);
    }
    return values;
  }
}
