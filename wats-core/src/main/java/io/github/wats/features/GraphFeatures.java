package io.github.wats.features;

import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.graph.Graph;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The structural features of the nodes of one graph, each computed on first use and cached: fits
 * and predictions that share this object compute nothing twice. Thread-safe.
 */
public final class GraphFeatures {
  private final Graph graph;
  private final Map<WaveletSettings, FeatureTable> wavelets = new HashMap<>();
  private final Map<Kind, double[]> columns = new EnumMap<>(Kind.class);

  private GraphFeatures(Graph graph) {
    this.graph = graph;
  }

  public static GraphFeatures of(Graph graph) {
    return new GraphFeatures(graph);
  }

  public int nodeCount() {
    return graph.nodeCount();
  }

  /** The given features; {@code settings} affect wavelets only. */
  public FeatureTable table(NodeFeatures features, WaveletSettings settings) {
    return features.isWavelet() ? wavelets(settings) : structural(features);
  }

  public synchronized FeatureTable wavelets(WaveletSettings settings) {
    return cached(wavelets, settings, s -> WaveletFeatures.of(graph, s));
  }

  /** Degree, betweenness, clustering; betweenness is sampled on large graphs, with seed 0. */
  private synchronized FeatureTable structural(NodeFeatures features) {
    int pivots = Betweenness.pivots(graph);
    return features.table(graph, kind -> cached(columns, kind, k -> k.of(graph, pivots, 0)));
  }

  /** Not {@code computeIfAbsent}: a parallel loop may run another task that asks this object. */
  private static <K, V> V cached(Map<K, V> cache, K key, Function<K, V> compute) {
    V value = cache.get(key);
    if (value == null) {
      value = compute.apply(key);
      cache.put(key, value);
    }
    return value;
  }
}
