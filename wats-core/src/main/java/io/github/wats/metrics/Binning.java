package io.github.wats.metrics;

import io.github.wats.metrics.Metric.Order;
import java.util.Arrays;

/** The ways to put outcomes into bins. */
enum Binning {
  /** Bin m−1 holds confidences {@code (m−1)/M < p ≤ m/M}. */
  EQUAL_WIDTH(Order.NONE) {
    @Override
    int[] find(Outcomes outcomes, int bins) {
      double[] edges = edges(bins);
      int[] binOf = new int[outcomes.size()];
      Arrays.setAll(binOf, k -> equalWidth(outcomes.confidence(k), edges));
      return binOf;
    }
  },

  /** Sorted by confidence, ties by place; bin b holds places ⌊b n/M⌋ … ⌊(b+1) n/M⌋ − 1. */
  EQUAL_MASS(Order.CONFIDENCE) {
    @Override
    int[] find(Outcomes outcomes, int bins) {
      long[] keys = new long[outcomes.size()];
      // Confidences are above 0, where doubles rise with their bits.
      Arrays.setAll(keys, k -> Double.doubleToLongBits(outcomes.confidence(k)));
      return ranked(keys, bins);
    }
  },

  /** Sorted by degree, ties by place, cut into runs of ⌈n/M⌉; the last may be shorter. */
  DEGREE(Order.DEGREE) {
    @Override
    int[] find(Outcomes outcomes, int bins) {
      long[] keys = new long[outcomes.size()];
      Arrays.setAll(keys, outcomes::degree);
      return ranked(keys, bins);
    }
  };

  private final Order order;

  Binning(Order order) {
    this.order = order;
  }

  Order order() {
    return order;
  }

  /** The bin of each outcome; {@link Outcomes#binned} remembers it. */
  abstract int[] find(Outcomes outcomes, int bins);

  /** The bin of the outcome at {@code place} of the {@code n} outcomes in order. */
  int ofPlace(long place, long n, int bins) {
    return this == DEGREE
        ? (int) (place / ((n + bins - 1) / bins))
        : (int) ((bins * (place + 1) - 1) / n);
  }

  int[] ranked(long[] keys, int bins) {
    int[] order = StableOrder.of(keys);
    int[] binOf = new int[keys.length];
    for (int place = 0; place < keys.length; place++) {
      binOf[order[place]] = ofPlace(place, keys.length, bins);
    }
    return binOf;
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
