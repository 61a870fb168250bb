package io.github.wats.metrics;

import java.util.List;

/**
 * The bins of {@link Metric#ECE} that hold at least one outcome: the metric sums these numbers and
 * a reliability diagram draws them.
 *
 * @param curve the same without bins, at rising confidences; empty where outcomes are not known
 */
public record ReliabilityBins(List<Bin> bins, List<CurvePoint> curve) {
  /** The outcomes with {@code from < confidence ≤ to}; their mean confidence and accuracy. */
  public record Bin(double from, double to, int count, double confidence, double accuracy) {}

  /** The smoothed accuracy at a confidence, with its 95 % interval. */
  public record CurvePoint(double confidence, double accuracy, Evaluation.Interval interval) {}

  /** No bins. */
  public static final ReliabilityBins NONE = new ReliabilityBins(List.of());

  public ReliabilityBins {
    bins = List.copyOf(bins);
    curve = List.copyOf(curve);
  }

  /** Bins alone. */
  public ReliabilityBins(List<Bin> bins) {
    this(bins, List.of());
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

  /** The bins with the curve. */
  static ReliabilityBins withCurve(Outcomes outcomes, int binCount) {
    return new ReliabilityBins(of(outcomes, binCount).bins, SmoothAccuracy.of(outcomes));
  }

  public static ReliabilityBins of(Outcomes outcomes, int binCount) {
    double[] edges = Bins.edges(binCount);
    return new ReliabilityBins(
        Bins.of(outcomes, Metric.Order.NONE, binCount)
            .filled((b, n, mean, accuracy) -> new Bin(edges[b], edges[b + 1], n, mean, accuracy)));
  }
}
