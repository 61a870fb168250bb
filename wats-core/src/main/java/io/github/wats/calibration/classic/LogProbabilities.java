package io.github.wats.calibration.classic;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;

/** {@code ln softmax(z)}, computed from logits, and probabilities from numbers per class. */
final class LogProbabilities {
  /** Smaller logarithms count as this: that of the smallest normal float, about −87. */
  static final double LEAST = Math.log(Float.MIN_NORMAL);

  private LogProbabilities() {}

  /** {@code ln p} of all nodes (n × C), row by row. */
  static double[] of(Logits logits) {
    int width = logits.classCount();
    double[] logs = logits.toArray();
    Rows.forEachRow(logits.nodeCount(), 20L * logs.length, i -> rowInPlace(logs, i * width, width));
    return logs;
  }

  private static void rowInPlace(double[] row, int start, int width) {
    double top = Double.NEGATIVE_INFINITY;
    for (int k = start; k < start + width; k++) {
      top = Math.max(top, row[k]);
    }
    double sum = 0;
    for (int k = start; k < start + width; k++) {
      sum += Math.exp(row[k] - top);
    }
    double log = Math.log(sum);
    for (int k = start; k < start + width; k++) {
      row[k] = Math.max(LEAST, row[k] - top - log);
    }
  }

  /** {@code ln(1 − p_c)} for a row of logarithms. */
  static double complement(double[] logs, int start, int width, int c) {
    double p = Math.exp(logs[start + c]);
    if (p < 0.5) {
      return StrictMath.log1p(-p);
    }
    double others = 0; // more exact than 1 − p, which has lost its digits
    for (int k = 0; k < width; k++) {
      others += k == c ? 0 : Math.exp(logs[start + k]);
    }
    return Math.max(LEAST, Math.log(others));
  }

  /**
   * Rows divided by their sum, a row of zeros uniform, then mixed with the uniform distribution.
   *
   * @param values not negative (n × C), changed
   * @param uniformShare the weight of the uniform distribution
   */
  static Probabilities normalized(double[] values, int width, double uniformShare) {
    int n = values.length / width;
    Rows.forEachRow(
        n,
        3L * values.length,
        i -> {
          double sum = sum(values, i * width, width);
          for (int k = i * width; k < (i + 1) * width; k++) {
            double own = sum > 0 ? values[k] / sum : 1.0 / width;
            values[k] = (1 - uniformShare) * own + uniformShare / width;
          }
          double mixed = sum(values, i * width, width);
          for (int k = i * width; k < (i + 1) * width; k++) {
            values[k] /= mixed;
          }
        });
    return Probabilities.of(n, width, values);
  }

  /** Refuses data of other classes than a stored calibrator has parameters for. */
  static void checkClasses(int fitted, Logits logits) {
    Check.argument(
        fitted == logits.classCount(),
        "this calibrator has parameters of %d classes, got logits of %d",
        fitted,
        logits.classCount());
  }

  private static double sum(double[] values, int start, int width) {
    double sum = 0;
    for (int k = start; k < start + width; k++) {
      sum += values[k];
    }
    return sum;
  }
}
