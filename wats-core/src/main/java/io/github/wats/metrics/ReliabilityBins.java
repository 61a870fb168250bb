package io.github.wats.metrics;

import java.util.List;

/**
 * The bins of {@link Metric#ECE} that hold at least one outcome: the metric sums these numbers and
 * a reliability diagram draws them.
 */
public record ReliabilityBins(List<Bin> bins) {
  /** The outcomes with {@code from < confidence ≤ to}; their mean confidence and accuracy. */
  public record Bin(double from, double to, int count, double confidence, double accuracy) {}

  /** No bins. */
  public static final ReliabilityBins NONE = new ReliabilityBins(List.of());

  public ReliabilityBins {
    bins = List.copyOf(bins);
  }

  /** Mean confidence minus accuracy: above 0 if the network is overconfident. */
  public double overconfidence() {
    double excess = 0;
    long outcomes = 0;
    for (Bin bin : bins) {
      excess += bin.count * (bin.confidence - bin.accuracy);
      outcomes += bin.count;
    }
    return outcomes == 0 ? 0 : excess / outcomes;
  }

  public static ReliabilityBins of(Outcomes outcomes, int binCount) {
    double[] edges = Bins.edges(binCount);
    return new ReliabilityBins(
        Bins.of(outcomes, Metric.Order.NONE, binCount)
            .filled((b, n, mean, accuracy) -> new Bin(edges[b], edges[b + 1], n, mean, accuracy)));
  }
}
