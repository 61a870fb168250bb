package io.github.wats.experiment;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.MetricSet;
import io.github.wats.metrics.Metrics;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.metrics.Resampling;
import io.github.wats.metrics.RiskCoverage;
import io.github.wats.metrics.Trend;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures probabilities on the test nodes: metrics, floors, and the numbers behind figures. */
final class Evaluator {
  private static final int BINS = MetricSet.DEFAULT_BINS;
  private static final int COVERAGE_POINTS = 20;

  /** The floor's standard error is then a seventh of one run's spread, less over several runs. */
  private static final int FLOOR_RESAMPLES = 50;

  private final Labels labels;
  private final NodeSet test;
  private final int[] degrees; // (n)

  Evaluator(Graph graph, Labels labels, NodeSet test) {
    this.labels = labels;
    this.test = test.withKnownLabel(labels);
    this.degrees = new int[graph.nodeCount()];
    Arrays.setAll(degrees, graph::degree);
  }

  /**
   * All numbers of one fit.
   *
   * @param temperatures of all nodes, where the method has them
   * @param seed of the noise floor
   */
  Evaluation evaluate(Probabilities predicted, Optional<double[]> temperatures, long seed) {
    Outcomes outcomes = Outcomes.of(predicted, labels, test).withDegrees(degrees);
    MetricSet metrics =
        MetricSet.of(outcomes)
            .orElseThrow(
                () -> new IllegalArgumentException("no test node has a known label to measure on"));
    return new Evaluation(
        metrics.nodes(),
        metrics.asMap(),
        floors(outcomes, seed),
        ReliabilityBins.of(outcomes, BINS).bins(),
        DegreeBins.of(outcomes, BINS).bins(),
        RiskCoverage.of(outcomes, COVERAGE_POINTS).points(),
        temperatures.map(this::byDegree).orElse(List.of()));
  }

  private static Map<String, Double> floors(Outcomes outcomes, long seed) {
    Map<String, Double> floors = new LinkedHashMap<>();
    for (Metric metric : List.of(Metrics.ece(BINS), Metrics.degreeEce(BINS))) {
      Resampling.noiseFloor(metric, outcomes, FLOOR_RESAMPLES, Seeds.derive(seed, metric.name()))
          .ifPresent(floor -> floors.put(metric.name(), floor));
    }
    return floors;
  }

  /** In the bins of the degree-binned error. */
  private List<Trend.Bin> byDegree(double[] temperatures) {
    double[] degree = new double[test.size()];
    double[] temperature = new double[test.size()];
    for (int k = 0; k < degree.length; k++) {
      degree[k] = degrees[test.get(k)];
      temperature[k] = temperatures[test.get(k)];
    }
    return Trend.of(degree, temperature, BINS).bins();
  }
}
