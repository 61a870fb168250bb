package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The features that a method computes for each node from the graph: wavelets, or some of degree,
 * betweenness and clustering, which replace them in the paper's ablation.
 *
 * @param kinds in the order of their columns; empty for wavelets
 */
public record NodeFeatures(List<Kind> kinds) implements Serializable {
  private static final String WAVELET_TEXT = "wavelet";

  public static final NodeFeatures WAVELET = new NodeFeatures(List.of());

  /** One column. */
  public enum Kind {
    /** {@code ln(1 + d)}. */
    DEGREE,
    /** Betweenness centrality: the fraction of shortest paths that pass through a node. */
    BETWEENNESS,
    /** Clustering coefficient: the fraction of a node's pairs of neighbors that are adjacent. */
    CLUSTERING;

    /** As in {@link NodeFeatures#parse}, and the name of its column. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The values of all nodes (n). */
    double[] of(Graph graph, int pivots, long seed) {
      return switch (this) {
        case DEGREE -> DegreeTable.perNode(graph, StrictMath::log1p);
        case BETWEENNESS -> Betweenness.of(graph, pivots, seed);
        case CLUSTERING -> Clustering.of(graph);
      };
    }
  }

  public NodeFeatures {
    kinds = List.copyOf(kinds);
    Check.argument(
        new HashSet<>(kinds).size() == kinds.size(), "features must be distinct, got %s", kinds);
  }

  public static NodeFeatures of(Kind... kinds) {
    return new NodeFeatures(List.of(kinds));
  }

  /** Reads {@code wavelet}, or kinds joined by +, such as {@code degree+betweenness}. */
  public static NodeFeatures parse(String text) {
    if (text.trim().equalsIgnoreCase(WAVELET_TEXT)) {
      return WAVELET;
    }
    List<Kind> kinds = new ArrayList<>();
    for (String part : text.split("\\+", -1)) {
      try {
        kinds.add(Kind.valueOf(part.trim().toUpperCase(Locale.ROOT)));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "features must be wavelet, or some of degree, betweenness, clustering joined by +, got"
                + " '%s' in '%s'".formatted(part, text),
            e);
      }
    }
    return new NodeFeatures(kinds);
  }

  /**
   * Computes these features of a graph; they must not be wavelets.
   *
   * @param pivots the number of sampled source nodes for betweenness; empty for all nodes, or 100
   *     on large graphs
   * @param seed of the sample
   */
  public FeatureTable of(Graph graph, OptionalInt pivots, long seed) {
    Check.argument(!isWavelet(), "features must not be wavelets, got %s", this);
    int sources = pivots.orElseGet(() -> Betweenness.pivots(graph));
    return table(graph, kind -> kind.of(graph, sources, seed));
  }

  /** The columns of these kinds side by side. */
  FeatureTable table(Graph graph, Function<Kind, double[]> column) {
    return new FeatureTable(
        graph.nodeCount(), names(), kinds.stream().map(column).toArray(double[][]::new));
  }

  /** The names of the columns of these kinds. */
  List<String> names() {
    return kinds.stream().map(Kind::text).toList();
  }

  /** The number of columns, where wavelets have these settings. */
  public long columnCount(WaveletSettings wavelets) {
    return isWavelet() ? (wavelets.k() + 1L) * wavelets.s().size() : kinds.size();
  }

  public boolean isWavelet() {
    return kinds.isEmpty();
  }

  @Override
  public String toString() {
    return isWavelet()
        ? WAVELET_TEXT
        : kinds.stream().map(Kind::text).collect(Collectors.joining("+"));
  }
}
