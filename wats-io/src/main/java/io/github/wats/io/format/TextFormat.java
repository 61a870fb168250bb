package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Text, {@code .csv}, {@code .tsv} or {@code .txt}: the edges, logits, labels or probabilities of
 * the nodes, which may have names.
 */
public final class TextFormat implements NodeFormat {
  private static final Set<Part> PARTS =
      EnumSet.of(Part.GRAPH, Part.LOGITS, Part.LABELS, Part.PROBABILITIES);

  @Override
  public String name() {
    return "text";
  }

  @Override
  public boolean matches(Path file, Set<Part> parts) {
    return ends(file, ".csv", ".tsv", ".txt") && canBe(file, parts);
  }

  /** Whether the file is read as text if no format knows its name. */
  static boolean canBe(Path file, Set<Part> parts) {
    return parts.size() == 1 && PARTS.containsAll(parts) && !ends(file, ".npz", ".npy");
  }

  private static boolean ends(Path file, String... suffixes) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return Stream.of(suffixes).anyMatch(name::endsWith);
  }

  @Override
  public NodeParts open(Path file, Set<Part> parts) throws IOException {
    return switch (parts.iterator().next()) {
      case GRAPH -> new Edges(EdgeTable.open(file), file);
      case LABELS -> new LabelRows(LabelTable.read(file), file);
      default -> new NumberRows(NumberTable.read(file), file);
    };
  }

  /** One table: the part it is read for. */
  private interface Table extends NodeParts {
    Path file();

    @Override
    default InvalidDataException missing(Part part) {
      return Origin.of(file()).invalid("must hold %s, got a table of another kind", part);
    }

    default Nodes rows(NodeIds ids) {
      return new Nodes(ids, file() + " has " + ids.nodeCount() + " rows");
    }
  }

  private record Edges(EdgeTable table, Path file) implements Table {
    @Override
    public boolean has(Part part) {
      return part == Part.GRAPH;
    }

    @Override
    public Nodes nodes() throws IOException {
      return new Nodes(table.ownIds(), "as in this file");
    }

    @Override
    public Graph graph(Nodes nodes) throws IOException {
      return table.graph(nodes.ids(), nodes.reason());
    }
  }

  private record LabelRows(LabelTable table, Path file) implements Table {
    @Override
    public boolean has(Part part) {
      return part == Part.LABELS;
    }

    @Override
    public Nodes nodes() {
      return rows(table.ids().orElseGet(() -> NodeIds.numbers(table.rowCount())));
    }

    @Override
    public Labels labels(Nodes nodes, OptionalInt classes) {
      return table.labels(nodes.ids(), nodes.reason(), classes);
    }
  }

  private record NumberRows(NumberTable table, Path file) implements Table {
    @Override
    public boolean has(Part part) {
      return part == Part.LOGITS || part == Part.PROBABILITIES;
    }

    @Override
    public Nodes nodes() {
      return rows(table.ids().orElseGet(() -> NodeIds.numbers(table.rows())));
    }

    @Override
    public Logits logits() {
      return table
          .origin()
          .checked(() -> Logits.of(table.rows(), table.columns(), table.values().toArray()));
    }

    @Override
    public Probabilities probabilities(Nodes nodes) {
      return table.probabilities(nodes.ids());
    }
  }
}
