package io.github.wats.features;

import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.graph.Graph;
import java.util.Arrays;
import java.util.List;

/**
 * Degree, betweenness and clustering as node features, alone or side by side: what the paper's
 * ablation puts in place of wavelets.
 */
public final class StructuralFeatures {
  /** Betweenness from every node up to this many steps of search (about 20 s on one core). */
  private static final double EXACT_STEPS = 0x1.0p32;

  /** What the authors' code samples. */
  public static final int DEFAULT_PIVOTS = 100;

  private StructuralFeatures() {}

  /** As {@link #of(Graph, List, int, long)}; exact betweenness on all but large graphs. */
  public static FeatureTable of(Graph graph, List<Kind> kinds, long seed) {
    double steps = (double) graph.nodeCount() * (graph.nodeCount() + 2.0 * graph.edgeCount());
    return of(graph, kinds, steps <= EXACT_STEPS ? Integer.MAX_VALUE : DEFAULT_PIVOTS, seed);
  }

  /**
   * The features side by side (n × kinds).
   *
   * @param pivots from how many sampled nodes betweenness is estimated; exact if all are
   * @param seed decides which
   */
  public static FeatureTable of(Graph graph, List<Kind> kinds, int pivots, long seed) {
    int n = graph.nodeCount();
    double[] values = FeatureTable.room(n, kinds.size());
    for (int j = 0; j < kinds.size(); j++) {
      double[] column = column(graph, kinds.get(j), pivots, seed);
      for (int i = 0; i < n; i++) {
        values[i * kinds.size() + j] = column[i];
      }
    }
    List<String> names = kinds.stream().map(Kind::text).toList();
    return new FeatureTable(n, names, values);
  }

  private static double[] column(Graph graph, Kind kind, int pivots, long seed) {
    return switch (kind) {
      case DEGREE -> logDegree(graph);
      case BETWEENNESS -> Betweenness.sampled(graph, pivots, seed);
      case CLUSTERING -> Clustering.of(graph);
    };
  }

  /** {@code ln(1 + d)} of each node. */
  public static double[] logDegree(Graph graph) {
    double[] values = new double[graph.nodeCount()];
    Arrays.setAll(values, i -> Math.log1p(graph.degree(i)));
    return values;
  }
}
