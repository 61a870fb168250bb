package io.github.wats.experiment;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rounding;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.WilcoxonSignedRankTest;

/**
 * How much one method differs from another over the same runs.
 *
 * @param runs pairs of values, at least 2
 * @param mean of {@code one − other}
 * @param low lower end of the 95 % interval of the mean (Student's t)
 * @param high upper end
 * @param p of Wilcoxon's signed-rank test, two-sided (Wilcoxon 1945): the probability of a
 *     statistic at least this extreme if neither method were better
 */
public record PairedDifference(int runs, double mean, double low, double high, double p) {
  /** The confidence level of the interval. */
  public static final double LEVEL = 0.95;

  /** A p below this counts as a difference. */
  public static final double SIGNIFICANT = 1 - LEVEL;

  /** The difference {@code one − other}, value by value; 0 where they differ by rounding alone. */
  public static PairedDifference of(List<Double> one, List<Double> other) {
    Check.argument(
        one.size() == other.size() && one.size() >= 2,
        "paired values must be at least 2 and equally many, got %d and %d",
        one.size(),
        other.size());
    List<Double> differences = new ArrayList<>();
    for (int k = 0; k < one.size(); k++) {
      differences.add(Rounding.difference(one.get(k), other.get(k))); // 0 for two infinite losses
    }
    Sample sample = Sample.of(differences);
    double quantile =
        TDistribution.of(sample.count() - 1).inverseSurvivalProbability((1 - LEVEL) / 2);
    double half = quantile * sample.std() / Math.sqrt(sample.count());
    return new PairedDifference(
        sample.count(), sample.mean(), sample.mean() - half, sample.mean() + half, p(differences));
  }

  /** Pairs without a difference are left out, as Wilcoxon (1945) did. */
  private static double p(List<Double> differences) {
    double[] unequal = differences.stream().mapToDouble(d -> d).filter(d -> d != 0).toArray();
    return unequal.length == 0
        ? 1
        : WilcoxonSignedRankTest.withDefaults()
            .with(AlternativeHypothesis.TWO_SIDED)
            .test(unequal)
            .getPValue();
  }
}
