package io.github.wats.io.format;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads data about the nodes of a graph from one or several files.
 *
 * <p>The file of the logits determines the nodes; without it that of the probabilities, of the
 * labels, or of the graph. All other files must describe these nodes: by id where they and the
 * nodes have ids, by row number where the ids of one are 0 … n−1 in any order, else by position,
 * with a note.
 */
public final class NodeReader {
  private static final List<NodeField> DECIDING =
      List.of(NodeField.LOGITS, NodeField.PROBABILITIES, NodeField.LABELS, NodeField.GRAPH);

  private final Map<NodeField, NodeParts> files = new EnumMap<>(NodeField.class);
  private final Map<NodeParts, RowOrder> orders = new HashMap<>(); // of files in another order
  private final Set<String> notes = new LinkedHashSet<>(); // a file may be given for several parts
  private final Columns columns;
  private List<String> oneColumn = List.of(); // its name, where one column is for two classes
  private OptionalInt splitIndex = OptionalInt.empty();

  private NodeReader(Columns columns) {
    this.columns = columns;
  }

  /**
   * A file and the parts to read from it. A file for one part must have it; from a file for
   * several, those it has are read.
   *
   * @param file also a folder of files with the rows of nodes, one after the other
   * @param splitIndex the number of the split from 0; needed where the file has several
   * @param more files with the rows that follow those in {@code file}
   */
  public record Source(Path file, Set<NodeField> parts, OptionalInt splitIndex, List<Path> more) {
    public Source {
      more = List.copyOf(more);
      Check.argument(!parts.isEmpty(), "a source must be for at least one part, got none");
      parts = Set.copyOf(parts);
    }

    public Source(Path file, Set<NodeField> parts, OptionalInt splitIndex) {
      this(file, parts, splitIndex, List.of());
    }

    public Source(Path file, Set<NodeField> parts) {
      this(file, parts, OptionalInt.empty());
    }

    public static Source of(Path file, NodeField part) {
      return new Source(file, EnumSet.of(part));
    }

    public Source withSplit(OptionalInt index) {
      return new Source(file, parts, index, more);
    }

    public Source withMore(List<Path> others) {
      return new Source(file, parts, splitIndex, others);
    }

    /** All files, those in folders too, in the order of their rows. */
    public List<Path> files() throws IOException {
      return PartFiles.of(Stream.concat(Stream.of(file), more.stream()).toList());
    }

    /** The format of the first file. */
    public NodeFormat format() throws IOException {
      return NodeFormat.of(files().get(0), parts);
    }

    private NodeParts open(Columns columns) throws IOException {
      List<Path> all = files();
      NodeFormat format = format();
      for (Path one : all) {
        boolean alike = NodeFormat.of(one, parts).equals(format);
        Location.of(one).check(alike, "must have the format of '%s'", all.get(0));
      }
      return format.open(all, parts, columns);
    }

    private boolean mustHaveIt() {
      return parts.size() == 1;
    }
  }

  /** Everything a node file holds. */
  public static NodeData read(Path file) throws IOException {
    return read(file, EnumSet.allOf(NodeField.class));
  }

  /** Some parts of a node file; the others are not read. */
  public static NodeData read(Path file, Set<NodeField> wanted) throws IOException {
    return read(List.of(new Source(file, EnumSet.allOf(NodeField.class))), wanted);
  }

  /** The parts that several files hold, each part in one of them. */
  public static NodeData read(List<Source> sources, Set<NodeField> wanted) throws IOException {
    return read(sources, wanted, Columns.BY_NAME);
  }

  /** The same; {@code columns} says what text tables among the files hold. */
  public static NodeData read(List<Source> sources, Set<NodeField> wanted, Columns columns)
      throws IOException {
    return read(sources, wanted, columns, reading -> {});
  }

  /**
   * The same.
   *
   * @param readings gets a sentence for each part: where it was read from
   */
  public static NodeData read(
      List<Source> sources, Set<NodeField> wanted, Columns columns, Consumer<String> readings)
      throws IOException {
    NodeReader reader = new NodeReader(columns);
    List<NodeParts> opened = new ArrayList<>();
    try {
      for (Source source : sources) {
        NodeParts file = source.open(columns);
        opened.add(file);
        reader.notes.addAll(file.notes());
        reader.add(source, file);
      }
      NodeData data = reader.data(sources, wanted);
      for (Map.Entry<NodeField, NodeParts> part : reader.files.entrySet()) {
        String name = part.getKey().name().toLowerCase(Locale.ROOT);
        readings.accept(name + ": " + part.getValue().place(part.getKey()));
      }
      return data;
    } catch (InvalidDataException e) { // the reason may be how columns were read
      Stream<String> notes = opened.stream().flatMap(file -> file.notes().stream()).distinct();
      String note = notes.map("; note: "::concat).collect(Collectors.joining());
      throw note.isEmpty() ? e : new InvalidDataException(e.getMessage() + note, e);
    } finally {
      for (NodeParts file : opened) {
        file.close();
      }
    }
  }

  private void add(Source source, NodeParts file) {
    splitIndex = source.parts.contains(NodeField.SPLIT) ? source.splitIndex : splitIndex;
    for (NodeField part : source.parts) {
      if (source.mustHaveIt() && !file.has(part)) {
        throw file.missing(part);
      }
      Check.argument(
          files.put(part, file) == null, "each part is read from one file, got %s twice", part);
    }
  }

  private NodeData data(List<Source> sources, Set<NodeField> wanted) throws IOException {
    Location location = location(sources);
    NodeField deciding =
        DECIDING.stream()
            .filter(files::containsKey)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "needs a file of logits, of probabilities, of labels or of a graph"));
    NodeParts first = Objects.requireNonNull(files.get(deciding));
    Nodes nodes = first.nodes();
    if (sources.size() > 1 && deciding != NodeField.GRAPH) {
      nodes = new Nodes(nodes.ids(), first.location().name() + " has " + nodes.count() + " rows");
    }
    nodes = withIds(nodes, first);
    files.entrySet().removeIf(entry -> !entry.getValue().has(entry.getKey()));
    if (wanted.contains(NodeField.LOGITS)
        && files.containsKey(NodeField.LOGITS)
        && files.get(NodeField.LOGITS) == files.get(NodeField.PROBABILITIES)) {
      files.remove(NodeField.PROBABILITIES); // those of the same logits
    }
    Classes classes = classes(wanted);
    files.keySet().retainAll(wanted);
    for (NodeParts file : new LinkedHashSet<>(files.values())) {
      if (file != first && !file.namesNodes()) {
        join(file, nodes);
      }
    }
    return parts(location, nodes, classes);
  }

  /** Joins the rows of a file with the nodes by id or row number, else by position. */
  private void join(NodeParts file, Nodes nodes) throws IOException {
    Optional<NodeIds> rowNumbers =
        Optional.of(NodeIds.numbers(nodes.count())).filter(own -> nodes.ids().areRowNumbers());
    Optional<NodeIds> ids = file.ids().or(() -> rowNumbers);
    if (ids.isEmpty() && nodes.ids().areNames()) {
      notes.add(byPosition(file, "the other files have"));
    }
    ids.filter(own -> !own.equals(nodes.ids()))
        .ifPresent(own -> orders.put(file, new RowOrder(file.location(), own, nodes)));
  }

  private static String byPosition(NodeParts file, String others) {
    return "%s has no node ids, %s: its rows are joined by position"
        .formatted(file.location().name(), others);
  }

  /** Takes ids from the other files if the one that determines the nodes has none. */
  private Nodes withIds(Nodes nodes, NodeParts first) throws IOException {
    Map<NodeIds, String> sources = new LinkedHashMap<>(); // where they were found first
    for (NodeParts file : nodes.ids().areNames() ? List.<NodeParts>of() : files.values()) {
      file.ids()
          .filter(ids -> ids.nodeCount() == nodes.count() && !ids.areRowNumbers())
          .ifPresent(ids -> sources.putIfAbsent(ids, file.location().name()));
    }
    if (sources.isEmpty()) {
      return nodes;
    }
    String names = String.join(" and ", sources.values());
    String rule = "must have node ids, because %s have them in different orders";
    first.location().check(sources.size() == 1, rule, names);
    notes.add(byPosition(first, names + " has"));
    return new Nodes(sources.keySet().iterator().next(), nodes.reason());
  }

  /** The classes of the logits; probabilities to be read add what the logits do not tell. */
  private Classes classes(Set<NodeField> wanted) throws IOException {
    Classes classes = classes(NodeField.LOGITS);
    if (!classes.names().isEmpty() || !wanted.contains(NodeField.PROBABILITIES)) {
      return classes;
    }
    Classes others = classes(NodeField.PROBABILITIES);
    return classes.count().isPresent() ? new Classes(classes.count(), others.names()) : others;
  }

  /** Of one column there are two classes, which its name cannot tell. */
  private Classes classes(NodeField part) throws IOException {
    NodeParts file = files.get(part);
    if (file == null) {
      return Classes.UNKNOWN;
    }
    Classes own = file.classes();
    boolean one = !columns.multiLabel() && (part == NodeField.PROBABILITIES || columns.binary());
    List<String> names = own.names();
    List<String> given = columns.classNames();
    if (own.count().orElse(0) == 1 && one) {
      own = new Classes(OptionalInt.of(2), names.size() == 2 ? names : List.of());
      oneColumn = names.size() == 1 ? names : List.of();
    }
    if (!given.isEmpty() && own.count().isPresent()) {
      int count = own.count().getAsInt();
      String rule = "must have a class for each of the --class-names %s, got %d";
      file.location().check(count == given.size(), rule, given, count);
      rule = "names its classes %s, got --class-names %s";
      boolean same = own.names().isEmpty() || own.names().equals(given);
      file.location().check(same, rule, own.names(), given);
      own = new Classes(own.count(), given);
    }
    return own;
  }

  /** The column of class 1 must not have the name of class 0. */
  private void checkOneColumn(Location location, List<String> names) {
    boolean other = names.size() == 2 && oneColumn.equals(names.subList(0, 1));
    String rule =
        "has one column, the probability or score of class 1, which is %s here, but names it %s:"
            + " add --class-names %s";
    List<String> reverse = List.of(names.get(names.size() - 1), names.get(0));
    location.check(!other, rule, reverse.get(0), names.get(0), String.join(",", reverse));
  }

  private NodeData parts(Location location, Nodes nodes, Classes classes) throws IOException {
    boolean several = columns.multiLabel();
    Optional<Logits> scores = numbers(NodeField.LOGITS, nodes).map(z -> logits(z, nodes));
    Optional<Probabilities> probabilities =
        several ? Optional.empty() : probabilities(nodes, classes);
    scores = scores.or(() -> probabilities.map(Logits::ofProbabilities));
    if (several && scores.isEmpty()) {
      scores = numbers(NodeField.PROBABILITIES, nodes).map(p -> logOdds(p, nodes));
    }
    if (several && scores.isEmpty()) {
      throw location.lacks("have " + NodeField.LOGITS.rule());
    }
    Optional<NamedLabels> labels =
        several
            ? numbers(NodeField.LABELS, nodes).map(y -> outcomes(y, nodes, classes))
            : read(
                NodeField.LABELS,
                nodes,
                (file, rows) -> file.labels(rows, classes),
                RowOrder::labels);
    Optional<Split> split =
        read(NodeField.SPLIT, nodes, (file, rows) -> file.split(rows, splitIndex), RowOrder::split);
    Optional<FeatureMatrix> features =
        read(NodeField.FEATURES, nodes, NodeParts::features, RowOrder::features);
    Optional<Graph> graph = read(NodeField.GRAPH, nodes, NodeParts::graph, RowOrder::graph);
    List<String> names = labels.map(NamedLabels::names).orElse(classes.names());
    if (!names.equals(classes.names())) {
      notes.add("class numbers are the alphabetical order of the labels: " + numbered(names));
    }
    if (!names.isEmpty()) {
      checkOneColumn(location, names);
    }
    Optional<Labels> numbers = labels.map(NamedLabels::labels);
    return new NodeData(
        location,
        nodes.ids(),
        graph,
        scores,
        probabilities,
        numbers,
        split,
        features,
        names,
        List.copyOf(notes));
  }

  private Optional<double[]> numbers(NodeField part, Nodes nodes) throws IOException {
    return read(part, nodes, (file, rows) -> file.numbers(part, rows), RowOrder::numbers);
  }

  /** Where a part that was read is. */
  private Location place(NodeField part) {
    try {
      return Objects.requireNonNull(files.get(part)).location(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int width(double[] values, Nodes nodes) {
    return values.length / Math.max(1, nodes.count());
  }

  private Logits logits(double[] z, Nodes nodes) {
    int width = width(z, nodes);
    Location place = place(NodeField.LOGITS);
    if (columns.binary()) {
      place.check(width == 1, "must have one column with --binary, got %d", width);
      return place.checked(() -> Logits.ofBinary(z));
    }
    return place.checked(() -> Logits.of(nodes.count(), width, z));
  }

  private Logits logOdds(double[] p, Nodes nodes) {
    Location location = place(NodeField.PROBABILITIES);
    double[] odds = new double[p.length];
    for (int k = 0; k < p.length; k++) {
      location.check(p[k] >= 0 && p[k] <= 1, "probabilities must be in [0, 1], got %s", p[k]);
      odds[k] = Math.log(Math.max(p[k], Logits.LEAST)) - Math.log(Math.max(1 - p[k], Logits.LEAST));
    }
    return Logits.of(nodes.count(), width(p, nodes), odds);
  }

  /** The outcomes of all nodes and labels, row by row. */
  private NamedLabels outcomes(double[] read, Nodes nodes, Classes classes) {
    Location location = place(NodeField.LABELS);
    int count = width(read, nodes);
    int scores = classes.count().orElse(count);
    String all = "must have a column for each of the %d labels of the scores, got %d";
    location.check(count == scores, all, scores, count);
    String rule = "outcomes must be 0, 1, or -1 for unknown, got %s at node %s, label %s";
    int[] values = new int[read.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = (int) read[k];
      if (values[k] != read[k] || Math.abs(values[k]) > 1) {
        int label = k % count;
        Object name = classes.names().isEmpty() ? label : classes.names().get(label);
        throw location.invalid(rule, read[k], nodes.ids().get(k / count), name);
      }
    }
    return new NamedLabels(Labels.of(2, values), classes.names());
  }

  /** Reads a part from a file whose rows are these nodes. */
  private interface PartReader<T> {
    T read(NodeParts file, Nodes rows) throws IOException;
  }

  /** A part in the order of the nodes, empty if there is no file for it. */
  private <T> Optional<T> read(
      NodeField part, Nodes nodes, PartReader<T> reader, BiFunction<RowOrder, T, T> reorder)
      throws IOException {
    NodeParts file = files.get(part);
    if (file == null) {
      return Optional.empty();
    }
    RowOrder order = orders.get(file);
    return Optional.of(
        order == null
            ? reader.read(file, nodes)
            : reorder.apply(order, reader.read(file, order.rows())));
  }

  private static String numbered(List<String> names) {
    return IntStream.range(0, names.size())
        .mapToObj(label -> label + " " + names.get(label))
        .collect(Collectors.joining(", "));
  }

  /** With the columns in the order of the classes if both have names, and some in common. */
  private Optional<Probabilities> probabilities(Nodes nodes, Classes classes) throws IOException {
    NodeParts file = files.get(NodeField.PROBABILITIES);
    if (file == null) {
      return Optional.empty();
    }
    RowOrder order = orders.get(file);
    Optional<Probabilities> top = file.topLabels(order == null ? nodes : order.rows());
    if (top.isPresent()) {
      return order == null ? top : top.map(order::topLabels);
    }
    double[] values = numbers(NodeField.PROBABILITIES, nodes).orElseThrow();
    int count = width(values, nodes);
    Location place = place(NodeField.PROBABILITIES);
    int expected = classes.count().orElse(count);
    int classCount = count == 1 ? 2 : count;
    String rule = "probabilities must have the %d classes of the logits, got %d";
    file.location().check(classCount == expected, rule, expected, classCount);
    int[] chosen = columns(file, classes);
    double[] sorted = chosen.length == 0 ? values : new double[values.length];
    for (int k = 0; k < sorted.length && chosen.length > 0; k++) {
      sorted[k] = values[k - k % count + chosen[k % count]];
    }
    return Optional.of(place.checked(() -> Probabilities.ofRounded(nodes.count(), count, sorted)));
  }

  /** The columns of the classes in a file of probabilities, or none if they are in their order. */
  private int[] columns(NodeParts file, Classes classes) throws IOException {
    List<String> names = classes(NodeField.PROBABILITIES).names();
    if (names.isEmpty() || names.equals(classes.names())) {
      return new int[0];
    }
    if (Collections.disjoint(names, classes.names())) {
      String note = " has other column names than the logits: its columns are joined by position";
      notes.add(file.location().name() + note);
      return new int[0];
    }
    for (String name : classes.names()) {
      String rule = "must have a column of class '%s', got %s";
      file.location().check(names.contains(name), rule, name, names);
    }
    return classes.names().stream().mapToInt(names::indexOf).toArray();
  }

  private Location location(List<Source> sources) {
    if (sources.size() == 1) {
      return files.values().iterator().next().location();
    }
    return new Location(
        sources.stream().map(source -> source.file.toString()).collect(Collectors.joining(", ")));
  }
}
