package io.github.wats.calibration.internal;

import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;

/** Logits minus the mean of their row: a constant that all classes share has no effect. */
public final class CenteredLogits {
  /**
   * Logits further below the largest of their row count as this far below: at any temperature up to
   * 1000 their probability is 0, and products of such numbers stay finite.
   */
  private static final double FARTHEST = 1e6;

  private CenteredLogits() {}

  /** All rows (n × C). */
  public static double[] of(Logits logits) {
    int width = logits.classCount();
    double[] values = logits.toArray();
    Rows.forEachRow(
        logits.nodeCount(), 4L * values.length, i -> centerInPlace(values, i * width, width));
    return values;
  }

  private static void centerInPlace(double[] values, int start, int width) {
    double top = Double.NEGATIVE_INFINITY;
    for (int k = start; k < start + width; k++) {
      top = Math.max(top, values[k]);
    }
    double sum = 0;
    for (int k = start; k < start + width; k++) {
      values[k] = Math.max(-FARTHEST, values[k] - top);
      sum += values[k];
    }
    for (int k = start; k < start + width; k++) {
      values[k] -= sum / width;
    }
  }
}
