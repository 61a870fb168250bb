package io.github.wats.features;

import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.graph.Graph;
import java.util.Arrays;
import java.util.List;

/** Computes degree, betweenness and clustering. */
final class StructuralFeatures {
  /** Betweenness from every node up to this many steps of search (about 20 s on one core). */
  private static final double EXACT_STEPS = 0x1.0p32;

  /** What the authors' code samples. */
  private static final int DEFAULT_PIVOTS = 100;

  private StructuralFeatures() {}

  /** From how many nodes betweenness is computed: all but on large graphs. */
  static int pivots(Graph graph) {
    double steps = (double) graph.nodeCount() * (graph.nodeCount() + 2.0 * graph.edgeCount());
    return steps <= EXACT_STEPS ? Integer.MAX_VALUE : DEFAULT_PIVOTS;
  }

  /** The features side by side (n × kinds). */
  static FeatureTable of(Graph graph, List<Kind> kinds, int pivots, long seed) {
    double[][] columns =
        kinds.stream().map(kind -> column(graph, kind, pivots, seed)).toArray(double[][]::new);
    return new FeatureTable(graph.nodeCount(), kinds.stream().map(Kind::text).toList(), columns);
  }

  /** One column (n). */
  static double[] column(Graph graph, Kind kind, int pivots, long seed) {
    return switch (kind) {
      case DEGREE -> logDegree(graph);
      case BETWEENNESS -> Betweenness.sampled(graph, pivots, seed);
      case CLUSTERING -> Clustering.of(graph);
    };
  }

  /** {@code ln(1 + d)} of each node. */
  static double[] logDegree(Graph graph) {
    double[] values = new double[graph.nodeCount()];
    Arrays.setAll(values, i -> Math.log1p(graph.degree(i)));
    return values;
  }
}
