package io.github.wats.metrics;

import java.util.Arrays;

/**
 * The risk-coverage curve: the share of errors among the k most confident outcomes, for every k
 * (El-Yaniv, Wiener, JMLR 2010). Outcomes of equal confidence come in random order, and the curve
 * is the mean over these orders, so the order of the outcomes does not matter.
 *
 * @param order the outcomes by falling confidence (n)
 * @param ends the place after each group of equal confidences
 * @param wrong by outcome (n)
 */
record RiskCoverage(int[] order, int[] ends, boolean[] wrong) implements Bootstrap.Statistic {
  static RiskCoverage of(Outcomes outcomes) {
    int n = outcomes.size();
    int[] order = byFallingConfidence(outcomes);
    int[] ends = new int[n];
    boolean[] wrong = new boolean[n];
    int groups = 0;
    for (int place = 0; place < n; place++) {
      wrong[order[place]] = !outcomes.isCorrect(order[place]);
      if (place + 1 == n
          || outcomes.confidence(order[place]) != outcomes.confidence(order[place + 1])) {
        ends[groups++] = place + 1;
      }
    }
    return new RiskCoverage(order, Arrays.copyOf(ends, groups), wrong);
  }

  /** Equal confidences keep the order of the outcomes. */
  static int[] byFallingConfidence(Outcomes outcomes) {
    long[] keys = new long[outcomes.size()]; // positive doubles are ordered as their bits
    Arrays.setAll(keys, k -> Long.MAX_VALUE - Double.doubleToLongBits(outcomes.confidence(k)));
    return StableOrder.of(keys);
  }

  /** {@code (1/n) Σ_k errors among the k most confident / k}. */
  double area() {
    int[] once = new int[order.length];
    Arrays.fill(once, 1);
    return of(once)[0];
  }

  /** The area of a resample. A group of g with m errors has {@code m j/g} among its first j. */
  @Override
  public double[] of(int[] times) {
    double sum = 0;
    long errorsBefore = 0;
    int before = 0;
    int place = 0;
    for (int end : ends) {
      int size = 0;
      long errors = 0;
      for (; place < end; place++) {
        size += times[order[place]];
        errors += wrong[order[place]] ? times[order[place]] : 0;
      }
      for (int j = 1; j <= size; j++) {
        sum += (errorsBefore + (double) errors * j / size) / (before + j);
      }
      before += size;
      errorsBefore += errors;
    }
    return new double[] {sum / before};
  }
}
