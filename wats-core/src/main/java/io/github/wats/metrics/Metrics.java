package io.github.wats.metrics;

import io.github.wats.metrics.Metric.Direction;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The metrics. Those with bins are for M bins of their kind, usually 10. */
public final class Metrics {
  private static final double LEAST_PROBABILITY = 1e-300;

  private Metrics() {}

  /** The share of outcomes whose predicted class is the true one. */
  public static Metric accuracy() {
    return metric("accuracy", Direction.HIGHER_IS_BETTER, Metrics::meanHit);
  }

  /**
   * {@code −(1/n) Σ_i ln p_i,yi}. A probability below 1e−300, such as one that rounding has made 0,
   * counts as that: one sure and wrong node costs 691 and not the whole mean.
   */
  public static Metric negativeLogLikelihood() {
    return metric("nll", Direction.LOWER_IS_BETTER, Metrics::meanNll);
  }

  /** {@code (1/n) Σ_i Σ_c (p_ic − [y_i = c])²} (Brier 1950): the sum over classes, not the mean. */
  public static Metric brier() {
    return metric("brier", Direction.LOWER_IS_BETTER, Metrics::meanBrier);
  }

  /**
   * {@code ECE = Σ_b (n_b / n) · |accuracy_b − confidence_b|} over bins of equal width {@code
   * (m−1)/M < confidence ≤ m/M} (Naeini, Cooper, Hauskrecht, AAAI 2015).
   */
  public static Metric ece(int bins) {
    Bins.check(bins);
    return metric(
        "ece",
        Direction.LOWER_IS_BETTER,
        outcomes -> Bins.of(outcomes, Bins.byConfidence(outcomes, bins), bins).meanGap());
  }

  /** As {@link #ece} over bins that hold equally many outcomes, sorted by confidence. */
  public static Metric equalMassEce(int bins) {
    Bins.check(bins);
    return metric(
        "equalMassEce",
        Direction.LOWER_IS_BETTER,
        outcomes -> Bins.of(outcomes, Bins.byConfidenceMass(outcomes, bins), bins).meanGap());
  }

  /**
   * As {@link #ece} over runs of ⌈n/M⌉ outcomes sorted by the degree of their node. This is what
   * the code of GETS and WATS reports, though their texts define the other.
   */
  public static Metric degreeEce(int bins) {
    Bins.check(bins);
    return new Formula(
        "degreeEce",
        Direction.LOWER_IS_BETTER,
        Outcomes::hasDegrees,
        outcomes -> Bins.of(outcomes, Bins.byDegree(outcomes, bins), bins).meanGap());
  }

  /** The largest gap |accuracy_b − confidence_b| over the bins of {@link #ece}. */
  public static Metric mce(int bins) {
    Bins.check(bins);
    return metric(
        "mce",
        Direction.LOWER_IS_BETTER,
        outcomes -> Bins.of(outcomes, Bins.byConfidence(outcomes, bins), bins).largestGap());
  }

  /**
   * The mean over classes of the equal-width error of that class's probability against "the label
   * is this class" (Kull et al., NeurIPS 2019).
   */
  public static Metric classwiseEce(int bins) {
    Bins.check(bins);
    return metric("classwiseEce", Direction.LOWER_IS_BETTER, outcomes -> classwise(outcomes, bins));
  }

  /** All of the above, in the order in which they are reported. */
  public static List<Metric> all(int bins) {
    return List.of(
        accuracy(),
        negativeLogLikelihood(),
        brier(),
        ece(bins),
        degreeEce(bins),
        classwiseEce(bins),
        mce(bins),
        equalMassEce(bins));
  }

  private static double meanHit(Outcomes outcomes) {
    int hits = 0;
    for (int k = 0; k < outcomes.size(); k++) {
      hits += outcomes.isCorrect(k) ? 1 : 0;
    }
    return (double) hits / outcomes.size();
  }

  private static double meanNll(Outcomes outcomes) {
    double sum = 0;
    for (int k = 0; k < outcomes.size(); k++) {
      sum -= logProbability(outcomes.probability(k, outcomes.label(k)));
    }
    return sum / outcomes.size();
  }

  /** {@code ln p}, with a floor under p. */
  static double logProbability(double p) {
    return Math.log(Math.max(p, LEAST_PROBABILITY));
  }

  private static double meanBrier(Outcomes outcomes) {
    double sum = 0;
    for (int k = 0; k < outcomes.size(); k++) {
      for (int c = 0; c < outcomes.classCount(); c++) {
        double difference = outcomes.probability(k, c) - (outcomes.label(k) == c ? 1 : 0);
        sum += difference * difference;
      }
    }
    return sum / outcomes.size();
  }

  private static double classwise(Outcomes outcomes, int bins) {
    int classes = outcomes.classCount();
    double[] edges = Bins.edges(bins);
    double[] excess = new double[classes * bins]; // Σ (probability − [label is the class])
    for (int k = 0; k < outcomes.size(); k++) {
      for (int c = 0; c < classes; c++) {
        double p = outcomes.probability(k, c);
        excess[c * bins + Bins.equalWidth(p, edges)] += outcomes.label(k) == c ? p - 1 : p;
      }
    }
    return Arrays.stream(excess).map(Math::abs).sum() / outcomes.size() / classes;
  }

  private static Metric metric(
      String name, Direction direction, ToDoubleFunction<Outcomes> formula) {
    return new Formula(name, direction, outcomes -> true, formula);
  }

  private record Formula(
      String name,
      Direction direction,
      Predicate<Outcomes> isDefined,
      ToDoubleFunction<Outcomes> formula)
      implements Metric {
    @Override
    public OptionalDouble of(Outcomes outcomes) {
      return outcomes.isEmpty() || !isDefined.test(outcomes)
          ? OptionalDouble.empty()
          : OptionalDouble.of(formula.applyAsDouble(outcomes));
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
