package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;

/** Logarithms of probabilities, computed from logits, and probabilities from numbers per class. */
final class LogProbabilities {
  /** Smaller logarithms count as this: that of the smallest normal float, about −87. */
  static final double LEAST = Math.log(Float.MIN_NORMAL);

  private LogProbabilities() {}

  /** {@code ln((1 − u) softmax(z/T) + u/C)} of all nodes (n × C), row by row. */
  static double[] of(Logits logits, double temperature, double uniformShare) {
    int width = logits.classCount();
    double[] logs = logits.toArray();
    Rows.forEachRow(
        logits.nodeCount(),
        20L * logs.length,
        i -> rowInPlace(logs, i * width, (i + 1) * width, temperature, uniformShare));
    return logs;
  }

  private static void rowInPlace(
      double[] row, int start, int end, double temperature, double uniformShare) {
    boolean mixed = uniformShare > 0;
    double top = Double.NEGATIVE_INFINITY;
    for (int k = start; k < end; k++) {
      top = Math.max(top, row[k]);
    }
    double sum = 0;
    for (int k = start; k < end; k++) {
      double below = (row[k] - top) / temperature;
      double power = Math.exp(below);
      sum += power;
      row[k] = mixed ? power : below;
    }
    double log = Math.log(sum);
    double own = (1 - uniformShare) / sum;
    double uniform = uniformShare / (end - start);
    for (int k = start; k < end; k++) {
      row[k] = Math.max(LEAST, mixed ? Math.log(own * row[k] + uniform) : row[k] - log);
    }
  }

  /** {@code ln(1 − p)} for the entry {@code at} of rows of logarithms. */
  static double complement(double[] logs, int width, int at) {
    double p = Math.exp(logs[at]);
    if (p < 0.5) {
      return StrictMath.log1p(-p);
    }
    double others = 0; // more exact than 1 − p, which has lost its digits
    for (int k = at - at % width; k < at - at % width + width; k++) {
      others += k == at ? 0 : Math.exp(logs[k]);
    }
    return Math.max(LEAST, Math.log(others));
  }

  /** One class against the rest: {@code sigmoid(scores)} (n × C), a row divided by its sum. */
  static Calibration oneVersusRest(int width, double[] scores) {
    Rows.forEachRow(scores.length, 10L * scores.length, k -> scores[k] = sigmoid(scores[k]));
    return Calibration.of(normalized(scores, width, 0));
  }

  private static double sigmoid(double score) {
    return 1 / (1 + Math.exp(-score));
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
