package io.github.wats.io.format;

import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.prediction.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Labels as text: a label a row in the order of the nodes, or id and label. A label is a whole
 * number from 0; −1 or an empty field means unknown, and so does a missing row where there are ids.
 * The first row is a header if its last field is neither; with more than two columns the header
 * must name {@code id} (or {@code node}, {@code node_id}, {@code name}) and {@code label} (or
 * {@code y}, {@code class}).
 */
final class LabelTable implements NodeParts {
  private static final Set<String> LABEL_WORDS = Set.of("label", "y", "class");

  private final TextTable table;
  private final List<TextTable.Row> rows;
  private final int idColumn; // −1 where rows come in the order of the nodes
  private final int labelColumn;

  private LabelTable(TextTable table, List<TextTable.Row> rows, int idColumn, int labelColumn) {
    this.table = table;
    this.rows = rows;
    this.idColumn = idColumn;
    this.labelColumn = labelColumn;
    for (TextTable.Row row : rows) {
      if (row.size() <= Math.max(idColumn, labelColumn)) {
        throw place(row)
            .invalid(
                "must have %s, got %s",
                idColumn < 0 ? "a label" : "an id and a label", row.fields());
      }
    }
  }

  static LabelTable read(Path file) throws IOException {
    TextTable table = TextTable.open(file);
    List<TextTable.Row> rows = table.first(Integer.MAX_VALUE);
    if (rows.isEmpty()) {
      return new LabelTable(table, rows, -1, 0);
    }
    TextTable.Row first = rows.get(0);
    int width = first.size();
    boolean header = label(first.get(width - 1)).isEmpty();
    List<TextTable.Row> body = header ? rows.subList(1, rows.size()) : rows;
    if (width <= 2) {
      return new LabelTable(table, body, width - 2, width - 1);
    }
    int idColumn = first.find(NumberTable.ID_WORDS);
    int labelColumn = first.find(LABEL_WORDS);
    table
        .origin()
        .line(first.line())
        .check(
            header && labelColumn >= 0 && idColumn >= 0,
            "of more than two columns a header must name 'id' and 'label', got %s",
            first.fields());
    return new LabelTable(table, body, idColumn, labelColumn);
  }

  @Override
  public Origin origin() {
    return table.origin();
  }

  private Origin place(TextTable.Row row) {
    return origin().line(row.line());
  }

  @Override
  public boolean has(Part part) {
    return part == Part.LABELS;
  }

  @Override
  public Nodes nodes() {
    String reason = origin().name() + " has " + rows.size() + " rows";
    if (idColumn < 0) {
      return Nodes.numbered(rows.size(), reason);
    }
    String[] ids = rows.stream().map(row -> row.get(idColumn)).toArray(String[]::new);
    return new Nodes(origin().checked(() -> NodeIds.of(ids)), reason);
  }

  @Override
  public Labels labels(Nodes nodes, OptionalInt classCount) {
    int[] labels = new int[nodes.count()];
    Arrays.fill(labels, Labels.UNKNOWN);
    boolean[] named = new boolean[labels.length];
    if (idColumn < 0) {
      nodes.checkCount(rows.size(), origin(), "rows");
    }
    for (int k = 0; k < rows.size(); k++) {
      TextTable.Row row = rows.get(k);
      int node = idColumn < 0 ? k : nodes.find(row.get(idColumn), () -> place(row));
      if (named[node]) {
        throw place(row).invalid("must give a node one label, got '%s' again", row.get(idColumn));
      }
      named[node] = true;
      labels[node] = value(row, classCount);
    }
    return NodeArrays.labels(origin(), labels, classCount);
  }

  private int value(TextTable.Row row, OptionalInt classCount) {
    String text = row.get(labelColumn);
    int label =
        label(text)
            .orElseThrow(
                () -> place(row).invalid("must have a whole number as label, got '%s'", text));
    int classes = classCount.orElse(Integer.MAX_VALUE - 1);
    if (label < Labels.UNKNOWN || label >= classes) {
      int[] all =
          rows.stream().mapToInt(other -> label(other.get(labelColumn)).orElse(-1)).toArray();
      throw place(row)
          .invalid(
              "labels must be in 0 … %d, or -1 for unknown, got %d%s",
              classes - 1, label, LabelAdvice.of(all, classes));
    }
    return label;
  }

  /** The label, −1 for an empty field, nothing for other text. */
  private static Optional<Integer> label(String text) {
    if (text.isEmpty()) {
      return Optional.of(Labels.UNKNOWN);
    }
    try {
      return Optional.of(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
