package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * Betweenness centrality: the share of shortest paths between other nodes that pass through a node,
 * summed over unordered pairs and divided by {@code (n−1)(n−2)/2}. Brandes's algorithm (2001), one
 * breadth-first search per source, O(n m) time and O(n + m) memory; sampled sources (Brandes, Pich
 * 2007) estimate the sum without bias.
 */
final class Betweenness {
  /**
   * Sources are summed in this many groups, each into its own array; the arrays are joined in
   * order, so that threads do not show in the result. More would cost memory, fewer balance.
   */
  private static final int GROUPS = 16;

  private Betweenness() {}

  /** Every node a source. */
  public static double[] exact(Graph graph) {
    int[] sources = new int[graph.nodeCount()];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = i;
    }
    return from(graph, sources);
  }

  /** An estimate from {@code pivots} sources drawn without replacement; exact if all nodes are. */
  public static double[] sampled(Graph graph, int pivots, long seed) {
    Check.argument(pivots >= 1, "pivots must be at least 1, got %d", pivots);
    return pivots >= graph.nodeCount()
        ? exact(graph)
        : from(graph, draw(graph.nodeCount(), pivots, Seeds.derive(seed, "pivots")));
  }

  /** The first {@code count} entries of a Fisher–Yates shuffle of 0 … n−1. */
  private static int[] draw(int n, int count, long seed) {
    int[] nodes = new int[n];
    for (int i = 0; i < n; i++) {
      nodes[i] = i;
    }
    int[] drawn = new int[count];
    for (int k = 0; k < count; k++) {
      int other = k + (int) (Seeds.unit(Seeds.bits(seed, k)) * (n - k));
      drawn[k] = nodes[other];
      nodes[other] = nodes[k];
    }
    return drawn;
  }

  private static double[] from(Graph graph, int[] sources) {
    int n = graph.nodeCount();
    double[] total = new double[n];
    if (n <= 2) {
      return total; // no pair of other nodes
    }
    int groups = Math.min(GROUPS, sources.length);
    double[][] sums = new double[groups][];
    Rows.forEach(
        groups,
        (long) sources.length * (n + graph.adjacency().entryCount()),
        (first, last) -> {
          for (int g = first; g < last; g++) {
            Search search = new Search(graph);
            int end = (int) ((g + 1L) * sources.length / groups);
            for (int k = (int) ((long) g * sources.length / groups); k < end; k++) {
              search.addDependencies(sources[k]);
            }
            sums[g] = search.sums;
          }
        });
    // Each unordered pair is met from both its ends, hence no factor 2 beside (n−1)(n−2).
    double scale = (double) n / sources.length / ((n - 1.0) * (n - 2.0));
    for (double[] sum : sums) {
      for (int i = 0; i < n; i++) {
        total[i] += sum[i];
      }
    }
    for (int i = 0; i < n; i++) {
      total[i] *= scale;
    }
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
