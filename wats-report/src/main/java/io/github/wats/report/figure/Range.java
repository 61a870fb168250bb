package io.github.wats.report.figure;

import io.github.wats.metrics.Evaluation.Interval;

/** From a low to a high value: what a whisker shows. */
public record Range(double low, double high) {
  public static Range of(Interval interval) {
    return new Range(interval.low(), interval.high());
  }

  /** {@code center ± deviation}, within 0 … 1. */
  public static Range ofShare(double center, double deviation) {
    return new Range(Math.max(0, center - deviation), Math.min(1, center + deviation));
  }
}
