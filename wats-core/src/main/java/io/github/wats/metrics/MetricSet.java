package io.github.wats.metrics;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * All metrics of some outcomes, as {@link Metrics} defines them.
 *
 * @param nodes the number of nodes they are about, at least 1
 * @param bins the number of bins of every error that has some
 * @param degreeEce empty where no degrees were given
 */
public record MetricSet(
    int nodes,
    int bins,
    double accuracy,
    double nll,
    double brier,
    double ece,
    OptionalDouble degreeEce,
    double classwiseEce,
    double mce,
    double equalMassEce) {
  /** The number of bins of the paper's tables. */
  public static final int DEFAULT_BINS = 10;

  /** All metrics with {@value #DEFAULT_BINS} bins, or empty where there are no outcomes. */
  public static Optional<MetricSet> of(Outcomes outcomes) {
    return of(outcomes, DEFAULT_BINS);
  }

  /** All metrics, or empty where there are no outcomes. */
  public static Optional<MetricSet> of(Outcomes outcomes, int bins) {
    Bins.check(bins);
    if (outcomes.isEmpty()) {
      return Optional.empty();
    }
    Bins byConfidence = Bins.of(outcomes, Bins.byConfidence(outcomes, bins), bins);
    return Optional.of(
        new MetricSet(
            outcomes.size(),
            bins,
            Metrics.accuracy().of(outcomes).orElseThrow(),
            Metrics.negativeLogLikelihood().of(outcomes).orElseThrow(),
            Metrics.brier().of(outcomes).orElseThrow(),
            byConfidence.meanGap(),
            Metrics.degreeEce(bins).of(outcomes),
            Metrics.classwiseEce(bins).of(outcomes).orElseThrow(),
            byConfidence.largestGap(),
            Metrics.equalMassEce(bins).of(outcomes).orElseThrow()));
  }

  /** Values by metric name in the order of {@link Metrics#all}; what is not defined is absent. */
  public Map<String, Double> asMap() {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("accuracy", accuracy);
    values.put("nll", nll);
    values.put("brier", brier);
    values.put("ece", ece);
    degreeEce.ifPresent(value -> values.put("degreeEce", value));
    values.put("classwiseEce", classwiseEce);
    values.put("mce", mce);
    values.put("equalMassEce", equalMassEce);
    return values;
  }
}
