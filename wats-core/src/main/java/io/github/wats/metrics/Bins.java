package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sums over the outcomes of each of M bins. */
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

  static Bins of(Outcomes outcomes, Binning binning, int bins) {
    Bins sums = new Bins(bins);
    int[] binOf = outcomes.binned(binning, bins);
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

  long count() {
    return Arrays.stream(counts).sum();
  }

  /** {@code Σ_b (n_b / n) · |accuracy_b − confidence_b|}, the n_b canceled. */
  double meanGap() {
    double sum = 0;
    for (int b = 0; b < counts.length; b++) {
      sum += Math.abs(confidences[b] - hits[b]);
    }
    return sum / count();
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

  /** Makes something of a bin that holds outcomes. */
  interface Maker<B> {
    B make(int bin, int count, double confidence, double accuracy);
  }

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
}
