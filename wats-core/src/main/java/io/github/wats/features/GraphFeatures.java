package io.github.wats.features;

import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.graph.Graph;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The structural features of the nodes of one graph, each computed when it is first asked for and
 * kept: fits and applications that share this object compute nothing twice. Thread-safe.
 */
public final class GraphFeatures {
  private final int nodeCount;
  private final @Nullable Graph graph; // null where features were computed elsewhere
  private final Map<WaveletSettings, FeatureTable> wavelets = new HashMap<>();
  private final Map<Kind, double[]> columns = new EnumMap<>(Kind.class);

  private GraphFeatures(int nodeCount, @Nullable Graph graph) {
    this.nodeCount = nodeCount;
    this.graph = graph;
  }

  public static GraphFeatures of(Graph graph) {
    return new GraphFeatures(graph.nodeCount(), graph);
  }

  /**
   * Wavelet features that were computed elsewhere; no others can be asked for.
   *
   * @param rows (n × columns), row by row
   */
  public static GraphFeatures given(WaveletSettings settings, int nodeCount, double[] rows) {
    GraphFeatures features = new GraphFeatures(nodeCount, null);
    features.wavelets.put(
        settings, FeatureTable.copyOfRows(nodeCount, WaveletFeatures.names(settings), rows));
    return features;
  }

  public int nodeCount() {
    return nodeCount;
  }

  /** The features that a method asks for; {@code settings} have an effect on wavelets alone. */
  public FeatureTable table(NodeFeatures features, WaveletSettings settings) {
    return features.isWavelet() ? wavelets(settings) : structural(features.kinds());
  }

  public synchronized FeatureTable wavelets(WaveletSettings settings) {
    FeatureTable known = wavelets.get(settings);
    if (known == null) {
      known = WaveletFeatures.of(graph("wavelets of " + settings), settings);
      wavelets.put(settings, known);
    }
    return known;
  }

  /** Degree, betweenness, clustering; betweenness is sampled on large graphs, with seed 0. */
  private synchronized FeatureTable structural(List<Kind> kinds) {
    Graph known = graph(kinds.toString());
    int pivots = StructuralFeatures.pivots(known);
    double[][] values = new double[kinds.size()][];
    for (int j = 0; j < values.length; j++) {
      values[j] =
          columns.computeIfAbsent(
              kinds.get(j), kind -> StructuralFeatures.column(known, kind, pivots, 0));
    }
    return new FeatureTable(nodeCount, kinds.stream().map(Kind::text).toList(), values);
  }

  private Graph graph(String wanted) {
    if (graph == null) {
      throw new IllegalArgumentException(
          "features were given for " + wavelets.keySet() + ", got a request for " + wanted);
    }
    return graph;
  }
}
