package io.github.wats.calibration.internal;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A line from the score s of a pair to its logit, {@code slope · s + offset} (Platt 1999). Scores
 * may be of any scale and sign: those of heuristics are never below 0.
 */
public record ScoreLine(double slope, double offset) implements Serializable {
  /**
   * ½ of this times the squared logit per sd of s, and of that at the mean: it is never needed but
   * where the scores separate the classes.
   */
  private static final double PENALTY = 0.01;

  /** Maximum likelihood on the validation pairs. */
  public static ScoreLine fit(CalibrationRows rows) {
    double[] s = scores(rows.logits());
    int[] y = rows.labels().toArray();
    double mean = Arrays.stream(s).average().orElseThrow();
    double variance = Arrays.stream(s).map(x -> (x - mean) * (x - mean)).average().orElseThrow();
    double sd = variance > 0 ? Math.sqrt(variance) : 1;
    Lbfgs.Objective loss =
        (point, gradient) -> {
          double value = PENALTY / 2 * (point[0] * point[0] + point[1] * point[1]);
          gradient[0] = PENALTY * point[0];
          gradient[1] = PENALTY * point[1];
          for (int i = 0; i < s.length; i++) {
            double x = (s[i] - mean) / sd;
            double away = (1 - 2 * y[i]) * (point[0] * x + point[1]);
            value += Math.max(0, away) + StrictMath.log1p(Math.exp(-Math.abs(away)));
            double residual = (1 - 2 * y[i]) / (1 + Math.exp(-away));
            gradient[0] += residual * x;
            gradient[1] += residual;
          }
          return value;
        };
    double[] found = new Lbfgs(loss, new double[2]).minimize();
    return new ScoreLine(found[0] / sd, found[1] - found[0] * mean / sd);
  }

  private static double[] scores(Logits logits) {
    Check.argument(logits.classCount() == 2, "pairs have two classes, got %d", logits.classCount());
    return IntStream.range(0, logits.nodeCount())
        .mapToDouble(i -> logits.get(i, 1) - logits.get(i, 0))
        .toArray();
  }

  /** {@code (0, slope · s + offset)}. */
  public Logits apply(Logits logits) {
    return Logits.ofBinary(Arrays.stream(scores(logits)).map(s -> slope * s + offset).toArray());
  }

  public CalibratorState.Array toArray() {
    return CalibratorState.Array.of(slope, offset);
  }

  public static ScoreLine restore(CalibratorState state, String name) {
    double[] line = state.array(name, 1, 2).doubles();
    return new ScoreLine(line[0], line[1]);
  }
}
