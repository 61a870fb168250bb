package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Betweenness centrality: the fraction of shortest paths between other nodes that pass through a
 * node, summed over unordered pairs and divided by {@code (n−1)(n−2)/2}. Brandes's algorithm
 * (2001), one breadth-first search per source, O(n m) time and O(n + m) memory; sampled sources
 * (Brandes, Pich 2007) estimate the sum without bias.
 */
final class Betweenness {
  /** Exact up to this many steps of search (about 20 s on one core). */
  private static final double EXACT_STEPS = 0x1.0p32;

  /** As in the authors' code. */
  private static final int DEFAULT_PIVOTS = 100;

  /**
   * Sources are summed in this many groups, each into its own array; the arrays are added in order,
   * so that the result does not depend on the number of threads. More groups would need more
   * memory, fewer would balance the load worse.
   */
  private static final int GROUPS = 16;

  private Betweenness() {}

  /** The number of sources if none is given: all nodes, but few on large graphs. */
  static int pivots(Graph graph) {
    double steps = (double) graph.nodeCount() * (graph.nodeCount() + 2.0 * graph.edgeCount());
    return steps <= EXACT_STEPS ? Integer.MAX_VALUE : DEFAULT_PIVOTS;
  }

  /** An estimate from {@code pivots} sources drawn without replacement; exact with all nodes. */
  static double[] of(Graph graph, int pivots, long seed) {
    Check.argument(pivots >= 1, "pivots must be at least 1, got %d", pivots);
    int[] nodes = IntStream.range(0, graph.nodeCount()).toArray();
    return from(graph, pivots >= nodes.length ? nodes : draw(nodes, pivots, seed));
  }

  /** The first {@code count} entries of a Fisher–Yates shuffle. */
  private static int[] draw(int[] nodes, int count, long seed) {
    long stream = Seeds.derive(seed, "pivots");
    for (int k = 0; k < count; k++) {
      int other = k + (int) (Seeds.unit(Seeds.bits(stream, k)) * (nodes.length - k));
      int drawn = nodes[other];
      nodes[other] = nodes[k];
      nodes[k] = drawn;
    }
    return Arrays.copyOf(nodes, count);
  }

  private static double[] from(Graph graph, int[] sources) {
    int n = graph.nodeCount();
    double[] total = new double[n];
    if (n <= 2) {
      return total; // no pair of other nodes
    }
    int groups = Math.min(GROUPS, sources.length);
    double[][] sums = new double[groups][];
    Rows.forEachRow(
        groups,
        (long) sources.length * (n + graph.adjacency().entryCount()),
        g -> {
          Search search = new Search(graph);
          int end = (int) ((g + 1L) * sources.length / groups);
          for (int k = (int) ((long) g * sources.length / groups); k < end; k++) {
            search.addDependencies(sources[k]);
          }
          sums[g] = search.sums;
        });
    // Each unordered pair is counted from both ends, hence no factor 2 beside (n−1)(n−2).
    double scale = (double) n / sources.length / ((n - 1.0) * (n - 2.0));
    for (double[] sum : sums) {
      Arrays.setAll(total, i -> total[i] + sum[i]);
    }
    Arrays.setAll(total, i -> total[i] * scale);
    return total;
  }

  /** Working memory of the searches of one group. */
  private static final class Search {
    private final SparsePattern adjacency;
    private final int[] distance; // (n) from the source, −1 where not reached
    private final double[] paths; // (n) shortest paths from the source
    private final double[] shares; // (n) (1 + dependency) / paths
    private final int[] order; // (n) nodes by ascending distance
    private final double[] sums; // (n) dependencies of all sources so far

    Search(Graph graph) {
      int n = graph.nodeCount();
      adjacency = graph.adjacency();
      distance = new int[n];
      Arrays.fill(distance, -1);
      paths = new double[n];
      shares = new double[n];
      order = new int[n];
      sums = new double[n];
    }

    void addDependencies(int source) {
      int reached = countPaths(source);
      // dependency_v = paths_v · Σ (1 + dependency_w) / paths_w over the w one step further
      for (int k = reached - 1; k >= 0; k--) {
        int v = order[k];
        double sum = 0;
        for (int e = adjacency.offset(v); e < adjacency.offset(v + 1); e++) {
          int w = adjacency.column(e);
          if (distance[w] > distance[v]) {
            sum += shares[w];
          }
        }
        double dependency = paths[v] * sum;
        shares[v] = (1 + dependency) / paths[v];
        if (v != source) {
          sums[v] += dependency;
        }
      }
      for (int k = 0; k < reached; k++) {
        distance[order[k]] = -1;
        paths[order[k]] = 0;
      }
    }

    /** Breadth-first search; the number of nodes reached, which are in {@code order}. */
    private int countPaths(int source) {
      distance[source] = 0;
      paths[source] = 1;
      order[0] = source;
      int reached = 1;
      for (int k = 0; k < reached; k++) {
        int v = order[k];
        for (int e = adjacency.offset(v); e < adjacency.offset(v + 1); e++) {
          int w = adjacency.column(e);
          if (distance[w] < 0) {
            distance[w] = distance[v] + 1;
            order[reached++] = w;
          }
          if (distance[w] > distance[v]) {
            paths[w] += paths[v];
          }
        }
      }
      return reached;
    }
  }
}
