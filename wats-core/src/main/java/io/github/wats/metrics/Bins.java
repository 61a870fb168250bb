package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.util.Arrays;

/** Ways to put outcomes into bins, and the sums over each bin. */
final class Bins {
  final int[] counts; // (M)
  final double[] confidences; // (M) sums
  final double[] hits; // (M) sums of 1 for a correct outcome

  /** A way to bin outcomes, and into how many bins. */
  record Kind(String by, int bins) {}

  private Bins(int bins) {
    counts = new int[bins];
    confidences = new double[bins];
    hits = new double[bins];
  }

  /** The bins of {@code binOf[k]} for each outcome k. */
  static Bins of(Outcomes outcomes, int[] binOf, int bins) {
    Bins sums = new Bins(bins);
    for (int k = 0; k < binOf.length; k++) {
      sums.counts[binOf[k]]++;
      sums.confidences[binOf[k]] += outcomes.confidence(k);
      sums.hits[binOf[k]] += outcomes.isCorrect(k) ? 1 : 0;
    }
    return sums;
  }

  /** {@code Σ_b (n_b / n) · |accuracy_b − confidence_b|}, the n_b canceled. */
  double meanGap() {
    double sum = 0;
    for (int b = 0; b < counts.length; b++) {
      sum += Math.abs(confidences[b] - hits[b]);
    }
    return sum / Arrays.stream(counts).sum();
  }

  /** The largest |accuracy_b − confidence_b| over the bins that hold something. */
  double largestGap() {
    double largest = 0;
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        largest = Math.max(largest, Math.abs(confidences[b] - hits[b]) / counts[b]);
      }
    }
    return largest;
  }

  static void check(int bins) {
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
  }

  /** The edges 0, 1/M, …, 1, each the double nearest to m/M. */
  static double[] edges(int bins) {
    double[] edges = new double[bins + 1];
    Arrays.setAll(edges, m -> (double) m / bins);
    return edges;
  }

  /**
   * The bin m−1 with {@code (m−1)/M < p ≤ m/M}; 0 goes to the first. The product p·M is rounded, so
   * the neighbor edges decide.
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

  static int[] byConfidence(Outcomes outcomes, int bins) {
    return outcomes.binned(new Kind("confidence", bins), () -> findByConfidence(outcomes, bins));
  }

  private static int[] findByConfidence(Outcomes outcomes, int bins) {
    double[] edges = edges(bins);
    int[] binOf = new int[outcomes.size()];
    Arrays.setAll(binOf, k -> equalWidth(outcomes.confidence(k), edges));
    return binOf;
  }

  /** Sorted by confidence, ties by place; bin b holds places ⌊b n/M⌋ … ⌊(b+1) n/M⌋ − 1. */
  static int[] byConfidenceMass(Outcomes outcomes, int bins) {
    return outcomes.binned(new Kind("mass", bins), () -> findByConfidenceMass(outcomes, bins));
  }

  private static int[] findByConfidenceMass(Outcomes outcomes, int bins) {
    int n = outcomes.size();
    long[] keys = new long[n];
    // Confidences are above 0, where doubles rise with their bits.
    Arrays.setAll(keys, k -> Double.doubleToLongBits(outcomes.confidence(k)));
    int[] order = StableOrder.of(keys);
    int[] binOf = new int[n];
    for (int b = 0; b < bins; b++) {
      for (long place = (long) b * n / bins; place < (b + 1L) * n / bins; place++) {
        binOf[order[(int) place]] = b;
      }
    }
    return binOf;
  }

  /** Sorted by degree, ties by place, cut into runs of ⌈n/M⌉; the last may be shorter. */
  static int[] byDegree(Outcomes outcomes, int bins) {
    return outcomes.binned(new Kind("degree", bins), () -> findByDegree(outcomes, bins));
  }

  private static int[] findByDegree(Outcomes outcomes, int bins) {
    int n = outcomes.size();
    long[] keys = new long[n];
    Arrays.setAll(keys, outcomes::degree);
    int[] order = StableOrder.of(keys);
    int run = (int) ((n + (long) bins - 1) / bins);
    int[] binOf = new int[n];
    for (int place = 0; place < n; place++) {
      binOf[order[place]] = place / run;
    }
    return binOf;
  }
}
