package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All that is measured on some nodes: what commands print, files keep and reports draw.
 *
 * @param nodes how many nodes with a known label, at least 1
 * @param values of the metrics; {@link Metric#DEGREE_ECE} is absent without degrees
 * @param noiseFloors what a perfectly calibrated model would score on these nodes, of errors that
 *     are above 0 by chance alone
 * @param intervals 95 % bootstrap intervals of the same errors; that of a small error may lie above
 *     its value
 * @param reliability the bins of {@link Metric#ECE}
 * @param histogram finer bins, for the distribution of confidences; may be empty
 * @param degrees the bins of {@link Metric#DEGREE_ECE}, empty without degrees
 * @param coverage how accurate the most confident nodes are, by rising share
 * @param temperatures by degree, where a calibrator has temperatures
 */
public record Evaluation(
    long nodes,
    Map<Metric, Double> values,
    Map<Metric, Double> noiseFloors,
    Map<Metric, Interval> intervals,
    ReliabilityBins reliability,
    ReliabilityBins histogram,
    Optional<DegreeBins> degrees,
    List<CoveragePoint> coverage,
    Optional<Trend> temperatures) {
  private static final double LEVEL = 0.95;

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
   * What to measure.
   *
   * @param bins of every error that has some; 10 in the paper's tables
   * @param histogramBins of the distribution of confidences, 0 for none
   * @param floorResamples draws of labels for noise floors, 0 for none
   * @param intervalResamples draws of nodes for intervals, 0 for none
   * @param coveragePoints 0 for none
   * @param seed of the draws
   */
  public record Options(
      int bins,
      int histogramBins,
      int floorResamples,
      int intervalResamples,
      int coveragePoints,
      long seed) {
    /** A draw costs nodes × classes; about this many in all. */
    private static final long RESAMPLING_WORK = 200_000_000;

    private static final int FEWEST_RESAMPLES = 20;

    /** Metrics and bins alone: no draws. */
    public static final Options METRICS = new Options(10, 0, 0, 0, 0, 0);

    /** With noise floors to two digits. */
    public static final Options DEFAULT = new Options(10, 0, 1000, 0, 0, 0);

    /** With all that a report shows. */
    public static final Options REPORT = new Options(10, 20, 1000, 1000, 50, 0);

    public Options {
      Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    }

    public Options withBins(int count) {
      return new Options(
          count, histogramBins, floorResamples, intervalResamples, coveragePoints, seed);
    }

    public Options withSeed(long newSeed) {
      return new Options(
          bins, histogramBins, floorResamples, intervalResamples, coveragePoints, newSeed);
    }

    /** Fewer where there are so many nodes that each draw tells as much. */
    private static int limited(int resamples, Outcomes outcomes) {
      long size = (long) outcomes.size() * outcomes.classCount();
      return (int) Math.min(resamples, Math.max(FEWEST_RESAMPLES, RESAMPLING_WORK / size));
    }
  }

  /** Values between which something lies with probability {@code level}. */
  public record Interval(double low, double high, double level) {
    /** The 97.5 % quantile of the standard normal distribution. */
    private static final double Z = 1.959963984540054;

    /**
     * The 95 % score interval of a share of {@code count} (Wilson, JASA 1927): {@code (p + z²/2n ±
     * z √(p(1−p)/n + z²/4n²)) / (1 + z²/n)}. It stays within 0 … 1 and has a width also at shares
     * of 0 and 1.
     */
    public static Interval ofShare(double share, int count) {
      double z2 = Z * Z / count;
      double center = share + z2 / 2;
      double half = Math.sqrt(z2 * share * (1 - share) + z2 * z2 / 4);
      return new Interval(
          Math.max(0, (center - half) / (1 + z2)), Math.min(1, (center + half) / (1 + z2)), LEVEL);
    }
  }

  /**
   * A point of the accuracy-coverage curve (El-Yaniv, Wiener, JMLR 2010).
   *
   * @param share the most confident share of the nodes
   * @param accuracy among them
   */
  public record CoveragePoint(double share, double accuracy) {}

  /** How one number of nodes goes with another: runs of equally many nodes by rising {@code x}. */
  public record Trend(List<Bin> bins) {
    /** One run: its smallest and largest x; mean, 10 % and 90 % quantile of its y. */
    public record Bin(double from, double to, int count, double mean, double low, double high) {}

    public Trend {
      bins = List.copyOf(bins);
    }

    /** The trend of {@code ofNode}, one value for every node of the graph, over the degree. */
    public static Trend byDegree(Outcomes outcomes, double[] ofNode, int binCount) {
      double[] degrees = new double[outcomes.size()];
      double[] values = new double[outcomes.size()];
      Arrays.setAll(degrees, outcomes::degree);
      Arrays.setAll(values, k -> ofNode[outcomes.node(k)]);
      return of(degrees, values, binCount);
    }

    /** At most {@code binCount} runs of ⌈n/binCount⌉ nodes; equal x by place. */
    public static Trend of(double[] x, double[] y, int binCount) {
      Check.argument(binCount >= 1, "bins must be at least 1, got %d", binCount);
      Check.argument(
          x.length == y.length,
          "x and y must have one value per node, got %d and %d",
          x.length,
          y.length);
      int n = x.length;
      List<Integer> order =
          IntStream.range(0, n).boxed().sorted(Comparator.comparingDouble(i -> x[i])).toList();
      int run = Math.max(1, (int) ((n + (long) binCount - 1) / binCount));
      List<Bin> bins = new ArrayList<>();
      for (int start = 0; start < n; start += run) {
        List<Integer> places = order.subList(start, Math.min(n, start + run));
        double[] values = places.stream().mapToDouble(i -> y[i]).sorted().toArray();
        bins.add(
            new Bin(
                x[places.get(0)],
                x[places.get(values.length - 1)],
                values.length,
                Arrays.stream(values).sum() / values.length,
                Resampling.quantile(values, 0.1),
                Resampling.quantile(values, 0.9)));
      }
      return new Trend(bins);
    }
  }

  /**
   * Sums over outcomes that are not all in one memory. Sums of parts add up to the sums of the
   * whole. Not safe for several threads.
   */
  public static final class Sums implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Metric[] METRICS = Metric.values();

    private final double[] edges; // (M + 1)
    private final Bins bins; // (M) of equal width
    private final double[] variance; // (M) Σ confidence (1 − confidence)
    private final double[] means = new double[METRICS.length]; // sums of those that are means
    private long count;
    private double[] classExcess = {}; // (C × M) Σ (probability − [label is the class])
    private final EnumMap<Metric, double[]> ordered = new EnumMap<>(Metric.class); // gap, floor

    public Sums(int binCount) {
      bins = new Bins(binCount);
      edges = Bins.edges(binCount);
      variance = new double[binCount];
    }

    static Sums of(Outcomes outcomes, int binCount) {
      Sums sums = new Sums(binCount);
      double[] row = new double[outcomes.classCount()];
      for (int k = 0; k < outcomes.size(); k++) {
        outcomes.copyRow(k, row);
        sums.add(row, outcomes.label(k));
      }
      return sums;
    }

    /** Adds an outcome: the probability of each class, and the true one. */
    public Sums add(double[] probabilities, int label) {
      Check.index(label, probabilities.length, "label");
      grow(probabilities.length);
      int predicted = 0;
      for (int c = 0; c < probabilities.length; c++) {
        double p = probabilities[c];
        predicted = p > probabilities[predicted] ? c : predicted;
        classExcess[c * variance.length + Bins.equalWidth(p, edges)] += label == c ? p - 1 : p;
      }
      for (int m = 0; m < METRICS.length; m++) {
        if (METRICS[m].formula() instanceof Formula.Mean mean) {
          means[m] = mean.term().add(means[m], probabilities, label, predicted);
        }
      }
      double confidence = probabilities[predicted];
      int bin = Bins.equalWidth(confidence, edges);
      bins.add(bin, confidence, predicted == label);
      variance[bin] += confidence * (1 - confidence);
      count++;
      return this;
    }

    /** Adds all outcomes of another, which must have as many bins and classes. */
    public Sums add(Sums other) {
      int binCount = variance.length;
      Check.argument(
          other.variance.length == binCount,
          "bins must be the same, got %d and %d",
          binCount,
          other.variance.length);
      if (other.count > 0) {
        grow(other.classExcess.length / binCount);
        count += other.count;
        bins.addAll(other.bins);
        Bins.addTo(means, other.means);
        Bins.addTo(variance, other.variance);
        Bins.addTo(classExcess, other.classExcess);
      }
      return this;
    }

    private void grow(int classes) {
      int size = Math.multiplyExact(classes, variance.length);
      if (count == 0) {
        classExcess = new double[size];
      }
      Check.argument(
          classExcess.length == size,
          "all outcomes must have the same classes, got %d and %d",
          classExcess.length / variance.length,
          classes);
    }

    /** How many outcomes were added. */
    public long count() {
      return count;
    }

    /**
     * The bin of an outcome for a metric with an {@link Metric#order}.
     *
     * @param place 0 … {@link #count} − 1 in that order
     */
    public int bin(Metric metric, long place) {
      if (metric.formula() instanceof Formula.MeanGap gap && metric.order() != Metric.Order.NONE) {
        return Bins.ofPlace(gap.order(), place, count, variance.length);
      }
      throw new IllegalArgumentException(metric + " has no bins of ordered outcomes");
    }

    /**
     * Adds what a metric with an order needs to know of one of its bins, each bin once.
     *
     * @param excess Σ (confidence − [correct])
     * @param variance Σ confidence (1 − confidence)
     */
    public void addBin(Metric metric, double excess, double variance) {
      double[] sums = ordered.computeIfAbsent(metric, unused -> new double[2]);
      sums[0] += Math.abs(excess);
      sums[1] += meanSize(variance);
    }

    /** The metrics of at least one outcome, and noise floors by the normal approximation. */
    @SuppressWarnings("EnumOrdinal") // an array of sums that Spark sends between executors
    public Evaluation evaluation() {
      Check.argument(count > 0, "there must be at least one outcome, got none");
      Map<Metric, Double> values = new EnumMap<>(Metric.class);
      Map<Metric, Double> floors = new EnumMap<>(Metric.class);
      for (Metric metric : METRICS) {
        if (metric.formula() instanceof Formula.Mean) {
          values.put(metric, means[metric.ordinal()] / count);
        } else if (metric.formula() instanceof Formula.ClasswiseGap) {
          int classes = classExcess.length / variance.length;
          values.put(metric, Arrays.stream(classExcess).map(Math::abs).sum() / count / classes);
        } else if (metric.formula() instanceof Formula.LargestGap) {
          values.put(metric, bins.largestGap());
        } else if (metric.order() == Metric.Order.NONE) {
          values.put(metric, bins.meanGap());
          floors.put(metric, Arrays.stream(variance).map(Sums::meanSize).sum() / count);
        } else if (ordered.containsKey(metric)) {
          values.put(metric, ordered.get(metric)[0] / count);
          floors.put(metric, ordered.get(metric)[1] / count);
        }
      }
      return ofValues(count, values, floors);
    }

    /**
     * The mean of |Σ (confidence − [correct])| over a bin where every confidence is the probability
     * of a correct prediction: what {@link Resampling} finds by drawing labels. The sum is taken as
     * normal with variance {@code v = Σ confidence (1 − confidence)}; its mean size is {@code √(2 v
     * / π)}.
     */
    private static double meanSize(double variance) {
      return Math.sqrt(2 / Math.PI * Math.max(0, variance));
    }
  }

  /** Measures outcomes; empty where there are none. */
  public static Optional<Evaluation> of(Outcomes outcomes, Options options) {
    if (outcomes.isEmpty()) {
      return Optional.empty();
    }
    int bins = options.bins;
    Map<Metric, Double> values = new EnumMap<>(Sums.of(outcomes, bins).evaluation().values);
    List<Metric> noisy = Arrays.stream(Metric.values()).filter(Metric::hasNoiseFloor).toList();
    noisy.forEach(gap -> gap.of(outcomes, bins).ifPresent(value -> values.put(gap, value)));
    Resampling resampling = new Resampling(noisy, outcomes, bins, options.seed);
    return Optional.of(
        new Evaluation(
            outcomes.size(),
            values,
            resampling.noiseFloors(Options.limited(options.floorResamples, outcomes)),
            resampling.bootstrap(Options.limited(options.intervalResamples, outcomes), LEVEL),
            ReliabilityBins.of(outcomes, bins),
            options.histogramBins == 0
                ? ReliabilityBins.NONE
                : ReliabilityBins.of(outcomes, options.histogramBins),
            outcomes.hasDegrees() ? Optional.of(DegreeBins.of(outcomes, bins)) : Optional.empty(),
            coverage(outcomes, options.coveragePoints),
            Optional.empty()));
  }

  /** Metrics and noise floors alone, as records of earlier measurements have them. */
  public static Evaluation ofValues(
      long nodes, Map<Metric, Double> values, Map<Metric, Double> noiseFloors) {
    return new Evaluation(
        nodes,
        values,
        noiseFloors,
        Map.of(),
        ReliabilityBins.NONE,
        ReliabilityBins.NONE,
        Optional.empty(),
        List.of(),
        Optional.empty());
  }

  /**
   * The shares 1/count, 2/count, …, 1, each rounded up to whole outcomes. Among equal confidences
   * the order of the outcomes decides.
   */
  static List<CoveragePoint> coverage(Outcomes outcomes, int count) {
    int n = outcomes.size();
    long[] keys = new long[n]; // rise as confidences, which are above 0, fall
    Arrays.setAll(keys, k -> Long.MAX_VALUE - Double.doubleToLongBits(outcomes.confidence(k)));
    int[] order = StableOrder.of(keys);
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

  /** The value of a metric, NaN where it is absent. */
  public double value(Metric metric) {
    return values.getOrDefault(metric, Double.NaN);
  }

  /** The noise floor of a metric, NaN where it is absent. */
  public double noiseFloor(Metric metric) {
    return noiseFloors.getOrDefault(metric, Double.NaN);
  }

  /** The mean confidence of all nodes. */
  public double meanConfidence() {
    return value(Metric.ACCURACY) + reliability.overconfidence();
  }

  /** The metrics by key, and {@code nodes}: for JSON. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>(Metric.byKey(values));
    fields.put("nodes", nodes);
    return fields;
  }

  /** These numbers with a trend of temperatures. */
  public Evaluation withTemperatures(Optional<Trend> trend) {
    return new Evaluation(
        nodes, values, noiseFloors, intervals, reliability, histogram, degrees, coverage, trend);
  }
}
