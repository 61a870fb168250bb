package io.github.wats.cli.calibrate;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.SplitIndexOption;
import io.github.wats.cli.console.UsageException;
import io.github.wats.features.NodeInputs;
import io.github.wats.io.Hashes;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Columns;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeFormat;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.format.NodeReader.Source;
import io.github.wats.io.format.TextFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where a command reads its nodes from: one node file, or a file for each part. */
final class InputOptions {
  /** What a node file can have. */
  static final Set<NodeField> ALL = EnumSet.complementOf(EnumSet.of(NodeField.PROBABILITIES));

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN.npz",
      description = "Node file with edge_index, logits, y, train_mask, val_mask, test_mask, x.")
  private @Nullable Path run;

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description =
          "Edges: a table, a .npz file or another format of files.md; not together with RUN.npz.")
  private @Nullable Path graph;

  @Option(
      names = "--logits",
      paramLabel = "FILE",
      description = "Logits in a .npy, .npz or .csv file; not together with RUN.npz.")
  private @Nullable Path logits;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "Labels in a .npy, .npz or .csv file; not together with RUN.npz.")
  private @Nullable Path labels;

  @Option(
      names = "--split",
      paramLabel = "FILE",
      description =
          "Masks or node lists in a .npz file, or ids and parts (train, val, test) in a .csv or"
              + " .tsv file; not together with RUN.npz.")
  private @Nullable Path split;

  @Option(
      names = "--id-column",
      order = GroupedHelp.ADVANCED,
      paramLabel = "NAME",
      description =
          "The column of the node ids in text files. Default: found by its name or content.")
  private @Nullable String idColumn;

  @Option(
      names = "--class-columns",
      order = GroupedHelp.ADVANCED,
      paramLabel = "NAME",
      split = ",",
      description =
          "The columns of the classes in text files, in order. Default: all that are not named"
              + " like ids, labels, splits or results.")
  private List<String> classColumns = new ArrayList<>();

  @Mixin private SplitIndexOption splitIndex = new SplitIndexOption();

  /** Reads the requested parts; separate files are read completely. */
  NodeData read(Set<NodeField> parts, Messages messages) throws IOException {
    return read(parts, Optional.empty(), messages);
  }

  /**
   * Reads the requested parts and prints the notes about them.
   *
   * @param probabilities a file of probabilities to read as well
   */
  NodeData read(Set<NodeField> parts, Optional<Path> probabilities, Messages messages)
      throws IOException {
    List<Source> sources = sources();
    probabilities.ifPresent(file -> sources.add(Source.of(file, NodeField.PROBABILITIES)));
    Columns columns = columns(sources);
    Set<NodeField> wanted = EnumSet.copyOf(run == null ? EnumSet.allOf(NodeField.class) : parts);
    wanted.add(NodeField.PROBABILITIES); // only of a file given for them
    NodeData data = NodeReader.read(sources, wanted, columns);
    data.notes().forEach(note -> messages.note("note: " + note));
    InputNotes.of(data).ifPresent(messages::note);
    InputNotes.ofTestNodes(data).ifPresent(messages::note);
    return data;
  }

  private Columns columns(List<Source> sources) {
    Predicate<Source> isTable =
        source ->
            !source.parts().contains(NodeField.GRAPH)
                && NodeFormat.of(source.file(), source.parts()) instanceof TextFormat;
    Optional<String> id = Optional.ofNullable(idColumn);
    Columns columns = UsageException.checked(() -> new Columns(id, classColumns));
    if (columns.areGiven() && sources.stream().noneMatch(isTable)) {
      throw new UsageException("--id-column and --class-columns need logits or labels as text");
    }
    return columns;
  }

  /** What a fit reads. */
  static Set<NodeField> fitParts(boolean features) {
    Set<NodeField> parts =
        EnumSet.of(NodeField.GRAPH, NodeField.LOGITS, NodeField.LABELS, NodeField.SPLIT);
    parts.addAll(features ? EnumSet.of(NodeField.FEATURES) : Set.of());
    return parts;
  }

  /** Reads what a fit needs; there must be labels and a validation node. */
  NodeData readForFit(boolean features, Messages messages) throws IOException {
    NodeData data = read(fitParts(features), messages);
    data.requireLabels();
    String rule =
        "array 'val_mask' (or 'val_idx') must name at least one validation node, got none";
    boolean calibrates = !data.requireSplit().validation().isEmpty();
    data.location().check(calibrates, "%s%s", rule, data.location().advice(rule));
    return data;
  }

  /** What a calibrator is applied to; labels and split only if those of other nodes may count. */
  NodeData readFor(FittedCalibrator fitted, Messages messages, NodeField... more)
      throws IOException {
    Set<NodeField> parts = EnumSet.of(NodeField.GRAPH, NodeField.LOGITS, NodeField.FEATURES);
    parts.addAll(List.of(more));
    if (fitted.inputs().map(NodeInputs::readsLabels).orElse(true)) {
      parts.addAll(EnumSet.of(NodeField.LABELS, NodeField.SPLIT));
    }
    return read(parts, messages);
  }

  private List<Source> sources() {
    Map<NodeField, Path> files = files();
    if ((run == null) == files.isEmpty()) {
      throw new UsageException(
          run == null
              ? "a node file RUN.npz is needed, or --graph, --logits, --labels and --split"
              : "give either a node file or --graph, --logits, --labels and --split, not both");
    }
    List<Source> sources = new ArrayList<>();
    OptionalInt index = splitIndex.index();
    files.forEach((part, file) -> sources.add(Source.of(file, part).withSplit(index)));
    Optional.ofNullable(run).ifPresent(file -> sources.add(new Source(file, ALL, index)));
    return sources;
  }

  /** The input of a method; without the graph it needs, the message says what to do. */
  CalibrationData calibrationData(NodeData data, Method method) {
    try {
      return data.calibrationData(method);
    } catch (InvalidDataException missing) {
      if (data.graph().isPresent() || method.scope() == Method.Scope.LOGITS) {
        throw missing;
      }
      String others =
          Methods.all().stream()
              .filter(other -> other.scope() == Method.Scope.LOGITS)
              .map(Method::name)
              .collect(Collectors.joining(", "));
      throw new InvalidDataException(
          Format.text(
              "%s; %s; methods that need no graph: %s",
              String.valueOf(missing.getMessage()),
              run == null ? "give it with --graph" : "add it to the node file",
              others));
    }
  }

  /** A graph and the ids of its nodes, from a node file, a SciPy matrix or an edge list. */
  static NodeData readGraph(Path file) throws IOException {
    return NodeReader.read(List.of(Source.of(file, NodeField.GRAPH)), EnumSet.of(NodeField.GRAPH));
  }

  /** The files given for single parts. */
  private Map<NodeField, Path> files() {
    Map<NodeField, Path> files = new EnumMap<>(NodeField.class);
    Optional.ofNullable(graph).ifPresent(file -> files.put(NodeField.GRAPH, file));
    Optional.ofNullable(logits).ifPresent(file -> files.put(NodeField.LOGITS, file));
    Optional.ofNullable(labels).ifPresent(file -> files.put(NodeField.LABELS, file));
    Optional.ofNullable(split).ifPresent(file -> files.put(NodeField.SPLIT, file));
    return files;
  }

  /** The same files as arguments of another command. */
  List<String> arguments() {
    List<String> words = new ArrayList<>(run == null ? List.of() : List.of(run.toString()));
    files().forEach((part, file) -> words.addAll(List.of(option(part), file.toString())));
    splitIndex.index().ifPresent(i -> words.addAll(List.of("--split-index", "" + i)));
    return words;
  }

  private static String option(NodeField part) {
    return "--" + part.name().toLowerCase(Locale.ROOT);
  }

  /** The title of a report on these nodes. */
  String name() {
    Path file = run != null ? run : files().getOrDefault(NodeField.LOGITS, Path.of("nodes"));
    return String.valueOf(file.getFileName());
  }

  /** Fingerprints of the inputs, to be saved with a calibrator. */
  Map<String, String> fingerprint(NodeData data) throws IOException {
    Map<String, String> fingerprint = new LinkedHashMap<>();
    if (data.graph().isPresent()) {
      fingerprint.put("graph", data.graph().get().fingerprint());
    }
    if (run != null) {
      fingerprint.put("run.sha256", Hashes.sha256(run));
    }
    for (Map.Entry<NodeField, Path> entry : files().entrySet()) {
      String name =
          entry.getKey() == NodeField.GRAPH
              ? "edges"
              : entry.getKey().name().toLowerCase(Locale.ROOT);
      fingerprint.put(name + ".sha256", Hashes.sha256(entry.getValue()));
    }
    return fingerprint;
  }
}
