package io.github.wats.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * All metrics of some nodes, as {@link io.github.wats.metrics.Metrics} defines them.
 *
 * @param nodes the number of nodes they are about, at least 1
 * @param bins the number of bins of every error that has some
 * @param degreeEce empty where there is no column of degrees
 * @param noiseFloor what a perfectly calibrated model would score on these nodes, by the name of
 *     the error
 */
public record CalibrationMetrics(
    long nodes,
    int bins,
    double accuracy,
    double nll,
    double brier,
    double ece,
    OptionalDouble degreeEce,
    double classwiseEce,
    double mce,
    double equalMassEce,
    Map<String, Double> noiseFloor) {
  /** Values by name in the order in which they are reported; what is not defined is absent. */
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
