package io.github.wats.io.format;

import io.github.wats.calibration.PairData;
import io.github.wats.graph.Graph;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeIds;
import io.github.wats.io.format.ColumnTable.Column;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpzFile;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads pairs of nodes that a classifier has scored; the rows are what else is called nodes. An
 * archive has {@code pairs} (M × 2 node numbers), {@code scores} (M) or {@code probabilities} (M)
 * of a link, {@code y} (M: 1 linked, 0 not, −1 unknown) and the parts of the split as for nodes,
 * and may have the graph, with {@code num_nodes} if there are nodes beyond its edges and pairs. A
 * table has columns {@code src, dst, score}, {@code label} and {@code split}, with ids of nodes.
 */
public final class PairReader {
  static final String PAIRS = "pairs";
  private static final String SCORES = "scores";
  private static final String NODE_COUNT = "num_nodes";
  private static final Set<String> SCORE_COLUMNS = Set.of("score", "scores", "logit", "logits");
  private static final Set<String> PROBABILITY_COLUMNS = Set.of("probability", "probabilities");

  private PairReader() {}

  /**
   * Reads a file.
   *
   * @param graph of the nodes, if it is in another file
   * @param split its number, where the file has several
   */
  public static NodeData read(Path file, Optional<NodeData> graph, OptionalInt split)
      throws IOException {
    Set<NodeField> edges = Set.of(NodeField.GRAPH);
    NodeFormat format = NodeFormat.of(file, edges);
    try (NodeParts parts = format.open(file, edges)) {
      if (parts instanceof ArrayParts arrays) {
        return ofArrays(arrays.npz(), graph, split);
      }
      String rule = "holds no pairs: write them as .npz, .csv, .tsv or .parquet";
      ColumnTable table = parts.columnTable().orElseThrow(() -> parts.location().invalid(rule));
      SplitArrays.checkOnlySplit(table.location(), split);
      return ofColumns(table, graph);
    }
  }

  private static NodeData ofArrays(NpzFile npz, Optional<NodeData> given, OptionalInt index)
      throws IOException {
    Location place = npz.location();
    NpyArray array = npz.array(PAIRS).withDimensions(2);
    boolean rows = array.length(1) == 2;
    String shape = "must be M × 2, a pair of nodes in each row, got shape %s";
    array.check(rows || array.length(0) == 2, shape, array.shapeText());
    int count = array.length(rows ? 0 : 1);
    int[] ends = array.toInts();
    int[] sources = IntStream.range(0, count).map(k -> ends[rows ? 2 * k : k]).toArray();
    int[] targets =
        IntStream.range(0, count).map(k -> ends[rows ? 2 * k + 1 : count + k]).toArray();
    Optional<GraphArrays> own = GraphArrays.find(npz);
    place.check(own.isEmpty() || given.isEmpty(), "has a graph of its own: leave out the other");
    Nodes nodes =
        given.isPresent()
            ? new Nodes(given.get().ids(), "as in the graph")
            : nodes(npz, own, Arrays.stream(ends).max().orElse(-1));
    Graph graph =
        own.isPresent()
            ? own.get().graph(nodes)
            : given.map(NodeData::requireGraph).orElse(none(nodes));
    PairData pairs = array.location().checked(() -> PairData.of(graph, sources, targets));
    Nodes all = Nodes.numbered(count, "array 'pairs' has " + count + " pairs");
    boolean probable = !npz.has(SCORES) && npz.has(ProbabilityFile.PROBABILITIES);
    NpyArray scores = npz.array(probable ? ProbabilityFile.PROBABILITIES : SCORES);
    int columns = NodeArrays.columns(scores);
    scores.check(columns == 1, "must have one number for each pair, got %d", columns);
    all.checkCount(scores.elementCount(), scores.location(), "entries");
    NodeData data =
        data(place, pairs, nodes.ids(), scores.location(), scores.toDoubles(), probable);
    if (npz.has("y")) {
      NpyArray labels = npz.array("y");
      NodeArrays.checkPerNode(labels, all);
      data = data.withLabels(labels(labels.location(), labels.toInts()));
    }
    return SplitArrays.has(npz) ? data.withSplit(new SplitArrays(npz, all, index).read()) : data;
  }

  private static Graph none(Nodes nodes) {
    return Graph.fromEdges(nodes.count(), new int[0], new int[0]);
  }

  /** The nodes of the graph in this archive, and those of pairs without an edge. */
  private static Nodes nodes(NpzFile npz, Optional<GraphArrays> graph, int largest)
      throws IOException {
    long edges = npz.array(PAIRS).elementCount() / 2;
    edges += graph.isPresent() ? graph.get().edgeCount() : 0;
    if (npz.has(NODE_COUNT)) {
      long count = NodeArrays.oneNumber(npz.array(NODE_COUNT));
      return Nodes.declared(npz.location(), count, "from array 'num_nodes'", edges);
    }
    int ofGraph = graph.isPresent() ? graph.get().ownNodes().count() : 0;
    long count = Math.max(ofGraph, largest + 1L);
    return Nodes.declared(npz.location(), count, "one more than the largest node", edges);
  }

  private static NodeData ofColumns(ColumnTable table, Optional<NodeData> given)
      throws IOException {
    Location place = table.location();
    String[] sources = table.texts(column(table, EdgeTable.SOURCES, "src"));
    String[] targets = table.texts(column(table, EdgeTable.TARGETS, "dst"));
    Nodes nodes;
    if (given.isPresent()) {
      nodes = new Nodes(given.get().ids(), "as in the graph");
    } else {
      Set<String> names = new LinkedHashSet<>();
      Stream.of(sources, targets).forEach(ends -> names.addAll(Arrays.asList(ends)));
      nodes = EdgeTable.nodes(place, names, sources.length);
    }
    Graph graph = given.map(NodeData::requireGraph).orElse(none(nodes));
    int[] from = Arrays.stream(sources).mapToInt(id -> nodes.find(id, () -> place)).toArray();
    int[] to = Arrays.stream(targets).mapToInt(id -> nodes.find(id, () -> place)).toArray();
    PairData pairs = place.checked(() -> PairData.of(graph, from, to));
    Optional<String> raw = find(table, SCORE_COLUMNS);
    String score = raw.isPresent() ? raw.get() : column(table, PROBABILITY_COLUMNS, "score");
    double[] scores = table.numbers(List.of(score));
    NodeData data = data(place, pairs, nodes.ids(), place, scores, raw.isEmpty());
    Optional<String> label = find(table, Columns.LABELS);
    if (label.isPresent()) {
      double[] values = table.numbers(List.of(label.get()));
      String rule = "labels must be 1 for a link, 0 for none, or -1 or empty for unknown, got %s";
      int[] labels = new int[values.length];
      for (int k = 0; k < values.length; k++) {
        boolean known = Double.isNaN(values[k]) || Math.rint(values[k]) == values[k];
        place.check(known, rule, values[k]);
        labels[k] = Double.isNaN(values[k]) ? Labels.UNKNOWN : (int) values[k];
      }
      data = data.withLabels(labels(place, labels));
    }
    Optional<String> part = find(table, Columns.PARTS);
    if (part.isPresent()) {
      data = data.withSplit(LabelTable.split(table.texts(part.get()), table::row));
    }
    return data;
  }

  private static Optional<String> find(ColumnTable table, Set<String> words) {
    return table.columns().stream()
        .map(Column::name)
        .filter(name -> words.contains(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  private static String column(ColumnTable table, Set<String> words, String name) {
    List<String> names = table.columns().stream().map(Column::name).toList();
    return find(table, words)
        .orElseThrow(
            () ->
                table
                    .location()
                    .invalid("must have a column '%s' in its header, got %s", name, names));
  }

  private static Labels labels(Location place, int[] values) {
    return place.checked(() -> Labels.of(2, values));
  }

  private static NodeData data(
      Location file,
      PairData pairs,
      NodeIds nodes,
      Location place,
      double[] scores,
      boolean probable) {
    Logits logits =
        place.checked(
            () ->
                probable
                    ? Logits.ofProbabilities(scores.length, 1, scores)
                    : Logits.ofBinary(scores));
    return NodeData.of(file, pairs.count())
        .withIds(NodeIds.ofRows(pairs, nodes))
        .withLogits(logits);
  }
}
