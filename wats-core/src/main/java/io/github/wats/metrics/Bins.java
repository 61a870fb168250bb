package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.util.Arrays;

/** Sums over the outcomes of each bin. */
final class Bins {
  final int[] counts; // (M)
  final double[] confidences; // (M) sums
  final double[] hits; // (M) sums of 1 for a correct outcome

  private Bins(int bins) {
    counts = new int[bins];
    confidences = new double[bins];
    hits = new double[bins];
  }

  static Bins of(Outcomes outcomes, Binning binning, int bins) {
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    Bins sums = new Bins(bins);
    int[] binOf = outcomes.binned(binning, bins);
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
}
