package io.github.wats.io.format;

import io.github.wats.internal.Check;
import io.github.wats.io.NodeData;
import io.github.wats.io.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads data about the nodes of a graph from one or several files.
 *
 * <p>The file of the logits determines the nodes; without it the file of the labels, else that of
 * the graph. All other files must describe these nodes.
 */
public final class NodeReader {
  private static final List<Part> DECIDING = List.of(Part.LOGITS, Part.LABELS, Part.GRAPH);

  private NodeReader() {}

  /**
   * A file and the parts to read from it. A file for one part must have it; from a file for
   * several, those it has are read.
   *
   * @param splitIndex the number of the split from 0; needed where the file has several
   */
  public record Source(Path file, Set<Part> parts, OptionalInt splitIndex) {
    public Source {
      Check.argument(!parts.isEmpty(), "a source must be for at least one part, got none");
      parts = Set.copyOf(parts);
    }

    public Source(Path file, Set<Part> parts) {
      this(file, parts, OptionalInt.empty());
    }

    public static Source of(Path file, Part part) {
      return new Source(file, EnumSet.of(part));
    }

    public Source withSplit(OptionalInt index) {
      return new Source(file, parts, index);
    }

    private boolean mustHaveIt() {
      return parts.size() == 1;
    }
  }

  /** Everything a node file holds. */
  public static NodeData read(Path file) throws IOException {
    return read(file, EnumSet.allOf(Part.class));
  }

  /** Some parts of a node file; the others are not read. */
  public static NodeData read(Path file, Set<Part> wanted) throws IOException {
    return read(List.of(new Source(file, EnumSet.allOf(Part.class))), wanted);
  }

  /** The parts that several files hold, each part in one of them. */
  public static NodeData read(List<Source> sources, Set<Part> wanted) throws IOException {
    Map<Part, NodeParts> files = new EnumMap<>(Part.class);
    List<NodeParts> opened = new ArrayList<>();
    try {
      for (Source source : sources) {
        NodeParts whole = NodeFormat.of(source.file, source.parts).open(source.file, source.parts);
        opened.add(whole);
        NodeParts file = whole.withSplit(source.splitIndex);
        for (Part part : source.parts) {
          if (source.mustHaveIt() && !file.has(part)) {
            throw file.missing(part);
          }
          Check.argument(
              files.put(part, file) == null, "each part is read from one file, got %s twice", part);
        }
      }
      return read(sources, files, wanted);
    } finally {
      for (NodeParts file : opened) {
        file.close();
      }
    }
  }

  private static NodeData read(List<Source> sources, Map<Part, NodeParts> files, Set<Part> wanted)
      throws IOException {
    Nodes nodes = nodes(sources, files);
    NodeData data =
        NodeData.of(origin(sources, files), nodes.ids().nodeCount()).withIds(nodes.ids());
    files
        .entrySet()
        .removeIf(file -> !wanted.contains(file.getKey()) || !file.getValue().has(file.getKey()));
    OptionalInt classes = OptionalInt.empty();
    if (files.containsKey(Part.LOGITS)) {
      data = data.withLogits(files.get(Part.LOGITS).logits());
      classes = OptionalInt.of(data.requireLogits().classCount());
    }
    if (files.containsKey(Part.LABELS)) {
      data = data.withLabels(files.get(Part.LABELS).labels(nodes, classes));
    }
    if (files.containsKey(Part.SPLIT)) {
      data = data.withSplit(files.get(Part.SPLIT).split(nodes));
    }
    if (files.containsKey(Part.FEATURES)) {
      data = data.withFeatures(files.get(Part.FEATURES).features(nodes));
    }
    return files.containsKey(Part.GRAPH)
        ? data.withGraph(files.get(Part.GRAPH).graph(nodes))
        : data;
  }

  private static Nodes nodes(List<Source> sources, Map<Part, NodeParts> files) throws IOException {
    Part deciding =
        DECIDING.stream()
            .filter(files::containsKey)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "needs a file of logits, of labels or of a graph"));
    NodeParts file = Objects.requireNonNull(files.get(deciding));
    Nodes nodes = file.nodes();
    return sources.size() == 1 || deciding == Part.GRAPH
        ? nodes
        : new Nodes(nodes.ids(), file.origin().name() + " has " + nodes.count() + " rows");
  }

  private static Origin origin(List<Source> sources, Map<Part, NodeParts> files) {
    if (sources.size() == 1) {
      return files.values().iterator().next().origin();
    }
    return new Origin(
        sources.stream().map(source -> source.file.toString()).collect(Collectors.joining(", ")));
  }
}
