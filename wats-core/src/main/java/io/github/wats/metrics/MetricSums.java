package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The sums from which metrics are computed, for outcomes that do not fit into one memory: the sums
 * of parts add up to those of the whole. Metrics that {@link Metric#needsAllOutcomes need all
 * outcomes} are absent. Not thread-safe.
 */
public final class MetricSums implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final Metric[] METRICS = Metric.values();

  private final double[] edges; // (M + 1)
  private final Bins bins; // (M) of equal width
  private final double[] variance; // (M) Σ confidence (1 − confidence)
  private final double[] means = new double[METRICS.length]; // sums of those that are means
  private long count;
  private double[] classExcess = {}; // (C × M) Σ (probability − [label is the class])
  private final EnumMap<Metric, double[]> ordered = new EnumMap<>(Metric.class); // gap, floor

  public MetricSums(int binCount) {
    bins = new Bins(binCount);
    edges = Bins.edges(binCount);
    variance = new double[binCount];
  }

  static MetricSums of(Outcomes outcomes, int binCount) {
    MetricSums sums = new MetricSums(binCount);
    double[] row = new double[outcomes.classCount()];
    for (int k = 0; k < outcomes.size(); k++) {
      outcomes.copyRow(k, row);
      sums.add(row, outcomes.label(k), outcomes.predictedClass(k));
    }
    return sums;
  }

  /** Adds an outcome: the probability of each class and the true class. */
  public MetricSums add(double[] probabilities, int label) {
    int predicted = 0;
    for (int c = 1; c < probabilities.length; c++) {
      predicted = probabilities[c] > probabilities[predicted] ? c : predicted;
    }
    return add(probabilities, label, predicted);
  }

  private MetricSums add(double[] probabilities, int label, int predicted) {
    Check.index(label, probabilities.length, "label");
    grow(probabilities.length);
    for (int c = 0; c < probabilities.length; c++) {
      double p = probabilities[c];
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

  /** Adds all outcomes of another, which must have the same number of bins and classes. */
  public MetricSums add(MetricSums other) {
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

  /** The number of outcomes added. */
  public long count() {
    return count;
  }

  /**
   * The bin of an outcome for a metric with an {@link Metric#order}.
   *
   * @param place 0 … {@link #count} − 1 in that order
   */
  public int bin(Metric metric, long place) {
    Check.argument(
        metric.order() != Metric.Order.NONE, "%s has no bins of ordered outcomes", metric);
    return Bins.ofPlace(metric.order(), place, count, variance.length);
  }

  /**
   * Adds one bin of a metric with an order; each bin must be added once.
   *
   * @param excess Σ (confidence − [correct])
   * @param variance Σ confidence (1 − confidence)
   */
  public void addBin(Metric metric, double excess, double variance) {
    double[] sums = ordered.computeIfAbsent(metric, unused -> new double[2]);
    sums[0] += Math.abs(excess);
    sums[1] += meanSize(variance);
  }

  /** The metrics, and noise floors by the normal approximation; needs at least one outcome. */
  @SuppressWarnings("EnumOrdinal") // an array of sums that Spark sends between executors
  public Evaluation evaluation() {
    Check.argument(count > 0, "there must be at least one outcome, got none");
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    Map<Metric, Double> floors = new EnumMap<>(Metric.class);
    for (Metric metric : METRICS) {
      if (metric.formula() instanceof Formula.Mean) {
        values.put(metric, means[metric.ordinal()] / count);
      } else if (metric.formula() instanceof Formula.ClasswiseGap) {
        values.put(metric, classwiseGap());
      } else if (metric.formula() instanceof Formula.OfBins ofBins) {
        values.put(metric, ofBins.value().applyAsDouble(bins));
      } else if (metric.formula() instanceof Formula.MeanGap gap
          && gap.order() == Metric.Order.NONE) {
        values.put(metric, bins.meanGap());
        floors.put(metric, Arrays.stream(variance).map(MetricSums::meanSize).sum() / count);
      } else if (ordered.containsKey(metric)) {
        values.put(metric, ordered.get(metric)[0] / count);
        floors.put(metric, ordered.get(metric)[1] / count);
      }
    }
    return Evaluation.ofValues(count, values, floors);
  }

  double classwiseGap() {
    int classes = classExcess.length / variance.length;
    return Arrays.stream(classExcess).map(Math::abs).sum() / count / classes;
  }

  /**
   * The expectation of |Σ (confidence − [correct])| over a bin of a perfectly calibrated model,
   * which {@link Resampling} estimates by drawing labels: {@code √(2 v / π)} for a normal sum of
   * variance {@code v = Σ confidence (1 − confidence)}.
   */
  private static double meanSize(double variance) {
    return Math.sqrt(2 / Math.PI * Math.max(0, variance));
  }
}
