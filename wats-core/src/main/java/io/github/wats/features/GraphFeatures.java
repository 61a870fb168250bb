package io.github.wats.features;

import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.graph.Graph;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The structural features of the nodes of one graph, each computed on first use and cached: fits
 * and predictions that share this object compute nothing twice. Thread-safe.
 */
public final class GraphFeatures {
  private final int nodeCount;
  private final @Nullable Graph graph; // null where features were computed elsewhere
  private final @Nullable Neighborhoods neighborhoods; // computed elsewhere
  private final Map<WaveletSettings, FeatureTable> wavelets = new HashMap<>();
  private final Map<Kind, double[]> columns = new EnumMap<>(Kind.class);

  private GraphFeatures(
      int nodeCount, @Nullable Graph graph, @Nullable Neighborhoods neighborhoods) {
    this.nodeCount = nodeCount;
    this.graph = graph;
    this.neighborhoods = neighborhoods;
  }

  public static GraphFeatures of(Graph graph) {
    return new GraphFeatures(graph.nodeCount(), graph, null);
  }

  /**
   * Wavelet features that were computed elsewhere; no others are available.
   *
   * @param rows the values (n × columns), row by row
   */
  public static GraphFeatures given(WaveletSettings settings, int nodeCount, double[] rows) {
    GraphFeatures features = new GraphFeatures(nodeCount, null, null);
    features.wavelets.put(
        settings, FeatureTable.copyOfRows(nodeCount, WaveletFeatures.names(settings), rows));
    return features;
  }

  /**
   * What is known of the neighbors of each node where the graph is not at hand.
   *
   * @param degrees (n)
   * @param means what a method computes from neighbors (n × width), or width 0. Ridge: the mean p
   *     of the neighbors and of theirs, their mean u, and where labels are used, the numbers of
   *     training and of validation neighbors of each class, and the shares of classes after two
   *     steps. HoTS: the expected homophily
   */
  public record Neighborhoods(double[] degrees, double[] means) {
    /** The number of means per node. */
    public int width() {
      return degrees.length == 0 ? 0 : means.length / degrees.length;
    }
  }

  /** These features with neighborhoods that were computed elsewhere too. */
  public GraphFeatures withNeighborhoods(Neighborhoods given) {
    GraphFeatures features = new GraphFeatures(nodeCount, graph, given);
    features.wavelets.putAll(wavelets);
    return features;
  }

  /** Those that were computed elsewhere. */
  public Optional<Neighborhoods> neighborhoods() {
    return Optional.ofNullable(neighborhoods);
  }

  public int nodeCount() {
    return nodeCount;
  }

  /** Whether these were computed elsewhere, on a graph that is not at hand. */
  public boolean areGiven() {
    return graph == null || neighborhoods != null;
  }

  /** The given features; {@code settings} affect wavelets only. */
  public FeatureTable table(NodeFeatures features, WaveletSettings settings) {
    return features.isWavelet() ? wavelets(settings) : structural(features);
  }

  public synchronized FeatureTable wavelets(WaveletSettings settings) {
    return cached(wavelets, settings, s -> WaveletFeatures.of(graph("wavelets of " + s), s));
  }

  /** Degree, betweenness, clustering; betweenness is sampled on large graphs, with seed 0. */
  private synchronized FeatureTable structural(NodeFeatures features) {
    Graph known = graph(features.toString());
    int pivots = Betweenness.pivots(known);
    return features.table(known, kind -> cached(columns, kind, k -> k.of(known, pivots, 0)));
  }

  /** Not {@code computeIfAbsent}: a parallel loop may run another task that asks this object. */
  private static <K, V> V cached(Map<K, V> known, K key, Function<K, V> compute) {
    V value = known.get(key);
    if (value == null) {
      value = compute.apply(key);
      known.put(key, value);
    }
    return value;
  }

  private Graph graph(String wanted) {
    if (graph == null) {
      throw new IllegalArgumentException(
          "features were given for " + wavelets.keySet() + ", got a request for " + wanted);
    }
    return graph;
  }
}
