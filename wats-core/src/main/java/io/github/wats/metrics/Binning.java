package io.github.wats.metrics;

import io.github.wats.metrics.Metric.Order;
import java.util.Arrays;

/** The ways to put outcomes into bins. */
enum Binning {
  /** Bin m−1 holds confidences {@code (m−1)/M < p ≤ m/M}. */
  EQUAL_WIDTH(Order.NONE),
  /** Sorted by confidence, ties by place; bin b holds places ⌊b n/M⌋ … ⌊(b+1) n/M⌋ − 1. */
  EQUAL_MASS(Order.CONFIDENCE),
  /** Sorted by degree, ties by place, cut into runs of ⌈n/M⌉; the last may be shorter. */
  DEGREE(Order.DEGREE);

  private final Order order;

  Binning(Order order) {
    this.order = order;
  }

  Order order() {
    return order;
  }

  /** The bin of each outcome; {@link Outcomes#binned} remembers it. */
  int[] find(Outcomes outcomes, int bins) {
    int n = outcomes.size();
    int[] binOf = new int[n];
    if (this == EQUAL_WIDTH) {
      double[] edges = edges(bins);
      Arrays.setAll(binOf, k -> equalWidth(outcomes.confidence(k), edges));
      return binOf;
    }
    long[] keys = new long[n];
    if (this == DEGREE) {
      Arrays.setAll(keys, outcomes::degree);
    } else { // confidences are above 0, where doubles rise with their bits
      Arrays.setAll(keys, k -> Double.doubleToLongBits(outcomes.confidence(k)));
    }
    int[] sorted = StableOrder.of(keys);
    for (int place = 0; place < n; place++) {
      binOf[sorted[place]] = ofPlace(place, n, bins);
    }
    return binOf;
  }

  /** The bin of the outcome at {@code place} of the {@code n} outcomes in order. */
  int ofPlace(long place, long n, int bins) {
    return this == DEGREE
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
}
