package io.github.wats.metrics;

import java.util.Arrays;
import java.util.List;

/** The bins of {@link Metric#DEGREE_ECE}: outcomes sorted by degree, equally many in each. */
public record DegreeBins(List<Bin> bins) {
  /** The smallest and largest degree of a bin; its mean confidence and accuracy. */
  public record Bin(int minDegree, int maxDegree, int count, double confidence, double accuracy) {}

  public DegreeBins {
    bins = List.copyOf(bins);
  }

  /** The bins that hold outcomes, which must have degrees. */
  public static DegreeBins of(Outcomes outcomes, int binCount) {
    int[] binOf = outcomes.binned(Metric.Order.DEGREE, binCount);
    int[] lowest = new int[binCount];
    int[] highest = new int[binCount];
    Arrays.fill(lowest, Integer.MAX_VALUE);
    for (int k = 0; k < binOf.length; k++) {
      lowest[binOf[k]] = Math.min(lowest[binOf[k]], outcomes.degree(k));
      highest[binOf[k]] = Math.max(highest[binOf[k]], outcomes.degree(k));
    }
    return new DegreeBins(
        Bins.of(outcomes, Metric.Order.DEGREE, binCount)
            .filled((b, n, mean, accuracy) -> new Bin(lowest[b], highest[b], n, mean, accuracy)));
  }
}
