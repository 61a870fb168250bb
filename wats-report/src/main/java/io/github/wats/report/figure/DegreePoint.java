package io.github.wats.report.figure;

import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation.Interval;

/**
 * Confidence and accuracy of nodes of similar degree.
 *
 * @param count how many nodes, over all runs
 * @param confidenceRange the whisker of the confidence; from it to itself where there is none
 * @param accuracyRange the whisker of the accuracy
 */
public record DegreePoint(
    int minDegree,
    int maxDegree,
    long count,
    double confidence,
    double accuracy,
    Range confidenceRange,
    Range accuracyRange) {
  /** The bin of a single run, its accuracy with a 95 % interval. */
  public static DegreePoint of(DegreeBins.Bin bin) {
    return new DegreePoint(
        bin.minDegree(),
        bin.maxDegree(),
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

  /** The degrees, such as {@code 3–5}. */
  public String degrees() {
    return minDegree == maxDegree ? "" + minDegree : minDegree + "–" + maxDegree;
  }
}
