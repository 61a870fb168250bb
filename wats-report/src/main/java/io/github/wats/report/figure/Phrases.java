package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.report.NumberText;

/** Phrases that titles and verdicts share. */
public final class Phrases {
  /** An error is called one-sided where this share of it or more has one sign. */
  private static final double ONE_SIDED = 0.5;

  private Phrases() {}

  /** Such as {@code 20.9 points too low}, or {@code off by 3.1 points} where both signs occur. */
  public static String error(Measured measured) {
    double error = measured.value(Metric.ECE);
    double excess = measured.evaluation().reliability().overconfidence();
    String points = NumberText.points(error) + " points";
    if (Math.abs(excess) < ONE_SIDED * error || error == 0) {
      return "off by " + points;
    }
    return points + (excess > 0 ? " too high" : " too low");
  }

  /** {@code fell from a to b}, {@code rose from a to b} or {@code stayed at a}, as written. */
  static String change(String from, String to, boolean up) {
    if (from.equals(to)) {
      return "stayed at " + to;
    }
    return (up ? "rose from " : "fell from ") + from + " to " + to;
  }
}
