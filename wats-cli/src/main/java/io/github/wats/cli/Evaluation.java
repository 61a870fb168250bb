package io.github.wats.cli;

import io.github.wats.graph.Graph;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.MetricSet;
import io.github.wats.metrics.Metrics;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.metrics.Resampling;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Probabilities judged on some nodes: what {@code calibrate} and {@code evaluate} print. */
record Evaluation(Outcomes outcomes, int bins, long seed) {
  /** Draws for a noise floor cost nodes × classes each; about this many in all. */
  private static final long RESAMPLING_WORK = 200_000_000;

  /**
   * The outcomes of those of {@code nodes} whose label is known; degrees where there is a graph.
   */
  static Evaluation of(
      Probabilities probabilities,
      Labels labels,
      NodeSet nodes,
      Optional<Graph> graph,
      int bins,
      long seed) {
    Outcomes outcomes = Outcomes.of(probabilities, labels, nodes);
    return new Evaluation(
        graph.map(known -> outcomes.withDegrees(degrees(known))).orElse(outcomes), bins, seed);
  }

  private static int[] degrees(Graph graph) {
    int[] degrees = new int[graph.nodeCount()];
    Arrays.setAll(degrees, graph::degree);
    return degrees;
  }

  /** All metrics, or empty where no node can be judged. */
  Optional<MetricSet> metrics() {
    return MetricSet.of(outcomes, bins);
  }

  /** What a perfectly calibrated model would score on the same nodes, by metric. */
  Map<String, Double> noiseFloor() {
    long size = Math.max(1, (long) outcomes.size() * outcomes.classCount());
    int resamples =
        (int) Math.max(20, Math.min(Resampling.DEFAULT_RESAMPLES, RESAMPLING_WORK / size));
    Map<String, Double> floors = new LinkedHashMap<>();
    for (Metric metric :
        List.of(Metrics.ece(bins), Metrics.degreeEce(bins), Metrics.equalMassEce(bins))) {
      Resampling.noiseFloor(metric, outcomes, resamples, seed)
          .ifPresent(value -> floors.put(metric.name(), value));
    }
    return floors;
  }

  ReliabilityBins reliability() {
    return ReliabilityBins.of(outcomes, bins);
  }

  Optional<DegreeBins> degreeBins() {
    return outcomes.hasDegrees() ? Optional.of(DegreeBins.of(outcomes, bins)) : Optional.empty();
  }

  /** Metrics for {@code --json}: what is not defined is absent. */
  static Map<String, Object> fields(MetricSet metrics) {
    Map<String, Object> fields = new LinkedHashMap<>(metrics.asMap());
    fields.put("nodes", metrics.nodes());
    return fields;
  }
}
