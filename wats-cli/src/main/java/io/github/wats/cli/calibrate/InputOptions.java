package io.github.wats.cli.calibrate;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
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
import io.github.wats.io.format.PairReader;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.io.npy.Safetensors;
import io.github.wats.prediction.Logits;
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
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Where a command reads its nodes from: one node file, or a file for each part. */
final class InputOptions {
  /** What a node file can have. */
  static final Set<NodeField> ALL = Set.of(NodeField.values());

  /** What a table of nodes can have. */
  private static final Set<NodeField> OF_TABLE = EnumSet.complementOf(EnumSet.of(NodeField.GRAPH));

  private static final Set<NodeField> BESIDE_TABLE =
      EnumSet.of(NodeField.GRAPH, NodeField.LABELS, NodeField.SPLIT, NodeField.FEATURES);

  @Parameters(
      arity = "0..1",
      paramLabel = "RUN.npz",
      description = {
        "Node file with edge_index, logits or probabilities, y, train_mask, val_mask, test_mask,"
            + " x;",
        "or a table of prediction and confidence, perhaps with id, label and split."
      })
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
      description =
          "Logits in a .npy, .npz, .pt, .safetensors, .parquet or .csv file, a folder of parts, or"
              + " several files, the rows of one after the other; not together with RUN.npz.")
  private List<Path> logits = new ArrayList<>();

  @Option(
      names = "--probabilities",
      paramLabel = "FILE",
      description =
          "Probabilities in place of logits, in a .npy, .npz or .csv file; also beside RUN.npz,"
              + " whose logits are then not read. One column is the probability of class 1.")
  private @Nullable Path probabilities;

  @Option(
      names = "--binary",
      order = GroupedHelp.ADVANCED,
      description = "The logits are one score for each node, that of class 1 of two.")
  private boolean binary;

  @Option(
      names = "--multi-label",
      order = GroupedHelp.ADVANCED,
      description =
          "Each column of the scores is a label that a node has or has not (sigmoid), and 'y' has"
              + " outcomes 0, 1 or -1 of the same columns.")
  private boolean multiLabel;

  @Option(
      names = "--class-names",
      order = GroupedHelp.ADVANCED,
      paramLabel = "NAME",
      split = ",",
      description = "Names of the classes in order, 0 first, where the files have none.")
  private List<String> classNames = new ArrayList<>();

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "Labels in a .npy, .npz, .pt, .safetensors, .parquet or .csv file; not together with"
              + " RUN.npz.")
  private @Nullable Path labels;

  @Option(
      names = "--split",
      paramLabel = "FILE",
      description =
          "Masks or node lists in a .npz file, or ids and parts (train, val, test) in a .csv or"
              + " .tsv file; not together with RUN.npz.")
  private @Nullable Path split;

  @Option(
      names = "--node-features",
      paramLabel = "FILE",
      description =
          "Features of the nodes, a row each, in a .npy, .pt, .parquet or .csv file, for the"
              + " methods that read them; not together with RUN.npz.")
  private @Nullable Path features;

  @Option(
      names = "--id-column",
      order = GroupedHelp.ADVANCED,
      paramLabel = "NAME",
      description = "The column of the node ids in tables. Default: found by its name or content.")
  private @Nullable String idColumn;

  @Option(
      names = "--class-columns",
      order = GroupedHelp.ADVANCED,
      paramLabel = "NAME",
      split = ",",
      description =
          "The columns of the classes in tables, in order. Default: all that are not named"
              + " like ids, labels, splits or results.")
  private List<String> classColumns = new ArrayList<>();

  @Option(
      names = "--pairs",
      paramLabel = "FILE",
      description =
          "Calibrate pairs of nodes, such as links: pairs, scores, y and masks in a .npz file, or"
              + " src, dst, score, label, split in a table. The graph of the nodes is in RUN.npz,"
              + " by --graph, or in the .npz.")
  private @Nullable Path pairs;

  @Option(
      names = "--kept-graph",
      paramLabel = "FILE",
      hidden = true,
      description = "The graph of RUN.npz, in a file of its own that the process reads once.")
  private @Nullable Path keptGraph;

  @Mixin private SplitIndexOption splitIndex = new SplitIndexOption();

  /** Reads the requested parts and prints notes about them; separate files are read completely. */
  NodeData read(Set<NodeField> parts, Messages messages) throws IOException {
    if (pairs != null) {
      if (multiLabel) {
        throw new UsageException("several labels are of nodes: give no --pairs");
      }
      return noted(pairs(pairs), messages);
    }
    List<Source> sources = sources();
    Columns columns = columns(sources);
    Set<NodeField> wanted = EnumSet.copyOf(run == null ? EnumSet.allOf(NodeField.class) : parts);
    wanted.add(NodeField.PROBABILITIES);
    if (probabilities != null) {
      wanted.remove(NodeField.LOGITS);
    }
    Path kept = wanted.contains(NodeField.GRAPH) ? keptGraph : null;
    if (kept != null) {
      wanted.remove(NodeField.GRAPH);
    }
    NodeData data = NodeReader.read(sources, wanted, columns, messages::detail);
    return noted(kept == null ? data : data.withGraph(KeptGraphs.read(kept)), messages);
  }

  private NodeData pairs(Path file) throws IOException {
    Map<NodeField, Path> given = files();
    if (run != null ? !given.isEmpty() : !Set.of(NodeField.GRAPH).containsAll(given.keySet())) {
      throw new UsageException("beside --pairs give the graph only, as RUN.npz or by --graph");
    }
    Path edges = run != null ? run : given.get(NodeField.GRAPH);
    Optional<NodeData> ofNodes = edges == null ? Optional.empty() : Optional.of(readGraph(edges));
    return PairReader.read(file, ofNodes, splitIndex.index());
  }

  /** Whether the rows are pairs of nodes. */
  boolean ofPairs() {
    return pairs != null;
  }

  /** What a row is called. */
  String rowName() {
    return ofPairs() ? "pair" : multiLabel ? "outcome" : "node";
  }

  /** The method where none is named. */
  String recommended() {
    return recommended(ofPairs(), multiLabel);
  }

  static String recommended(boolean ofPairs, boolean ofLabels) {
    List<Method> several = ofLabels ? MultiLabelCalibrator.methods() : List.of();
    Method one = ofPairs ? Methods.recommendedOfPairs() : Methods.recommended();
    return (several.isEmpty() ? one : several.get(several.size() - 1)).name();
  }

  /** Refuses pairs for a command that is for nodes. */
  void refusePairs(String why) {
    if (ofPairs()) {
      throw new UsageException(why);
    }
  }

  private NodeData noted(NodeData read, Messages messages) {
    NodeData data = multiLabel ? read.location().checked(read::rowsOfLabels) : read;
    data.notes().forEach(note -> messages.note("note: " + note));
    if (data.ids().rows().isEmpty()) { // scores of other rows may be of any scale
      InputNotes.of(data).ifPresent(messages::note);
      InputNotes.ofTestNodes(data).ifPresent(messages::note);
    }
    return data;
  }

  /** Whether the rows are labels of nodes. */
  boolean isMultiLabel() {
    return multiLabel;
  }

  /** A calibrator of these rows. */
  Calibrator<?> ofRows(Calibrator<?> calibrator) {
    return multiLabel
        ? UsageException.checked(() -> new MultiLabelCalibrator(calibrator))
        : calibrator;
  }

  /** The methods to compare where none are named. */
  List<Method> compared() {
    return multiLabel
        ? MultiLabelCalibrator.methods()
        : ofPairs() ? Methods.ofPairs() : Methods.compared();
  }

  /** What {@code accept} reads of a row besides its prediction. */
  static IntUnaryOperator keys(CalibrationData rows) {
    return rows.severalLabels().<IntUnaryOperator>map(all -> all::label).orElse(rows::degree);
  }

  private Columns columns(List<Source> sources) throws IOException {
    boolean table = false;
    for (Source source : sources) {
      table |= !source.parts().contains(NodeField.GRAPH) && source.format().hasColumns();
    }
    Optional<String> id = Optional.ofNullable(idColumn);
    Columns columns =
        UsageException.checked(() -> new Columns(id, classColumns, classNames, binary, multiLabel));
    if (columns.areGiven() && !table) {
      throw new UsageException("--id-column and --class-columns need logits or labels in a table");
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
    return measured(data, messages);
  }

  /** With the test rows that have metrics; says which labels have none. */
  static NodeData measured(NodeData data, Messages messages) {
    return data.withBothOutcomes(note -> messages.note("note: " + note));
  }

  /** What a calibrator is applied to; labels and split only if those of other nodes may count. */
  NodeData readFor(CalibratorFile.Stored stored, Messages messages, NodeField... more)
      throws IOException {
    checkRows(stored);
    FittedCalibrator fitted = stored.calibrator();
    Set<NodeField> parts = EnumSet.of(NodeField.GRAPH, NodeField.LOGITS, NodeField.FEATURES);
    parts.addAll(List.of(more));
    if (fitted.inputs().map(NodeInputs::readsLabels).orElse(true)) {
      parts.addAll(EnumSet.of(NodeField.LABELS, NodeField.SPLIT));
    }
    try {
      return read(parts, messages);
    } catch (InvalidDataException wrong) { // perhaps labels that the logits have no columns for
      Optional<Logits> own = read(EnumSet.of(NodeField.LOGITS), messages).logits();
      int classes = fitted.report().classCount();
      boolean right = multiLabel || classes == own.map(Logits::classCount).orElse(classes);
      String rule = "this calibrator was fitted on %d classes, got logits of %d";
      throw right || classes == FitReport.UNKNOWN_CLASSES
          ? wrong
          : new InvalidDataException(Format.text(rule, classes, own.orElseThrow().classCount()));
    }
  }

  /** A model of several labels needs no option; other rows must be those of the fit. */
  private void checkRows(CalibratorFile.Stored stored) {
    boolean knowsRows = !stored.data().isEmpty();
    if (multiLabel && !stored.isOfLabels()) {
      throw new UsageException(
          "the model is of one class for each node: leave out --multi-label, or fit one with"
              + " calibrate --multi-label");
    }
    if (stored.isOfPairs() && !ofPairs()) {
      throw new UsageException(
          "the model was fitted on pairs of nodes: give the pairs with --pairs FILE");
    }
    if (ofPairs() && knowsRows && !stored.isOfPairs() && !stored.isOfLabels()) {
      throw new UsageException(
          "the model was fitted on nodes, not on pairs: fit one with calibrate --pairs FILE");
    }
    multiLabel |= stored.isOfLabels();
  }

  private List<Source> sources() {
    Map<NodeField, Path> files = files();
    Set<NodeField> given = files.keySet();
    Set<NodeField> beside = isTable() ? BESIDE_TABLE : EnumSet.of(NodeField.PROBABILITIES);
    if (run == null ? given.isEmpty() : !beside.containsAll(given)) {
      throw new UsageException(
          run == null
              ? "a node file RUN.npz is needed, or --graph, --logits, --labels and --split"
              : isTable()
                  ? "beside a table, give --graph, --labels, --split and --node-features only"
                  : "give either a node file or --graph, --logits, --labels and --split, not both");
    }
    List<Source> sources = new ArrayList<>();
    OptionalInt index = splitIndex.index();
    files.forEach(
        (part, file) ->
            sources.add(
                Source.of(file, part)
                    .withSplit(index)
                    .withMore(
                        part == NodeField.LOGITS ? logits.subList(1, logits.size()) : List.of())));
    if (run != null) {
      Set<NodeField> parts = EnumSet.copyOf(isTable() ? OF_TABLE : ALL);
      parts.removeAll(given);
      sources.add(new Source(run, parts, index));
    }
    return sources;
  }

  private boolean isTable() {
    return run != null && NodeFormat.of(run, OF_TABLE).hasColumns();
  }

  /** The input of a method; without the graph it needs, the message says what to do. */
  CalibrationData calibrationData(NodeData data, Method method) {
    try {
      return data.calibrationData(method);
    } catch (InvalidDataException missing) {
      if (data.graph().isPresent() || method.scope() == Method.Scope.LOGITS) {
        throw missing;
      }
      List<Method> all = data.ids().rows().isPresent() ? compared() : Methods.all();
      String others =
          all.stream()
              .filter(other -> other.scope() == Method.Scope.LOGITS)
              .map(Method::name)
              .collect(Collectors.joining(", "));
      throw new InvalidDataException(
          Format.text(
              "%s; %s; methods that need no graph: %s",
              String.valueOf(missing.getMessage()),
              run == null || isTable() ? "give it with --graph" : "add it to the node file",
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
    logits.stream().findFirst().ifPresent(file -> files.put(NodeField.LOGITS, file));
    Optional.ofNullable(probabilities).ifPresent(file -> files.put(NodeField.PROBABILITIES, file));
    Optional.ofNullable(labels).ifPresent(file -> files.put(NodeField.LABELS, file));
    Optional.ofNullable(split).ifPresent(file -> files.put(NodeField.SPLIT, file));
    Optional.ofNullable(features).ifPresent(file -> files.put(NodeField.FEATURES, file));
    return files;
  }

  /** The same files as arguments of another command. */
  List<String> arguments() {
    List<String> words = new ArrayList<>(run == null ? List.of() : List.of(run.toString()));
    words.addAll(pairs == null ? List.of() : List.of("--pairs", pairs.toString()));
    files().forEach((part, file) -> words.addAll(List.of(option(part), file.toString())));
    logits.stream().skip(1).forEach(file -> words.addAll(List.of("--logits", file.toString())));
    splitIndex.index().ifPresent(i -> words.addAll(List.of("--split-index", "" + i)));
    words.addAll(binary ? List.of("--binary") : List.of());
    words.addAll(multiLabel ? List.of("--multi-label") : List.of());
    words.addAll(idColumn == null ? List.of() : List.of("--id-column", idColumn));
    addNames(words, "--class-columns", classColumns);
    addNames(words, "--class-names", classNames);
    return words;
  }

  private static void addNames(List<String> words, String option, List<String> names) {
    words.addAll(names.isEmpty() ? List.of() : List.of(option, String.join(",", names)));
  }

  private static String option(NodeField part) {
    return (part == NodeField.FEATURES ? "--node-" : "--") + part.name().toLowerCase(Locale.ROOT);
  }

  /** Whether a file of probabilities is given. */
  boolean ofProbabilities() {
    return probabilities != null;
  }

  /** The title of a report on these nodes. */
  String name() {
    if (pairs != null) {
      return String.valueOf(pairs.getFileName());
    }
    Path scores = probabilities != null ? probabilities : Path.of("nodes");
    Path file = run != null ? run : files().getOrDefault(NodeField.LOGITS, scores);
    return String.valueOf(file.getFileName()).replace(Safetensors.EXCHANGE, "");
  }

  /** Fingerprints of the inputs, to be saved with a calibrator. */
  Map<String, String> fingerprint(NodeData data) throws IOException {
    OptionalDouble zero = data.logits().map(Logits::zero).orElse(OptionalDouble.empty());
    Map<String, String> fingerprint =
        new LinkedHashMap<>(CalibratorFile.scores(data.scores(), zero));
    if (data.graph().isPresent()) {
      fingerprint.put("graph", data.graph().get().fingerprint());
    }
    data.ids()
        .rows()
        .filter(all -> ofPairs() || all.graph().edgeCount() > 0)
        .ifPresent(all -> fingerprint.put("graph", all.graph().fingerprint()));
    if (pairs != null) {
      fingerprint.put(CalibratorFile.PAIRS, Hashes.sha256(pairs));
      return fingerprint;
    }
    if (run != null && keptGraph == null) {
      fingerprint.put("run.sha256", Hashes.sha256(run));
    }
    for (Source source : run == null ? sources() : List.<Source>of()) {
      NodeField part = source.parts().iterator().next();
      String name = part == NodeField.GRAPH ? "edges" : part.name().toLowerCase(Locale.ROOT);
      fingerprint.put(name + ".sha256", Hashes.sha256(source.files()));
    }
    return fingerprint;
  }
}
