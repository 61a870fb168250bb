package io.github.wats.report.figure;

import io.github.wats.internal.Check;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.MetricSet;
import io.github.wats.metrics.Metrics;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.metrics.Resampling;
import io.github.wats.metrics.RiskCoverage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was measured on the test nodes with one set of probabilities.
 *
 * @param name in sentences and legends, such as {@code before} or {@code after WATS}
 * @param nodes how many nodes
 * @param metrics values by the names of {@link MetricSet#asMap}
 * @param intervals of metrics, where known; the bootstrap of a small error lies above it, so they
 *     are drawn to reach the value
 * @param floors what a perfectly calibrated model would score on the same nodes, where known
 * @param reliability the bins of the calibration error
 * @param reliabilityRanges the whisker around the accuracy of each of them
 * @param confidences finer bins, for the distribution of confidences
 * @param degrees bins by degree, empty where degrees are not known
 * @param coverage how accurate the most confident nodes are
 * @param whiskers what whiskers in figures mean, such as {@code 95 % interval}
 */
public record Measured(
    String name,
    long nodes,
    Map<String, Double> metrics,
    Map<String, Range> intervals,
    Map<String, Double> floors,
    ReliabilityBins reliability,
    List<Range> reliabilityRanges,
    ReliabilityBins confidences,
    List<DegreePoint> degrees,
    RiskCoverage coverage,
    String whiskers) {
  /** What the whiskers of a single run are. */
  public static final String ONE_RUN = "95 % interval";

  private static final int HISTOGRAM_BINS = 20;
  private static final int COVERAGE_POINTS = 50;
  private static final double LEVEL = 0.95;

  /** Draws cost nodes × classes each; about this many in all. */
  private static final long RESAMPLING_WORK = 200_000_000;

  public Measured {
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    intervals = Collections.unmodifiableMap(new LinkedHashMap<>(intervals));
    floors = Collections.unmodifiableMap(new LinkedHashMap<>(floors));
    degrees = List.copyOf(degrees);
    reliabilityRanges = List.copyOf(reliabilityRanges);
    Check.argument(
        reliabilityRanges.size() == reliability.bins().size(),
        "there must be a range for each of %d bins, got %d",
        reliability.bins().size(),
        reliabilityRanges.size());
  }

  /**
   * Measures outcomes with the metrics of {@code io.github.wats.metrics}: every metric, intervals
   * and noise floors of the calibration errors, and all bins. Empty where there are no outcomes.
   */
  public static Optional<Measured> of(String name, Outcomes outcomes, int bins, long seed) {
    return MetricSet.of(outcomes, bins)
        .map(
            set -> {
              Map<String, Range> intervals = new LinkedHashMap<>();
              Map<String, Double> floors = new LinkedHashMap<>();
              for (Metric metric : List.of(Metrics.ece(bins), Metrics.degreeEce(bins))) {
                double value = set.asMap().getOrDefault(metric.name(), Double.NaN);
                interval(metric, outcomes, seed)
                    .ifPresent(range -> intervals.put(metric.name(), range.reaching(value)));
                floor(metric, outcomes, seed).ifPresent(low -> floors.put(metric.name(), low));
              }
              ReliabilityBins reliability = ReliabilityBins.of(outcomes, bins);
              return new Measured(
                  name,
                  set.nodes(),
                  set.asMap(),
                  intervals,
                  floors,
                  reliability,
                  intervals(reliability),
                  ReliabilityBins.of(outcomes, HISTOGRAM_BINS),
                  degrees(outcomes, bins),
                  RiskCoverage.of(outcomes, COVERAGE_POINTS),
                  ONE_RUN);
            });
  }

  /** The value of a metric, NaN where it was not measured. */
  public double metric(String metric) {
    return metrics.getOrDefault(metric, Double.NaN);
  }

  /** The mean confidence of all nodes. */
  public double meanConfidence() {
    return metric("accuracy") + reliability.overconfidence();
  }

  /** The name as the beginning of a sentence or a heading. */
  public String heading() {
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
  }

  private static List<Range> intervals(ReliabilityBins reliability) {
    return reliability.bins().stream().map(bin -> Range.of(bin.accuracyInterval())).toList();
  }

  private static Optional<Range> interval(Metric metric, Outcomes outcomes, long seed) {
    return Resampling.bootstrap(metric, outcomes, resamples(outcomes), LEVEL, seed).map(Range::of);
  }

  private static OptionalDouble floor(Metric metric, Outcomes outcomes, long seed) {
    return Resampling.noiseFloor(metric, outcomes, resamples(outcomes), seed);
  }

  /** The usual number, but fewer where there are so many nodes that each tells as much. */
  private static int resamples(Outcomes outcomes) {
    long size = (long) outcomes.size() * outcomes.classCount();
    return (int) Math.max(20, Math.min(Resampling.DEFAULT_RESAMPLES, RESAMPLING_WORK / size));
  }

  private static List<DegreePoint> degrees(Outcomes outcomes, int bins) {
    return outcomes.hasDegrees()
        ? DegreeBins.of(outcomes, bins).bins().stream().map(DegreePoint::of).toList()
        : List.of();
  }
}
