package io.github.wats.io.format;

import io.github.wats.internal.Check;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.io.Origin;
import io.github.wats.prediction.Probabilities;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads data about the nodes of a graph from one or several files.
 *
 * <p>The file of the logits determines the nodes; without it that of the probabilities, of the
 * labels, or of the graph. All other files must describe these nodes: by id where they and the
 * nodes have ids, else by position, with a note.
 */
public final class NodeReader {
  private static final List<Part> DECIDING =
      List.of(Part.LOGITS, Part.PROBABILITIES, Part.LABELS, Part.GRAPH);

  private final Map<Part, NodeParts> files = new EnumMap<>(Part.class);
  private final Map<NodeParts, JoinedFile> joined = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

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
    NodeReader reader = new NodeReader();
    List<NodeParts> opened = new ArrayList<>();
    try {
      for (Source source : sources) {
        NodeParts whole = NodeFormat.of(source.file, source.parts).open(source.file, source.parts);
        opened.add(whole);
        reader.add(source, whole.withSplit(source.splitIndex));
      }
      return reader.data(sources, wanted);
    } finally {
      for (NodeParts file : opened) {
        file.close();
      }
    }
  }

  private void add(Source source, NodeParts file) {
    for (Part part : source.parts) {
      if (source.mustHaveIt() && !file.has(part)) {
        throw file.missing(part);
      }
      Check.argument(
          files.put(part, file) == null, "each part is read from one file, got %s twice", part);
    }
  }

  private NodeData data(List<Source> sources, Set<Part> wanted) throws IOException {
    Origin origin = origin(sources);
    Part deciding =
        DECIDING.stream()
            .filter(files::containsKey)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "needs a file of logits, of probabilities, of labels or of a graph"));
    NodeParts first = Objects.requireNonNull(files.get(deciding));
    Nodes nodes = first.nodes();
    if (sources.size() > 1 && deciding != Part.GRAPH) {
      nodes = new Nodes(nodes.ids(), first.origin().name() + " has " + nodes.count() + " rows");
    }
    nodes = withIds(nodes, first);
    files.entrySet().removeIf(entry -> !entry.getValue().has(entry.getKey()));
    Classes classes = classes(wanted);
    files.keySet().retainAll(wanted);
    for (NodeParts file : new LinkedHashSet<>(files.values())) {
      joined.put(
          file,
          file == first ? JoinedFile.inOrder(file, nodes) : JoinedFile.of(file, nodes, notes));
    }
    return parts(NodeData.of(origin, nodes.count()).withIds(nodes.ids()), classes);
  }

  /** Takes ids from the other files if the one that determines the nodes has none. */
  private Nodes withIds(Nodes nodes, NodeParts first) throws IOException {
    Map<NodeIds, NodeParts> found = new LinkedHashMap<>();
    for (NodeParts file : nodes.ids().areNames() ? List.<NodeParts>of() : files.values()) {
      file.ids()
          .filter(ids -> ids.nodeCount() == nodes.count())
          .ifPresent(ids -> found.putIfAbsent(ids, file));
    }
    if (found.isEmpty()) {
      return nodes;
    }
    List<String> names = found.values().stream().map(file -> file.origin().name()).toList();
    first
        .origin()
        .check(
            names.size() == 1,
            "must have node ids, because %s have them in different orders",
            String.join(" and ", names));
    notes.add(JoinedFile.byPosition(first, names.get(0) + " has"));
    return new Nodes(found.keySet().iterator().next(), nodes.reason());
  }

  /** The classes of the logits; probabilities to be read add what the logits do not tell. */
  private Classes classes(Set<Part> wanted) throws IOException {
    Optional<NodeParts> logits = Optional.ofNullable(files.get(Part.LOGITS));
    Optional<NodeParts> probabilities = Optional.ofNullable(files.get(Part.PROBABILITIES));
    Classes classes = logits.isPresent() ? logits.get().classes() : Classes.UNKNOWN;
    if (probabilities.isEmpty()
        || !wanted.contains(Part.PROBABILITIES)
        || !classes.names().isEmpty()) {
      return classes;
    }
    Classes given = probabilities.get().classes();
    return logits.isPresent() ? new Classes(classes.count(), given.names()) : given;
  }

  private NodeData parts(NodeData empty, Classes classes) throws IOException {
    NodeData data = empty;
    List<String> names = classes.names();
    if (files.containsKey(Part.LOGITS)) {
      data = data.withLogits(files.get(Part.LOGITS).logits());
    }
    if (files.containsKey(Part.PROBABILITIES)) {
      data = data.withProbabilities(probabilities(classes));
    }
    if (files.containsKey(Part.LABELS)) {
      NamedLabels labels = file(Part.LABELS).labels(classes);
      data = data.withLabels(labels.labels());
      if (names.isEmpty() && !labels.names().isEmpty()) {
        names = labels.names();
        notes.add("class numbers are the alphabetical order of the labels: " + numbered(names));
      }
    }
    if (files.containsKey(Part.SPLIT)) {
      data = data.withSplit(file(Part.SPLIT).split());
    }
    if (files.containsKey(Part.FEATURES)) {
      data = data.withFeatures(file(Part.FEATURES).features());
    }
    if (files.containsKey(Part.GRAPH)) {
      data = data.withGraph(file(Part.GRAPH).graph());
    }
    return data.withClassNames(names).withNotes(notes);
  }

  private JoinedFile file(Part part) {
    return Objects.requireNonNull(joined.get(Objects.requireNonNull(files.get(part))));
  }

  private static String numbered(List<String> names) {
    return IntStream.range(0, names.size())
        .mapToObj(label -> label + " " + names.get(label))
        .collect(Collectors.joining(", "));
  }

  /** With the columns in the order of the classes if both have names. */
  private Probabilities probabilities(Classes classes) throws IOException {
    Probabilities read = file(Part.PROBABILITIES).probabilities();
    NodeParts file = Objects.requireNonNull(files.get(Part.PROBABILITIES));
    int known = classes.count().orElse(read.classCount());
    file.origin()
        .check(
            read.classCount() == known,
            "probabilities must have the %d classes of the logits, got %d",
            known,
            read.classCount());
    List<String> names = file.classes().names();
    if (names.isEmpty() || names.equals(classes.names())) {
      return read;
    }
    int count = names.size();
    double[] values = new double[read.nodeCount() * count];
    for (int c = 0; c < count; c++) {
      String name = classes.names().get(c);
      int column = names.indexOf(name);
      file.origin().check(column >= 0, "must have a column of class '%s', got %s", name, names);
      for (int i = 0; i < read.nodeCount(); i++) {
        values[i * count + c] = read.get(i, column);
      }
    }
    return Probabilities.of(read.nodeCount(), count, values);
  }

  private Origin origin(List<Source> sources) {
    if (sources.size() == 1) {
      return files.values().iterator().next().origin();
    }
    return new Origin(
        sources.stream().map(source -> source.file.toString()).collect(Collectors.joining(", ")));
  }
}
