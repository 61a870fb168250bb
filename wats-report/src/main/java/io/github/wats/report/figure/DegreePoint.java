package io.github.wats.report.figure;

import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation.Interval;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Confidence and accuracy of nodes of similar degree.
 *
 * @param degrees such as {@code 3–5}
 * @param count how many nodes, over all runs
 * @param confidenceRange the whisker of the confidence; from it to itself where there is none
 * @param accuracyRange the whisker of the accuracy
 */
public record DegreePoint(
    String degrees,
    long count,
    double confidence,
    double accuracy,
    Range confidenceRange,
    Range accuracyRange) {
  /** The bins of a single run, their accuracies with 95 % intervals. */
  public static List<DegreePoint> of(DegreeBins found) {
    List<String> labels = found.labels();
    return IntStream.range(0, labels.size())
        .mapToObj(b -> of(labels.get(b), found.bins().get(b)))
        .toList();
  }

  private static DegreePoint of(String degrees, DegreeBins.Bin bin) {
    return new DegreePoint(
        degrees,
        bin.count(),
        bin.confidence(),
        bin.accuracy(),
        new Range(bin.confidence(), bin.confidence()),
        Range.of(Interval.ofProportion(bin.accuracy(), bin.count())));
  }

  /** {@code |accuracy − confidence|}. */
  public double gap() {
    return Math.abs(accuracy - confidence);
  }
}
