package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * Which structural features a method computes for each node: wavelets, or some of degree,
 * betweenness and clustering, which the paper's ablation puts in their place.
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
    /** The share of shortest paths that pass through a node. */
    BETWEENNESS,
    /** The share of a node's pairs of neighbors that are neighbors themselves. */
    CLUSTERING;

    /** As in {@link NodeFeatures#parse}, and the name of its column. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public NodeFeatures {
    kinds = List.copyOf(kinds);
    Check.argument(
        new HashSet<>(kinds).size() == kinds.size(),
        "features must be named once each, got %s",
        kinds);
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
      String name = part.trim().toLowerCase(Locale.ROOT);
      kinds.add(
          Arrays.stream(Kind.values())
              .filter(kind -> kind.text().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "features must be wavelet, or some of degree, betweenness, clustering"
                              + " joined by +, got "
                              + text)));
    }
    return new NodeFeatures(kinds);
  }

  /**
   * Computes these features, which must not be wavelets, of one graph.
   *
   * @param pivots from how many sampled nodes betweenness is estimated; empty for all, or 100 on
   *     large graphs
   * @param seed of the sample
   */
  public FeatureTable of(Graph graph, OptionalInt pivots, long seed) {
    Check.argument(!isWavelet(), "features must be structural, got %s", this);
    return StructuralFeatures.of(
        graph, kinds, pivots.orElseGet(() -> StructuralFeatures.pivots(graph)), seed);
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
