package io.github.wats.report;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.CalibrationTest;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** How the values of metrics are written in reports. */
public final class MetricText {
  /** Smaller p-values are not written. */
  private static final double LEAST_P = 0.001;

  private MetricText() {}

  /** The title within a sentence, such as {@code degree-binned ECE}. */
  public static String name(Metric metric) {
    String title = metric.title();
    return Character.isLowerCase(title.charAt(1))
        ? Character.toLowerCase(title.charAt(0)) + title.substring(1)
        : title;
  }

  public static boolean isPercent(Metric metric) {
    return metric.unit() == Unit.PERCENT;
  }

  /** Such as {@code 2.09 %}, which does not break before the sign, or {@code 0.3142}. */
  public static String value(Metric metric, double value) {
    return isPercent(metric) ? NumberText.finePercent(value) : NumberText.decimals(value, 4);
  }

  /** Without the sign for percent. */
  public static String bare(Metric metric, double value) {
    return isPercent(metric) ? NumberText.finePoints(value) : NumberText.decimals(value, 4);
  }

  public static String range(Metric metric, Interval interval) {
    return bare(metric, interval.low()) + " … " + bare(metric, interval.high());
  }

  /** A difference, in points where the metric is a share. */
  public static String difference(Metric metric, double value) {
    return bare(metric, value) + (isPercent(metric) ? " points" : "");
  }

  /** The p-values of perfect calibration, such as {@code p = 0.012 by ECE (1,000 draws)}. */
  public static String test(CalibrationTest test) {
    return test.pValues().entrySet().stream()
        .map(one -> p(one.getValue()) + " by " + name(one.getKey()))
        .collect(
            Collectors.joining(
                ", ",
                "test of perfect calibration: ",
                " (" + NumberText.counted(test.draws(), "draw") + ")"));
  }

  /** {@code p = 0.012} or {@code p < 0.001}. */
  public static String p(double value) {
    return "p " + (value < LEAST_P ? "" : "= ") + pValue(value);
  }

  /** {@code 0.012} or {@code < 0.001}. */
  public static String pValue(double value) {
    return value < LEAST_P ? "< 0.001" : NumberText.decimals(value, 3);
  }

  /** PHI, such as {@code 12.3 %}; nothing where it is not defined. */
  public static String improvement(Metric metric, double before, double after) {
    OptionalDouble phi = metric.improvement(before, after);
    return phi.isPresent() ? NumberText.finePercent(phi.getAsDouble()) : "";
  }

  /** The noise floor of the errors that have one. */
  public static String floor(Metric metric, Evaluation evaluation) {
    Double floor = evaluation.noiseFloors().get(metric);
    return floor == null ? "" : value(metric, floor);
  }

  /** A change, with its sign. */
  static String change(Metric metric, double difference) {
    String text = bare(metric, difference);
    boolean zero = text.chars().noneMatch(c -> c >= '1' && c <= '9');
    return zero ? "0" : difference > 0 ? "+" + text : text;
  }
}
