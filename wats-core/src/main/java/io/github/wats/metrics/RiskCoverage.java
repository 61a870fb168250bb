package io.github.wats.metrics;

import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * How accurate the most confident outcomes are (El-Yaniv, Wiener, JMLR 2010): what a user gains who
 * leaves the least confident cases to somebody else.
 */
public record RiskCoverage(List<Point> points) {
  /**
   * A point of the curve.
   *
   * @param share the most confident share of the outcomes
   * @param accuracy among them
   */
  public record Point(double share, double accuracy) {}

  public RiskCoverage {
    points = List.copyOf(points);
  }

  /**
   * The shares 1/count, 2/count, …, 1, each rounded up to whole outcomes. Among equal confidences
   * the order of the outcomes decides. Empty where there are no outcomes.
   */
  public static RiskCoverage of(Outcomes outcomes, int count) {
    Check.argument(count >= 1, "count must be at least 1, got %d", count);
    int n = outcomes.size();
    List<Point> points = new ArrayList<>();
    if (n == 0) {
      return new RiskCoverage(points);
    }
    int[] order = StableOrder.of(risks(outcomes));
    int hits = 0;
    int taken = 0;
    for (int p = 1; p <= count; p++) {
      int until = (int) (((long) p * n + count - 1) / count);
      while (taken < until) {
        hits += outcomes.isCorrect(order[taken++]) ? 1 : 0;
      }
      points.add(new Point((double) taken / n, (double) hits / taken));
    }
    return new RiskCoverage(points);
  }

  /** Keys that rise as confidences, which are above 0, fall. */
  private static long[] risks(Outcomes outcomes) {
    long[] keys = new long[outcomes.size()];
    for (int k = 0; k < keys.length; k++) {
      keys[k] = Long.MAX_VALUE - Double.doubleToLongBits(outcomes.confidence(k));
    }
    return keys;
  }
}
