package io.github.wats.experiment;

import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.MetricSet;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.metrics.RiskCoverage;
import io.github.wats.metrics.Trend;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured on the test nodes of one fit.
 *
 * @param nodes how many test nodes with a known label
 * @param metrics values by the names of {@link MetricSet#asMap}
 * @param floors what a perfectly calibrated model would score, by metric; only calibration errors
 *     have one
 * @param reliability bins by confidence
 * @param degreeBins bins by degree
 * @param coverage how accurate the most confident nodes are
 * @param temperatures by degree; empty for methods without temperatures
 */
public record Evaluation(
    int nodes,
    Map<String, Double> metrics,
    Map<String, Double> floors,
    List<ReliabilityBins.Bin> reliability,
    List<DegreeBins.Bin> degreeBins,
    List<RiskCoverage.Point> coverage,
    List<Trend.Bin> temperatures) {
  public Evaluation {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    floors = Collections.unmodifiableMap(new LinkedHashMap<>(floors));
    reliability = List.copyOf(reliability);
    degreeBins = List.copyOf(degreeBins);
    coverage = List.copyOf(coverage);
    temperatures = List.copyOf(temperatures);
  }

  /** These numbers without what only figures need. */
  public Evaluation withoutFigures() {
    return new Evaluation(nodes, metrics, floors, List.of(), List.of(), List.of(), List.of());
  }
}
