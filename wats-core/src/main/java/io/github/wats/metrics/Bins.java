package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Metric.Order;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sums over the outcomes of each of M bins, and which outcome is in which. */
final class Bins implements Serializable {
  private static final long serialVersionUID = 1L;

  private final long[] counts; // (M)
  private final double[] confidences; // (M)
  private final double[] hits; // (M) 1 for a correct outcome

  Bins(int bins) {
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    counts = new long[bins];
    confidences = new double[bins];
    hits = new double[bins];
  }

  static Bins of(Outcomes outcomes, Order order, int bins) {
    return of(outcomes, outcomes.binned(order, bins), bins);
  }

  static Bins of(Outcomes outcomes, int[] binOf, int bins) {
    Bins sums = new Bins(bins);
    for (int k = 0; k < binOf.length; k++) {
      sums.add(binOf[k], outcomes.confidence(k), outcomes.isCorrect(k));
    }
    return sums;
  }

  void add(int bin, double confidence, boolean correct) {
    counts[bin]++;
    confidences[bin] += confidence;
    hits[bin] += correct ? 1 : 0;
  }

  void addAll(Bins other) {
    Arrays.setAll(counts, b -> counts[b] + other.counts[b]);
    addTo(confidences, other.confidences);
    addTo(hits, other.hits);
  }

  static void addTo(double[] sums, double[] others) {
    Arrays.setAll(sums, k -> sums[k] + others[k]);
  }

  /** {@code Σ_b (n_b / n) · |accuracy_b − confidence_b|}, where the n_b cancel. */
  double meanGap() {
    return meanGap(hits);
  }

  /** The same with other hits, 1 or 0 by outcome. */
  double meanGap(int[] binOf, int[] hitOf) {
    int[] drawn = new int[counts.length];
    for (int k = 0; k < binOf.length; k++) {
      drawn[binOf[k]] += hitOf[k];
    }
    double[] sums = new double[drawn.length];
    Arrays.setAll(sums, b -> drawn[b]);
    return meanGap(sums);
  }

  private double meanGap(double[] hits) {
    double sum = 0;
    for (int b = 0; b < counts.length; b++) {
      sum += Math.abs(confidences[b] - hits[b]);
    }
    return sum / Arrays.stream(counts).sum();
  }

  /**
   * {@link #meanGap} minus an estimate of its bias, at least 0: accuracies that are drawn from
   * {@code N(accuracy_b, accuracy_b (1 − accuracy_b) / n_b)} give a mean gap that is as much above
   * this one as this one is above the truth.
   */
  double debiasedGap() {
    double sum = 0;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        double gap = confidences[b] - hits[b];
        double deviation = Math.sqrt(Math.max(0, hits[b] * (1 - hits[b] / counts[b])));
        sum += 2 * Math.abs(gap) - Normal.meanSize(gap, deviation);
      }
    }
    return Math.max(0, sum / Arrays.stream(counts).sum());
  }

  /** The largest |accuracy_b − confidence_b| over the bins that hold outcomes. */
  double largestGap() {
    double largest = 0;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        largest = Math.max(largest, Math.abs(confidences[b] - hits[b]) / counts[b]);
      }
    }
    return largest;
  }

  /** Creates the public record of a bin. */
  interface Maker<B> {
    B make(int bin, int count, double confidence, double accuracy);
  }

  /** The bins that hold outcomes. */
  <B> List<B> filled(Maker<B> maker) {
    List<B> made = new ArrayList<>();
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        int n = (int) counts[b];
        made.add(maker.make(b, n, confidences[b] / n, hits[b] / n));
      }
    }
    return made;
  }

  /** The bin of each outcome; {@link Outcomes#binned} caches it. */
  static int[] find(Order order, Outcomes outcomes, int bins) {
    int n = outcomes.size();
    int[] binOf = new int[n];
    if (order == Order.NONE) {
      double[] edges = edges(bins);
      Arrays.setAll(binOf, k -> equalWidth(outcomes.confidence(k), edges));
      return binOf;
    }
    long[] keys = new long[n];
    Arrays.setAll(
        keys, // positive doubles are ordered as their bits
        order == Order.DEGREE
            ? outcomes::degree
            : k -> Double.doubleToLongBits(outcomes.confidence(k)));
    int[] sorted = StableOrder.of(keys);
    for (int place = 0; place < n; place++) {
      binOf[sorted[place]] = ofPlace(order, place, n, bins);
    }
    return binOf;
  }

  /** The bin of the outcome at position {@code place} of {@code n} sorted outcomes. */
  static int ofPlace(Order order, long place, long n, int bins) {
    return order == Order.DEGREE
        ? (int) (place / ((n + bins - 1) / bins))
        : (int) ((bins * (place + 1) - 1) / n);
  }

  /** The edges 0, 1/M, …, 1, each the double nearest to m/M. */
  static double[] edges(int bins) {
    double[] edges = new double[bins + 1];
    Arrays.setAll(edges, m -> (double) m / bins);
    return edges;
  }

  /**
   * The bin m−1 with {@code (m−1)/M < p ≤ m/M}; 0 is in the first. The product p·M is rounded, so
   * the result is corrected by the edges beside it.
   */
  static int equalWidth(double p, double[] edges) {
    int last = edges.length - 2;
    int bin = Math.min(last, Math.max(0, (int) Math.ceil(p * (last + 1)) - 1));
    if (bin < last && p > edges[bin + 1]) {
      bin++;
    } else if (bin > 0 && p <= edges[bin]) {
      bin--;
    }
    return bin;
  }
}
