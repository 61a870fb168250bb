package io.github.wats.experiment;

import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.features.ChebyshevTerms;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.NodeFeatures.Kind;
import io.github.wats.features.StructuralFeatures;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings.Signal;
import io.github.wats.graph.Graph;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The node features of one graph for many fits of WATS: Chebyshev terms do not depend on s, and
 * those of a high order hold those of every lower one, so a sweep computes them once; betweenness
 * and clustering are computed once for all feature sets of an ablation.
 */
final class FeatureStore {
  private final Graph graph;
  private final int mostOrder;
  private final Set<Kind> kinds = new TreeSet<>();
  private final Map<Signal, ChebyshevTerms> terms = new EnumMap<>(Signal.class);
  private @Nullable FeatureTable structure;

  /** Prepares for the WATS variants among those of {@code plan}. */
  FeatureStore(Graph graph, Plan plan, String dataset) {
    this.graph = graph;
    int order = 1;
    for (Variant variant : plan.variants()) {
      if (Trial.calibrator(plan, variant, dataset) instanceof Wats wats) {
        order = Math.max(order, wats.wavelets().order());
        if (!wats.features().isWavelet()) {
          kinds.addAll(wats.features().kinds());
        }
      }
    }
    this.mostOrder = order;
  }

  /** What {@code recipe.featuresOf(graph)} gives. */
  FeatureTable of(Wats recipe) {
    if (recipe.features().isWavelet()) {
      return WaveletFeatures.of(terms(recipe.wavelets().signal()), recipe.wavelets());
    }
    List<String> names = recipe.features().kinds().stream().map(Kind::text).toList();
    return structure().select(names);
  }

  private synchronized ChebyshevTerms terms(Signal signal) {
    return terms.computeIfAbsent(signal, key -> ChebyshevTerms.of(graph, key, mostOrder));
  }

  private synchronized FeatureTable structure() {
    if (structure == null) {
      structure = StructuralFeatures.of(graph, List.copyOf(kinds), 0);
    }
    return structure;
  }
}
