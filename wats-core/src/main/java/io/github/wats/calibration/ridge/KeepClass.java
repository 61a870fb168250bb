package io.github.wats.calibration.ridge;

import java.io.Serializable;

/**
 * Makes the predicted class the most probable one again: it keeps the model's probability t for it,
 * at least 1/C, and what other classes have above t is spread over those below.
 *
 * @param lead of the predicted class over all others; as its class is decided by it, float32 must
 *     tell it from 0
 */
record KeepClass(double lead) implements Serializable {
  static final KeepClass DEFAULT = new KeepClass(1e-6);

  /** Of files that do not say. */
  static final KeepClass FORMER = new KeepClass(1e-10);

  private static final double LEAST_ROOM = 1e-9;
  private static final double EVEN_SHARE = 1e-12; // so that a class of probability 0 takes some too
  private static final int MOST_PASSES = 50;

  /** How far t is above 1/C at least, and another class below t, to take some of the excess. */
  double room() {
    return Math.max(lead, LEAST_ROOM);
  }

  /** Changes one row (C) so that {@code predicted} is its largest entry, before all others. */
  void rowInPlace(double[] values, int start, int classCount, int predicted) {
    int own = start + predicted;
    int end = start + classCount;
    double others = 0;
    double largest = 0;
    for (int c = start; c < end; c++) {
      largest = c == own ? largest : Math.max(largest, values[c]);
      others += c == own ? 0 : values[c];
    }
    if (largest <= values[own] - lead) {
      return;
    }
    double top = Math.max(values[own], 1.0 / classCount + room());
    values[own] = 0;
    for (int c = start; c < end; c++) {
      values[c] *= (1 - top) / others;
    }
    int passes = 0;
    while (passes < MOST_PASSES && spreadExcess(values, start, end, own, top)) {
      passes++;
    }
    double sum = top;
    for (int c = start; c < end; c++) {
      if (c != own) {
        values[c] = Math.min(values[c], top - lead); // a lead even where passes ran out or tied
        sum += values[c];
      }
    }
    values[own] = top;
    for (int c = start; c < end; c++) {
      values[c] /= sum;
    }
  }

  /** Cuts entries above {@code top} and spreads what was cut; false when there is no more to do. */
  private boolean spreadExcess(double[] values, int start, int end, int own, double top) {
    double excess = 0;
    for (int c = start; c < end; c++) {
      if (values[c] > top) {
        excess += values[c] - top;
        values[c] = top - lead;
      }
    }
    double weight = 0;
    for (int c = start; c < end; c++) {
      weight += hasRoom(values, c, own, top) ? values[c] + EVEN_SHARE : 0;
    }
    if (excess == 0 || weight == 0) {
      return false;
    }
    for (int c = start; c < end; c++) {
      if (hasRoom(values, c, own, top)) {
        values[c] += excess * (values[c] + EVEN_SHARE) / weight;
      }
    }
    return true;
  }

  private boolean hasRoom(double[] values, int c, int own, double top) {
    return c != own && values[c] < top - room();
  }
}
