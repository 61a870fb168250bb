package io.github.wats.io.format;

import io.github.wats.io.Location;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Text, {@code .csv}, {@code .tsv} or {@code .txt}: the edges, logits, labels, split or
 * probabilities of the nodes, which may have string ids; or for several parts at once predictions
 * and confidences.
 */
public final class TextFormat implements NodeFormat {
  private static final Set<NodeField> PARTS =
      EnumSet.of(
          NodeField.GRAPH,
          NodeField.LOGITS,
          NodeField.LABELS,
          NodeField.SPLIT,
          NodeField.PROBABILITIES,
          NodeField.FEATURES);

  @Override
  public boolean matches(Path file, Set<NodeField> parts) {
    return ends(file, ".csv", ".tsv", ".txt") && (canBe(file, parts) || isTopLabelTable(parts));
  }

  /** A file for several parts: text for predictions and what belongs to them. */
  private static boolean isTopLabelTable(Set<NodeField> parts) {
    return parts.size() > 1 && parts.contains(NodeField.PROBABILITIES);
  }

  /** Whether the file is read as text if no format knows its name. */
  static boolean canBe(Path file, Set<NodeField> parts) {
    return parts.size() == 1
        && PARTS.containsAll(parts)
        && !ends(file, ".npz", ".npy", ".pt", ".pth", ".pkl");
  }

  private static boolean ends(Path file, String... suffixes) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return Stream.of(suffixes).anyMatch(name::endsWith);
  }

  @Override
  public boolean hasColumns() {
    return true;
  }

  @Override
  public NodeParts open(List<Path> files, Set<NodeField> parts, Columns columns)
      throws IOException {
    if (files.size() > 1) {
      return NodeFormat.super.open(files, parts, columns); // refuses them
    }
    Path file = files.get(0);
    if (isTopLabelTable(parts)) {
      return topLabels(TextTable.open(file), parts, columns);
    }
    NodeField part = parts.iterator().next();
    return switch (part) {
      case GRAPH -> new ColumnParts(EdgeTable.open(file), parts, Columns.BY_NAME);
      case SPLIT -> LabelTable.read(file, part, columns);
      case LABELS ->
          columns.multiLabel()
              ? NumberTable.read(file, part, columns)
              : LabelTable.read(file, part, columns);
      case FEATURES -> NumberTable.read(file, part, new Columns(columns.id(), List.of()));
      default -> NumberTable.read(file, part, columns);
    };
  }

  private static NodeParts topLabels(TextTable table, Set<NodeField> parts, Columns columns)
      throws IOException {
    Location location = table.location();
    TextColumns text =
        TextColumns.of(table, header -> header.isEmpty() ? -1 : columns.idColumn(location, header));
    ColumnParts read = new ColumnParts(text, parts, columns);
    String rule =
        "must have one column 'prediction' and one 'confidence' in its header, got %s; files of"
            + " single parts are given as --logits, --probabilities, --labels, --split or --graph";
    location.check(read.isTop(), rule, text.header());
    return read;
  }
}
