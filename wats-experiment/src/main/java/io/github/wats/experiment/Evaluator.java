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

  private final int[] nodes; // (t) test nodes whose label is known
  private final Labels labels; // (t)
  private final int[] degrees; // (t)

  /**
   * @param test the test nodes; those of equal degree are binned in this order
   */
  Evaluator(Graph graph, Labels labels, int[] test) {
    this.nodes = Arrays.stream(test).filter(labels::isKnown).toArray();
    this.labels = Labels.of(labels.classCount(), Arrays.stream(nodes).map(labels::get).toArray());
    this.degrees = Arrays.stream(nodes).map(graph::degree).toArray();
  }

  /**
   * All numbers of one fit.
   *
   * @param temperatures of all nodes, where the method has them
   * @param seed of the noise floor
   */
  Evaluation evaluate(Probabilities predicted, Optional<double[]> temperatures, long seed) {
    Outcomes outcomes = Outcomes.of(select(predicted), labels).withDegrees(degrees);
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

  private Probabilities select(Probabilities predicted) {
    int classes = predicted.classCount();
    double[] rows = new double[nodes.length * classes];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = predicted.get(nodes[k / classes], k % classes);
    }
    return Probabilities.of(nodes.length, classes, rows);
  }

  /** In the bins of the degree-binned error. */
  private List<Trend.Bin> byDegree(double[] temperatures) {
    double[] degree = Arrays.stream(degrees).asDoubleStream().toArray();
    double[] temperature = Arrays.stream(nodes).mapToDouble(i -> temperatures[i]).toArray();
    return Trend.of(degree, temperature, BINS).bins();
  }
}
