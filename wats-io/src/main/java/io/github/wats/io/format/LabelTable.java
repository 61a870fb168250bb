package io.github.wats.io.format;

import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.prediction.Labels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Labels as text: a label a row in the order of the nodes, or id and label. A label is a whole
 * number from 0; −1 or nothing stands for unknown, and so does the lack of a row where there are
 * ids. The first row is a header if its last field is neither; of more than two columns the header
 * must name {@code id} (or {@code node}, {@code node_id}, {@code name}) and {@code label} (or
 * {@code y}, {@code class}).
 */
final class LabelTable {
  private static final Set<String> LABEL_WORDS = Set.of("label", "y", "class");

  private final Origin origin;
  private final List<TextTable.Row> rows;
  private final int idColumn; // −1 where rows come in the order of the nodes
  private final int labelColumn;

  private LabelTable(Origin origin, List<TextTable.Row> rows, int idColumn, int labelColumn) {
    this.origin = origin;
    this.rows = rows;
    this.idColumn = idColumn;
    this.labelColumn = labelColumn;
  }

  static LabelTable read(Path file) throws IOException {
    TextTable table = TextTable.open(file);
    List<TextTable.Row> rows = table.first(Integer.MAX_VALUE);
    if (rows.isEmpty()) {
      return new LabelTable(table.origin(), rows, -1, 0);
    }
    TextTable.Row first = rows.get(0);
    int width = first.size();
    boolean header = label(first.get(width - 1)).isEmpty();
    int labelColumn = width - 1;
    int idColumn = width == 1 ? -1 : 0;
    if (width > 2) {
      labelColumn = header ? column(first, LABEL_WORDS) : -1;
      idColumn = header ? column(first, NumberTable.ID_WORDS) : -1;
      table
          .origin()
          .line(first.line())
          .check(
              labelColumn >= 0 && idColumn >= 0,
              "of more than two columns a header must name 'id' and 'label', got %s",
              first.fields());
    }
    List<TextTable.Row> body = header ? rows.subList(1, rows.size()) : rows;
    return new LabelTable(table.origin(), body, idColumn, labelColumn);
  }

  private static int column(TextTable.Row header, Set<String> words) {
    for (int k = 0; k < header.size(); k++) {
      if (words.contains(header.get(k).toLowerCase(Locale.ROOT))) {
        return k;
      }
    }
    return -1;
  }

  Origin origin() {
    return origin;
  }

  int rowCount() {
    return rows.size();
  }

  /** The ids of the rows, if there is a column of them. */
  Optional<NodeIds> ids() {
    if (idColumn < 0) {
      return Optional.empty();
    }
    List<String> ids = new ArrayList<>();
    for (TextTable.Row row : rows) {
      checkWidth(row);
      ids.add(row.get(idColumn));
    }
    return Optional.of(origin.checked(() -> NodeIds.of(ids.toArray(String[]::new))));
  }

  /** The labels of these nodes. */
  Labels labels(NodeIds nodes, String reason, OptionalInt classCount) {
    int[] labels = new int[nodes.nodeCount()];
    Arrays.fill(labels, Labels.UNKNOWN);
    boolean[] named = new boolean[labels.length];
    if (idColumn < 0) {
      new NodeCount(labels.length, reason).checkEquals(rows.size(), origin, "rows");
    }
    for (int k = 0; k < rows.size(); k++) {
      TextTable.Row row = rows.get(k);
      checkWidth(row);
      int node = idColumn < 0 ? k : node(nodes, reason, row);
      Origin place = origin.line(row.line());
      place.check(!named[node], "must give a node one label, got '%s' again", nodes.get(node));
      named[node] = true;
      labels[node] = value(place, row.get(labelColumn), classCount);
    }
    return NodeArrays.labels(origin, labels, classCount);
  }

  private int node(NodeIds nodes, String reason, TextTable.Row row) {
    String id = row.get(idColumn);
    return nodes
        .find(id)
        .orElseThrow(
            () -> origin.line(row.line()).invalid("must name a node (%s), got '%s'", reason, id));
  }

  private static int value(Origin place, String text, OptionalInt classCount) {
    int label =
        label(text)
            .orElseThrow(() -> place.invalid("must have a whole number as label, got '%s'", text));
    int classes = classCount.orElse(Integer.MAX_VALUE - 1);
    place.check(
        label >= Labels.UNKNOWN && label < classes,
        "labels must be in 0 … %d, or -1 for unknown, got %d",
        classes - 1,
        label);
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

  private void checkWidth(TextTable.Row row) {
    origin
        .line(row.line())
        .check(
            row.size() > Math.max(idColumn, labelColumn),
            "must have %s, got %s",
            idColumn < 0 ? "a label" : "an id and a label",
            row.fields());
  }
}
