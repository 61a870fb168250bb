package io.github.wats.metrics;

import java.util.Arrays;

/**
 * Outcomes by falling confidence. Those of equal confidence come in random order, and an area is
 * the mean over these orders, so the order of the outcomes does not matter.
 *
 * @param order the outcomes by falling confidence (n)
 * @param ends the place after each group of equal confidences
 * @param wrong by place in this order (n), 1 or 0
 * @param harmonic {@code 1 + 1/2 + … + 1/k} for k from 0 to the largest size of a resample
 */
record RankedOutcomes(int[] order, int[] ends, int[] wrong, double[] harmonic) {
  static RankedOutcomes of(Outcomes outcomes) {
    int n = outcomes.size();
    int[] order = byFallingConfidence(outcomes);
    int[] ends = new int[n];
    int[] wrong = new int[n];
    double[] harmonic = new double[outcomes.mostDrawn() + 1];
    for (int k = 1; k < harmonic.length; k++) {
      harmonic[k] = harmonic[k - 1] + 1.0 / k;
    }
    int groups = 0;
    for (int place = 0; place < n; place++) {
      wrong[place] = outcomes.isCorrect(order[place]) ? 0 : 1;
      if (place + 1 == n
          || outcomes.confidence(order[place]) != outcomes.confidence(order[place + 1])) {
        ends[groups++] = place + 1;
      }
    }
    return new RankedOutcomes(order, Arrays.copyOf(ends, groups), wrong, harmonic);
  }

  /** Equal confidences keep the order of the outcomes. */
  static int[] byFallingConfidence(Outcomes outcomes) {
    long[] keys = new long[outcomes.size()]; // positive doubles are ordered as their bits
    Arrays.setAll(keys, k -> Long.MAX_VALUE - Double.doubleToLongBits(outcomes.confidence(k)));
    return StableOrder.of(keys);
  }

  /**
   * The area under the ROC curve of confidence: the share of pairs of a wrong and a correct outcome
   * in which the correct one comes first. NaN without such pairs.
   */
  double rocArea() {
    double pairs = 0;
    double correct = 0; // so far
    int place = 0;
    for (int end : ends) {
      int size = end - place;
      int errors = 0;
      for (; place < end; place++) {
        errors += wrong[place];
      }
      pairs += errors * (correct + (size - errors) / 2.0);
      correct += size - errors;
    }
    return pairs / (correct * (place - correct));
  }

  /**
   * {@code (1/n) Σ_k errors among the k most confident / k} of a resample that has outcome k {@code
   * times[k]} times: the area under the risk-coverage curve (El-Yaniv, Wiener, JMLR 2010). A group
   * of g with m errors has {@code m j/g} among its first j; with e errors among b before it, {@code
   * Σ_j (e + m j/g) / (b + j) = m + (e − b m/g) (H(b+g) − H(b))}.
   */
  double riskArea(int[] times) {
    double sum = 0;
    int errorsBefore = 0;
    int before = 0;
    int place = 0;
    for (int end : ends) {
      int size = 0;
      int errors = 0;
      for (; place < end; place++) {
        int drawn = times[order[place]];
        size += drawn;
        errors += wrong[place] * drawn;
      }
      double share = errors / Math.max(1.0, size);
      double steps = harmonic[before + size] - harmonic[before];
      sum += errors + (errorsBefore - before * share) * steps;
      before += size;
      errorsBefore += errors;
    }
    return sum / before;
  }
}
