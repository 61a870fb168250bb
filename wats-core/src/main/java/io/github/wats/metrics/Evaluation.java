package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The metrics of some nodes with everything that reports show beside them.
 *
 * @param nodes the number of nodes with a known label, at least 1
 * @param values of the metrics; {@link Metric#DEGREE_ECE} is absent without degrees
 * @param noiseFloors the expected value for a perfectly calibrated model on these nodes, for
 *     metrics that are above 0 by chance alone
 * @param calibrationTest of the hypothesis that the model is perfectly calibrated; empty without
 *     noise floors, and of dependent outcomes
 * @param intervals 95 % bootstrap intervals of accuracy, losses, errors of binned gaps and AURC;
 *     each contains its value
 * @param reliability the bins of {@link Metric#ECE}
 * @param histogram finer bins with a smooth curve, for figures; may be empty
 * @param degrees by ranges of degrees, empty without degrees
 * @param coverage the accuracy-coverage curve, by ascending coverage
 * @param temperatures by degree, if the calibrator has temperatures
 */
public record Evaluation(
    long nodes,
    Map<Metric, Double> values,
    Map<Metric, Double> noiseFloors,
    Optional<CalibrationTest> calibrationTest,
    Map<Metric, Interval> intervals,
    ReliabilityBins reliability,
    ReliabilityBins histogram,
    Optional<DegreeBins> degrees,
    List<CoveragePoint> coverage,
    Optional<Trend> temperatures) {
  public Evaluation {
    values = copy(values);
    noiseFloors = copy(noiseFloors);
    intervals = copy(intervals);
    coverage = List.copyOf(coverage);
  }

  private static <T> Map<Metric, T> copy(Map<Metric, T> map) {
    Map<Metric, T> copy = new EnumMap<>(Metric.class);
    copy.putAll(map);
    return Collections.unmodifiableMap(copy);
  }

  /**
   * What to compute: one of the constants, changed by name, such as {@code DEFAULT.withBins(15)}.
   *
   * @param bins of calibration errors
   * @param histogramBins of the distribution of confidences, 0 for none
   * @param floorResamples of the labels for noise floors, 0 for none
   * @param intervalResamples of the nodes for bootstrap intervals, 0 for none
   * @param coveragePoints of the accuracy-coverage curve, 0 for none
   * @param seed of the resamples
   */
  public record Options(
      int bins,
      int histogramBins,
      int floorResamples,
      int intervalResamples,
      int coveragePoints,
      long seed) {
    /** A resample of the labels costs nodes × classes; this is the limit of their sum. */
    private static final long FLOOR_WORK = 200_000_000;

    private static final int MIN_RESAMPLES = 20;
    private static final int MAX_RESAMPLES = 1_000_000;
    private static final int MAX_BINS = 1_000;

    /** Metrics and bins only, no resamples; 10 bins as in the paper's tables. */
    public static final Options METRICS = new Options(10, 0, 0, 0, 0, 0);

    /** With noise floors. */
    public static final Options DEFAULT = METRICS.withFloorResamples(1000);

    /** With intervals and everything that a report shows: the same numbers wherever they stand. */
    public static final Options REPORT = new Options(10, 20, 1000, Bootstrap.RESAMPLES, 50, 0);

    public Options {
      Check.argument(
          bins >= 1 && bins <= MAX_BINS, "bins must be in 1 … %d, got %d", MAX_BINS, bins);
      Check.argument(
          Math.max(floorResamples, intervalResamples) <= MAX_RESAMPLES,
          "resamples must be at most %d, got %d and %d",
          MAX_RESAMPLES,
          floorResamples,
          intervalResamples);
    }

    public Options withBins(int n) {
      return new Options(n, histogramBins, floorResamples, intervalResamples, coveragePoints, seed);
    }

    public Options withHistogramBins(int n) {
      return new Options(bins, n, floorResamples, intervalResamples, coveragePoints, seed);
    }

    public Options withFloorResamples(int n) {
      return new Options(bins, histogramBins, n, intervalResamples, coveragePoints, seed);
    }

    public Options withIntervalResamples(int n) {
      return new Options(bins, histogramBins, floorResamples, n, coveragePoints, seed);
    }

    public Options withCoveragePoints(int n) {
      return new Options(bins, histogramBins, floorResamples, intervalResamples, n, seed);
    }

    public Options withSeed(long s) {
      return new Options(bins, histogramBins, floorResamples, intervalResamples, coveragePoints, s);
    }

    /** Fewer on many nodes, where a resample varies less. */
    private int floorResamples(Outcomes outcomes) {
      long most = FLOOR_WORK / outcomes.size() / outcomes.classCount();
      return (int) Math.min(floorResamples, Math.max(MIN_RESAMPLES, most));
    }
  }

  /**
   * A test of perfect calibration, by labels drawn from the predicted probabilities.
   *
   * @param pValues by metric: {@code (1 + draws with a larger error) / (1 + draws)}, where draws
   *     with the same error count as larger or smaller at random, so that the p-value of a
   *     perfectly calibrated model is uniform
   */
  public record CalibrationTest(Map<Metric, Double> pValues, int draws) {
    public CalibrationTest {
      pValues = copy(pValues);
    }

    /** The p-value of {@link Metric#ECE}. */
    public double pValue() {
      return pValues.getOrDefault(Metric.ECE, Double.NaN);
    }

    /** For JSON. */
    public Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("pValue", pValue());
      fields.put("pValues", Metric.byKey(pValues));
      fields.put("draws", draws);
      return fields;
    }
  }

  /** A confidence interval. */
  public record Interval(double low, double high, double level) {
    /** The 97.5 % quantile of the standard normal distribution. */
    private static final double Z = 1.959963984540054;

    /**
     * The 95 % score interval of {@code proportion} of {@code count} (Wilson, JASA 1927): {@code (p
     * + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)}. It stays within 0 … 1 and does not collapse
     * at 0 and 1.
     */
    public static Interval ofProportion(double proportion, int count) {
      double z2 = Z * Z / count;
      double center = proportion + z2 / 2;
      double half = Math.sqrt(z2 * proportion * (1 - proportion) + z2 * z2 / 4);
      return new Interval(
          proportion == 0 ? 0 : Math.max(0, (center - half) / (1 + z2)),
          proportion == 1 ? 1 : Math.min(1, (center + half) / (1 + z2)),
          Bootstrap.LEVEL);
    }
  }

  /**
   * A point of the accuracy-coverage curve (El-Yaniv, Wiener, JMLR 2010).
   *
   * @param coverage the fraction of the nodes, the most confident ones
   * @param accuracy among them
   */
  public record CoveragePoint(double coverage, double accuracy) {}

  /** Statistics of a number of each node, by ranges of degrees. */
  public record Trend(List<Bin> bins) {
    /** The smallest and largest degree of a bin; mean, 10 % and 90 % quantile of its numbers. */
    public record Bin(double from, double to, int count, double mean, double low, double high) {}

    public Trend {
      bins = List.copyOf(bins);
    }

    /** The trend over the degree of {@code ofNode}, one value for every node of the graph. */
    public static Trend byDegree(Outcomes outcomes, double[] ofNode) {
      double[] values = new double[outcomes.size()];
      Arrays.setAll(values, k -> ofNode[outcomes.node(k)]);
      return byDegree(outcomes::degree, values);
    }

    /** A bin for each range of degrees that holds values: 1, 2, 3–4, 5–8 and so on. */
    public static Trend byDegree(IntUnaryOperator degreeOf, double[] values) {
      Map<Integer, List<Integer>> ranges =
          IntStream.range(0, values.length)
              .boxed()
              .collect(
                  Collectors.groupingBy(
                      k -> DegreeBins.range(degreeOf.applyAsInt(k)),
                      TreeMap::new,
                      Collectors.toList()));
      return new Trend(
          ranges.values().stream().map(places -> bin(places, degreeOf, values)).toList());
    }

    private static Bin bin(List<Integer> places, IntUnaryOperator degreeOf, double[] values) {
      IntSummaryStatistics degrees =
          places.stream().mapToInt(degreeOf::applyAsInt).summaryStatistics();
      double[] sorted = places.stream().mapToDouble(k -> values[k]).sorted().toArray();
      return new Bin(
          degrees.getMin(),
          degrees.getMax(),
          sorted.length,
          Arrays.stream(sorted).sum() / sorted.length,
          Bootstrap.quantile(sorted, 0.1),
          Bootstrap.quantile(sorted, 0.9));
    }
  }

  /** Evaluates outcomes; empty if there are none. */
  public static Optional<Evaluation> of(Outcomes outcomes, Options options) {
    if (outcomes.isEmpty()) {
      return Optional.empty();
    }
    int bins = options.bins;
    Map<Metric, Double> values = new EnumMap<>(MetricSums.of(outcomes, bins).evaluation().values);
    values.keySet().removeIf(metric -> metric.needsAllClasses() && !outcomes.hasAllClasses());
    List<Metric> noisy = Arrays.stream(Metric.values()).filter(Metric::hasNoiseFloor).toList();
    Arrays.stream(Metric.values())
        .filter(metric -> metric.hasNoiseFloor() || metric.needsAllOutcomes())
        .forEach(metric -> metric.of(outcomes, bins).ifPresent(v -> values.put(metric, v)));
    int draws = options.floorResamples(outcomes);
    Map<Metric, Resampling.Noise> noise =
        new Resampling(noisy, outcomes, bins, options.seed).noise(draws);
    Map<Metric, Double> floors = new EnumMap<>(Metric.class);
    Map<Metric, Double> pValues = new EnumMap<>(Metric.class);
    noise.forEach((metric, drawn) -> floors.put(metric, drawn.floor()));
    noise.forEach((metric, drawn) -> pValues.put(metric, drawn.pValue()));
    Map<Metric, Interval> intervals = new EnumMap<>(Metric.class);
    if (options.intervalResamples > 0) {
      List<Bootstrap> ranged =
          Arrays.stream(Metric.values())
              .filter(metric -> metric.hasInterval() && values.containsKey(metric))
              .map(one -> Bootstrap.of(one, List.of(outcomes), bins, options.intervalResamples))
              .toList();
      Bootstrap.draw(ranged, outcomes, options.seed);
      ranged.forEach(one -> intervals.put(one.metric(), one.interval()));
    }
    return Optional.of(
        new Evaluation(
            outcomes.size(),
            values,
            floors,
            noise.isEmpty() || !outcomes.areIndependent()
                ? Optional.empty()
                : Optional.of(new CalibrationTest(pValues, draws)),
            intervals,
            ReliabilityBins.of(outcomes, bins),
            options.histogramBins == 0
                ? ReliabilityBins.NONE
                : ReliabilityBins.withCurve(outcomes, options.histogramBins),
            outcomes.hasDegrees() ? Optional.of(DegreeBins.ofRanges(outcomes)) : Optional.empty(),
            coverage(outcomes, options.coveragePoints),
            Optional.empty()));
  }

  /** Metrics and noise floors only, such as stored results. */
  public static Evaluation ofValues(
      long nodes, Map<Metric, Double> values, Map<Metric, Double> noiseFloors) {
    return new Evaluation(
        nodes,
        values,
        noiseFloors,
        Optional.empty(),
        Map.of(),
        ReliabilityBins.NONE,
        ReliabilityBins.NONE,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  /**
   * Coverages 1/count, 2/count, …, 1, each rounded up to whole outcomes. Equal confidences keep the
   * order of the outcomes.
   */
  static List<CoveragePoint> coverage(Outcomes outcomes, int count) {
    int n = outcomes.size();
    int[] order = RankedOutcomes.byFallingConfidence(outcomes);
    List<CoveragePoint> points = new ArrayList<>();
    int hits = 0;
    int taken = 0;
    for (int p = 1; p <= count; p++) {
      int until = (int) (((long) p * n + count - 1) / count);
      while (taken < until) {
        hits += outcomes.isCorrect(order[taken++]) ? 1 : 0;
      }
      points.add(new CoveragePoint((double) taken / n, (double) hits / taken));
    }
    return points;
  }

  /** The value of a metric, NaN if absent. */
  public double value(Metric metric) {
    return values.getOrDefault(metric, Double.NaN);
  }

  /** The noise floor of a metric, NaN if absent. */
  public double noiseFloor(Metric metric) {
    return noiseFloors.getOrDefault(metric, Double.NaN);
  }

  /** The mean confidence of all nodes. */
  public double meanConfidence() {
    return value(Metric.ACCURACY) + reliability.overconfidence();
  }

  /** The metrics by key and {@code nodes}, for JSON. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>(Metric.byKey(values));
    fields.put("nodes", nodes);
    return fields;
  }

  /** What reliability, degree and risk-coverage diagrams draw, for JSON. */
  public Map<String, Object> curves() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("reliability", reliability.bins());
    degrees.ifPresent(bins -> fields.put("degreeBins", bins.fields()));
    fields.put("coverage", coverage);
    return fields;
  }

  /** All of these outcomes, evaluated with these options, for JSON. */
  public Map<String, Object> fields(Outcomes outcomes, Options options, List<Slice> classes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bins", options.bins);
    fields.put("seed", options.seed);
    fields.put("metrics", fields());
    fields.put("noiseFloor", Metric.byKey(noiseFloors));
    calibrationTest.ifPresent(test -> fields.put("calibrationTest", test.fields()));
    fields.put("intervals", Metric.byKey(intervals));
    fields.putAll(curves());
    if (outcomes.hasDegrees()) { // the bins of the error
      fields.put("degreeBins", DegreeBins.of(outcomes, options.bins).fields());
    }
    fields.put("classGaps", classes.stream().map(Slice::fields).toList());
    return fields;
  }

  /** The same evaluation with a trend of temperatures. */
  public Evaluation withTemperatures(Optional<Trend> trend) {
    return with(calibrationTest, trend);
  }

  /** The same evaluation without the test of calibration, which records do not hold. */
  public Evaluation withoutCalibrationTest() {
    return with(Optional.empty(), temperatures);
  }

  private Evaluation with(Optional<CalibrationTest> test, Optional<Trend> trend) {
    return new Evaluation(
        nodes,
        values,
        noiseFloors,
        test,
        intervals,
        reliability,
        histogram,
        degrees,
        coverage,
        trend);
  }
}
