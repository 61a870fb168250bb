package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Formula.ClasswiseGap;
import io.github.wats.metrics.Formula.Gap;
import io.github.wats.metrics.Formula.Mean;
import io.github.wats.metrics.Formula.Summary;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The sums behind the metrics, one outcome at a time. */
final class MetricSums implements Evaluation.Sums {
  private static final long serialVersionUID = 1L;
  private static final Metric[] METRICS = Metric.values();

  private final double[] edges; // (M + 1)
  private long count;
  private final double[] means = new double[METRICS.length]; // sums of the metrics that are means
  private final long[] counts; // (M) outcomes whose confidence is in the bin
  private final double[] excess; // (M) Σ (confidence − [correct])
  private final double[] variance; // (M) Σ confidence (1 − confidence)
  private double[] classExcess = {}; // (C × M) Σ (probability − [label is the class])
  private final EnumMap<Metric, double[]> ordered = new EnumMap<>(Metric.class); // gap, its floor

  MetricSums(int bins) {
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    edges = Binning.edges(bins);
    counts = new long[bins];
    excess = new double[bins];
    variance = new double[bins];
  }

  @Override
  public MetricSums add(double[] probabilities, int label) {
    Check.index(label, probabilities.length, "label");
    grow(probabilities.length);
    int bins = counts.length;
    int predicted = 0;
    for (int c = 0; c < probabilities.length; c++) {
      double p = probabilities[c];
      predicted = p > probabilities[predicted] ? c : predicted;
      classExcess[c * bins + Binning.equalWidth(p, edges)] += label == c ? p - 1 : p;
    }
    for (int m = 0; m < METRICS.length; m++) {
      if (METRICS[m].formula() instanceof Mean mean) {
        means[m] = mean.term().add(means[m], probabilities, label, predicted);
      }
    }
    double confidence = probabilities[predicted];
    int bin = Binning.equalWidth(confidence, edges);
    count++;
    counts[bin]++;
    excess[bin] += predicted == label ? confidence - 1 : confidence;
    variance[bin] += confidence * (1 - confidence);
    return this;
  }

  @Override
  public MetricSums add(Evaluation.Sums sums) {
    MetricSums other = (MetricSums) sums;
    Check.argument(
        other.counts.length == counts.length,
        "bins must be the same, got %d and %d",
        counts.length,
        other.counts.length);
    if (other.count == 0) {
      return this;
    }
    grow(other.classExcess.length / counts.length);
    count += other.count;
    Arrays.setAll(counts, b -> counts[b] + other.counts[b]);
    addTo(means, other.means);
    addTo(excess, other.excess);
    addTo(variance, other.variance);
    addTo(classExcess, other.classExcess);
    return this;
  }

  private static void addTo(double[] sums, double[] others) {
    Arrays.setAll(sums, k -> sums[k] + others[k]);
  }

  private void grow(int classes) {
    int size = Math.multiplyExact(classes, counts.length);
    if (count == 0) {
      classExcess = new double[size];
    }
    Check.argument(
        classExcess.length == size,
        "all outcomes must have the same classes, got %d and %d",
        classExcess.length / counts.length,
        classes);
  }

  @Override
  public long count() {
    return count;
  }

  @Override
  public int bin(Metric metric, long place) {
    if (metric.formula() instanceof Gap gap && metric.order() != Metric.Order.NONE) {
      return gap.binning().ofPlace(place, count, counts.length);
    }
    throw new IllegalArgumentException(metric + " has no bins of ordered outcomes");
  }

  @Override
  public void addBin(Metric metric, double binExcess, double binVariance) {
    double[] sums = ordered.computeIfAbsent(metric, unused -> new double[2]);
    sums[0] += Math.abs(binExcess);
    sums[1] += meanSize(binVariance);
  }

  @Override
  public Evaluation evaluation() {
    Check.argument(count > 0, "there must be at least one outcome, got none");
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    Map<Metric, Double> floors = new EnumMap<>(Metric.class);
    for (Metric metric : METRICS) {
      if (metric.formula() instanceof Mean) {
        values.put(metric, means[metric.ordinal()] / count);
      } else if (metric.formula() instanceof ClasswiseGap) {
        int classes = classExcess.length / counts.length;
        values.put(metric, ClasswiseGap.mean(classExcess, count, classes));
      } else if (metric.formula() instanceof Gap gap && gap.summary() == Summary.LARGEST) {
        values.put(metric, largestGap());
      } else if (metric.order() == Metric.Order.NONE) {
        values.put(metric, Arrays.stream(excess).map(Math::abs).sum() / count);
        floors.put(metric, Arrays.stream(variance).map(MetricSums::meanSize).sum() / count);
      }
    }
    ordered.forEach(
        (metric, sums) -> {
          values.put(metric, sums[0] / count);
          floors.put(metric, sums[1] / count);
        });
    return Evaluation.ofValues(count, values, floors);
  }

  private double largestGap() {
    double largest = 0;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        largest = Math.max(largest, Math.abs(excess[b]) / counts[b]);
      }
    }
    return largest;
  }

  /**
   * The mean of |Σ (confidence − [correct])| over a bin where every confidence is the probability
   * of a correct prediction: what {@link Resampling} finds by drawing labels. The sum is taken as
   * normal with variance {@code v = Σ confidence (1 − confidence)}; its mean size is {@code √(2 v /
   * π)}.
   */
  private static double meanSize(double binVariance) {
    return Math.sqrt(2 / Math.PI * Math.max(0, binVariance));
  }
}
