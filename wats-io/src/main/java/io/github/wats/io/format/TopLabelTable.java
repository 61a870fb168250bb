package io.github.wats.io.format;

import io.github.wats.io.Location;
import io.github.wats.io.NodeIds;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table of {@code prediction} and {@code confidence}, and perhaps {@code id}, {@code label} and
 * {@code split}, in any order; other columns are left out. Classes are the numbers or the names in
 * its predictions and labels, names in alphabetical order. Without a split all rows are test nodes.
 */
final class TopLabelTable implements NodeParts {
  private static final Set<String> PREDICTIONS =
      Set.of(ProbabilityFile.PREDICTION, "predicted", "pred", "y_pred", "predicted_label");
  private static final Set<String> CONFIDENCES = Set.of(ProbabilityFile.CONFIDENCE, "conf");

  /** Larger numbers are no classes; their sums would take memory without bounds. */
  static final int MOST_CLASSES = 1 << 16;

  private final Location location;
  private final List<String> header;
  private final List<TextTable.Row> rows;
  private final int confidence;
  private final LabelTable predictions;
  private final Optional<LabelTable> labels;
  private final Optional<LabelTable> parts;
  private final Classes classes;

  private TopLabelTable(TextTable table, List<TextTable.Row> all, Columns columns) {
    location = table.location();
    header = all.isEmpty() ? List.of() : all.get(0).names();
    String rule =
        "must have one column 'prediction' and one 'confidence' in its header, got %s; files of"
            + " single parts are given as --logits, --probabilities, --labels, --split or --graph";
    int prediction = column(PREDICTIONS);
    confidence = column(CONFIDENCES);
    location.check(prediction >= 0 && confidence >= 0, rule, header);
    int id = columns.idColumn(location, header);
    int label = column(Columns.LABELS);
    int part = column(Columns.PARTS);
    rows = all.subList(1, all.size());
    for (TextTable.Row row : rows) {
      location
          .line(row.line())
          .check(
              row.size() == header.size(),
              "must have %d fields like the header, got %d",
              header.size(),
              row.size());
    }
    predictions = new LabelTable(table, NodeField.LABELS, rows, id, prediction);
    labels = at(label).map(k -> new LabelTable(table, NodeField.LABELS, rows, id, k));
    parts = at(part).map(k -> new LabelTable(table, NodeField.SPLIT, rows, id, k));
    classes = classes(columns, prediction, label);
  }

  static TopLabelTable read(Path file, Columns columns) throws IOException {
    TextTable table = TextTable.open(file);
    return new TopLabelTable(table, table.first(Integer.MAX_VALUE), columns);
  }

  private static Optional<Integer> at(int column) {
    return Optional.of(column).filter(k -> k >= 0);
  }

  /** The one column that has such a name, −1 if there is none. */
  private int column(Set<String> names) {
    int[] found =
        IntStream.range(0, header.size())
            .filter(k -> names.contains(header.get(k).toLowerCase(Locale.ROOT)))
            .toArray();
    Stream<String> all = Arrays.stream(found).mapToObj(header::get);
    String rule = "must have one of the columns %s, got several";
    location.check(found.length < 2, rule, all.toList());
    return found.length == 0 ? -1 : found[0];
  }

  private Classes classes(Columns columns, int prediction, int label) {
    if (!columns.classNames().isEmpty()) {
      int count = columns.classNames().size();
      location.check(count >= 2, "--class-names must name two classes or more, got %d", count);
      return Classes.of(location, count, columns.classNames());
    }
    TreeSet<String> texts = new TreeSet<>();
    for (TextTable.Row row : rows) {
      texts.add(NamedLabels.whole(row.get(prediction)));
      texts.add(label < 0 ? "" : NamedLabels.whole(row.get(label)));
    }
    texts.removeIf(NamedLabels::isUnknown);
    if (texts.stream().allMatch(NamedLabels::isWhole)) {
      int largest = texts.stream().mapToInt(Integer::parseInt).max().orElse(0);
      String rule = "must have class numbers below %d, got %d";
      location.check(largest < MOST_CLASSES, rule, MOST_CLASSES, largest);
      return Classes.of(location, Math.max(2, largest + 1), List.of());
    }
    Optional<String> number = texts.stream().filter(NumberTable::isNumber).findFirst();
    String rule = "must have numbers or names as classes, got %s and %s; or add --class-names";
    location.check(number.isEmpty(), rule, number.orElse(""), texts.last());
    if (texts.size() == 1) {
      texts.add("other than " + texts.first());
    }
    return Classes.of(location, texts.size(), List.copyOf(texts));
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public List<String> notes() {
    String none =
        location.name()
            + " has no column 'split': its rows are test nodes unless --split tells (fits need"
            + " validation nodes)";
    return parts.isPresent() ? List.of() : List.of(none);
  }

  @Override
  public String place(NodeField part) {
    return location.name() + ", a table with the columns " + header;
  }

  @Override
  public boolean has(NodeField part) {
    return switch (part) {
      case PROBABILITIES, SPLIT -> true;
      case LABELS -> labels.isPresent();
      default -> false;
    };
  }

  @Override
  public Nodes nodes() {
    return predictions.nodes();
  }

  @Override
  public Optional<NodeIds> ids() {
    return predictions.ids();
  }

  @Override
  public boolean namesNodes() {
    return predictions.namesNodes();
  }

  @Override
  public Classes classes() {
    return classes;
  }

  @Override
  public NamedLabels labels(Nodes nodes, Classes known) {
    return labels.orElseThrow(() -> missing(NodeField.LABELS)).labels(nodes, known);
  }

  @Override
  public Split split(Nodes nodes, OptionalInt index) {
    NodeSet none = NodeSet.of(nodes.count());
    return parts
        .map(table -> table.split(nodes, index))
        .orElseGet(() -> new Split(none, none, NodeSet.all(nodes.count())));
  }

  @Override
  public Probabilities probabilities(Nodes nodes) {
    nodes.checkCount(rows.size(), location, "rows");
    Labels classOf = predictions.labels(nodes, classes).labels();
    double[] confidences = new double[rows.size()];
    int[] rowOf = predictions.rowOf(nodes);
    for (int i = 0; i < rowOf.length; i++) {
      TextTable.Row row = rows.get(rowOf[i]);
      String text = row.get(confidence);
      double value = NumberTable.number(text).orElse(Double.NaN);
      String advice = value > 1 && value <= 100 ? ": divide percentages by 100" : "";
      Location place = location.line(row.line());
      String rule = "confidence must be a number in 0 … 1, got '%s'%s";
      place.check(value >= 0 && value <= 1, rule, text, advice);
      confidences[i] = value;
      place.check(classOf.isKnown(i), "must have a prediction, got none");
    }
    return location.checked(() -> Probabilities.ofTopLabels(classOf, confidences));
  }
}
