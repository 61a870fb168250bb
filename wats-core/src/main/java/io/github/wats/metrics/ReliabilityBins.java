package io.github.wats.metrics;

import java.util.List;

/**
 * The bins of {@link Metric#ECE} that hold at least one outcome: the metric sums these numbers and
 * a reliability diagram draws them.
 */
public record ReliabilityBins(List<Bin> bins) {
  /**
   * One bin.
   *
   * @param from confidences are above this (or equal, in the first bin)
   * @param to and at most this
   * @param count outcomes in the bin, at least 1
   * @param confidence their mean confidence
   * @param accuracy the share of them that is correct
   */
  public record Bin(double from, double to, int count, double confidence, double accuracy) {
    /** Where the accuracy lies with probability 95 %, by the number of outcomes (Wilson 1927). */
    public Evaluation.Interval accuracyInterval() {
      return Evaluation.Interval.ofShare(accuracy, count);
    }
  }

  /** No bins. */
  public static final ReliabilityBins NONE = new ReliabilityBins(List.of());

  public ReliabilityBins {
    bins = List.copyOf(bins);
  }

  /**
   * Mean confidence minus accuracy over all outcomes: above 0 where the network is overconfident.
   */
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
    double[] edges = Binning.edges(binCount);
    return new ReliabilityBins(
        Bins.of(outcomes, Binning.EQUAL_WIDTH, binCount)
            .filled((b, n, mean, accuracy) -> new Bin(edges[b], edges[b + 1], n, mean, accuracy)));
  }
}
