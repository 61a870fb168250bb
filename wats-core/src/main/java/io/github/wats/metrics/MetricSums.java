package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The sums behind those metrics of {@link Metrics} that need no order among outcomes, one outcome
 * at a time: for outcomes that are not all in one memory. Sums of parts add up to the sums of the
 * whole. Not safe for several threads.
 */
public final class MetricSums implements Serializable {
  private static final long serialVersionUID = 1L;

  private final double[] edges; // (M + 1)
  private long count;
  private long hits;
  private double nll;
  private double brier;
  private final long[] counts; // (M) outcomes whose confidence is in the bin
  private final double[] excess; // (M) Σ (confidence − [correct])
  private final double[] variance; // (M) Σ confidence (1 − confidence)
  private double[] classExcess = {}; // (C × M) Σ (probability − [label is the class])

  public MetricSums(int bins) {
    Bins.check(bins);
    edges = Bins.edges(bins);
    counts = new long[bins];
    excess = new double[bins];
    variance = new double[bins];
  }

  /** Adds an outcome: the probability of each class, and the true one. */
  public void add(double[] probabilities, int label) {
    Check.index(label, probabilities.length, "label");
    grow(probabilities.length);
    int bins = counts.length;
    int predicted = 0;
    for (int c = 0; c < probabilities.length; c++) {
      double p = probabilities[c];
      predicted = p > probabilities[predicted] ? c : predicted;
      double difference = label == c ? p - 1 : p;
      brier += difference * difference;
      classExcess[c * bins + Bins.equalWidth(p, edges)] += difference;
    }
    boolean correct = predicted == label;
    double confidence = probabilities[predicted];
    int bin = Bins.equalWidth(confidence, edges);
    count++;
    hits += correct ? 1 : 0;
    nll -= Metrics.logProbability(probabilities[label]);
    counts[bin]++;
    excess[bin] += correct ? confidence - 1 : confidence;
    variance[bin] += confidence * (1 - confidence);
  }

  /** Adds all outcomes of another, which must have as many bins and classes. */
  public MetricSums add(MetricSums other) {
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
    hits += other.hits;
    nll += other.nll;
    brier += other.brier;
    for (int b = 0; b < counts.length; b++) {
      counts[b] += other.counts[b];
      excess[b] += other.excess[b];
      variance[b] += other.variance[b];
    }
    for (int k = 0; k < classExcess.length; k++) {
      classExcess[k] += other.classExcess[k];
    }
    return this;
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

  /** How many outcomes were added; the metrics below need at least one. */
  public long count() {
    return count;
  }

  public double accuracy() {
    return (double) hits / count;
  }

  public double nll() {
    return nll / count;
  }

  public double brier() {
    return brier / count;
  }

  public double ece() {
    return Arrays.stream(excess).map(Math::abs).sum() / count;
  }

  /** What a perfectly calibrated model would score as {@link #ece()}; see {@link #noiseFloor}. */
  public double eceFloor() {
    return noiseFloor(variance, count);
  }

  /**
   * The mean of {@code Σ_b |Σ (confidence − [correct])| / n} where every confidence is true: what
   * {@link Resampling#noiseFloor} finds by drawing labels, here with the sum of a bin taken as
   * normal, of which the mean size is {@code √(2 v / π)}.
   *
   * @param variance of each bin: {@code Σ confidence (1 − confidence)}
   */
  public static double noiseFloor(double[] variance, long count) {
    return Arrays.stream(variance).map(v -> Math.sqrt(2 / Math.PI * Math.max(0, v))).sum() / count;
  }

  public double mce() {
    double largest = 0;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        largest = Math.max(largest, Math.abs(excess[b]) / counts[b]);
      }
    }
    return largest;
  }

  public double classwiseEce() {
    int classes = classExcess.length / counts.length;
    return Arrays.stream(classExcess).map(Math::abs).sum() / count / classes;
  }
}
