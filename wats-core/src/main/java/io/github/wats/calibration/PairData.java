package io.github.wats.calibration;

import io.github.wats.features.GraphFeatures;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Pairs of nodes of one graph, such as possible links, which a classifier has scored. {@link
 * CalibrationData#of(PairData, io.github.wats.prediction.Logits)} makes them rows of a problem of
 * two classes: 1 for a pair that is linked, else 0. Immutable.
 */
public final class PairData implements GraphRows {
  private final Graph graph;
  private final int[] sources; // (M)
  private final int[] targets; // (M)
  private final GraphFeatures structure;

  private PairData(Graph graph, int[] sources, int[] targets) {
    this.graph = graph;
    this.sources = sources;
    this.targets = targets;
    this.structure = GraphFeatures.of(graph);
  }

  /** Copies the pairs {@code sources[k]}, {@code targets[k]} of different nodes. */
  public static PairData of(Graph graph, int[] sources, int[] targets) {
    Check.argument(
        sources.length == targets.length,
        "pairs must have two ends each, got %d sources and %d targets",
        sources.length,
        targets.length);
    PairData pairs = new PairData(graph, sources.clone(), targets.clone());
    for (int k = 0; k < sources.length; k++) {
      checkNode(graph, pairs.sources[k], k);
      checkNode(graph, pairs.targets[k], k);
      Check.argument(
          pairs.sources[k] != pairs.targets[k],
          "the ends of a pair must differ, pair %d is %d twice",
          k,
          pairs.sources[k]);
    }
    return pairs;
  }

  private static void checkNode(Graph graph, int node, int pair) {
    Check.argument(
        node >= 0 && node < graph.nodeCount(),
        "the ends of pairs must be nodes 0 … %d of the graph, got %d in pair %d",
        graph.nodeCount() - 1,
        node,
        pair);
  }

  /** The number M of pairs. */
  @Override
  public int count() {
    return sources.length;
  }

  @Override
  public Graph graph() {
    return graph;
  }

  /** Wavelet features of the nodes, computed at most once. */
  public GraphFeatures structure() {
    return structure;
  }

  public int source(int pair) {
    return sources[pair];
  }

  public int target(int pair) {
    return targets[pair];
  }

  /** The number of neighbors of the end that has fewer; one end is no neighbor of the other. */
  @Override
  public int degree(int pair) {
    int own = graph.hasEdge(sources[pair], targets[pair]) ? 1 : 0;
    return Math.min(graph.degree(sources[pair]), graph.degree(targets[pair])) - own;
  }

  @Override
  public String kind() {
    return "pair";
  }

  /** What is unusual: pairs that are there more than once, in either order of their ends. */
  public List<String> notes() {
    long[] keys = new long[count()];
    Arrays.setAll(
        keys,
        k -> ((long) Math.min(sources[k], targets[k]) << 32) | Math.max(sources[k], targets[k]));
    Arrays.parallelSort(keys);
    int repeated = 0;
    for (int k = 1; k < keys.length; k++) {
      repeated += keys[k] == keys[k - 1] ? 1 : 0;
    }
    return repeated == 0
        ? List.of()
        : List.of(
            "%s of %s pairs repeat another, in this or the other order of their ends"
                .formatted(repeated, count()));
  }

  /** Refuses validation pairs of one label; notes that the graph has edges to be predicted. */
  Optional<String> checked(NodeSet validation, Labels labels) {
    int[] counts = labels.counts();
    Check.argument(
        counts[0] > 0 && counts[1] > 0,
        "validation pairs must be of both labels, 1 (linked) and 0, got %d and %d: add pairs of"
            + " the other label to the validation pairs",
        counts[1],
        counts[0]);
    int[] linked =
        IntStream.range(0, validation.size())
            .filter(k -> labels.get(k) == 1)
            .map(validation::get)
            .toArray();
    long edges = Arrays.stream(linked).filter(k -> graph.hasEdge(sources[k], targets[k])).count();
    return edges == 0
        ? Optional.empty()
        : Optional.of(
            ("%s of %s linked validation pairs are edges of the graph, from which features and"
                    + " scores can tell the label: leave the edges of validation and test pairs out"
                    + " of the graph")
                .formatted(edges, linked.length));
  }
}
