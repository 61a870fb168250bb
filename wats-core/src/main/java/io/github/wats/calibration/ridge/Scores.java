package io.github.wats.calibration.ridge;

import io.github.wats.prediction.Logits;

/** {@code u = ctr(z / T0)}: a network's logits at the temperature of the whole. */
final class Scores {
  private Scores() {}

  /** Writes u of one node (C). */
  static void write(Logits logits, double temperature, int node, double[] target, int start) {
    int classCount = logits.classCount();
    logits.copyRow(node, target, start);
    for (int c = start; c < start + classCount; c++) {
      target[c] /= temperature;
    }
    center(target, start, classCount);
  }

  /** Subtracts the mean of {@code width} entries. */
  static void center(double[] values, int start, int width) {
    double sum = 0;
    for (int c = start; c < start + width; c++) {
      sum += values[c];
    }
    double mean = sum / width;
    for (int c = start; c < start + width; c++) {
      values[c] -= mean;
    }
  }
}
