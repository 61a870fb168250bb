package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.calibration.internal.SharedLogistic;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Logits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Beta calibration (Kull, Silva Filho, Flach, AISTATS 2017), one class against the rest: {@code μ =
 * sigmoid(a ln p − b ln(1 − p) + c)} with a, b ≥ 0, fitted by maximum likelihood; where a or b
 * would be negative it is set to 0 and the others are fitted again. The results of a node are
 * divided by their sum. May change a predicted class; adding a constant to a node's logits changes
 * nothing.
 *
 * <p>Of several labels, a, b and c have {@linkplain SharedLogistic normal priors} around those of a
 * fit to all their outcomes together.
 */
public record BetaCalibration() implements Calibrator<FittedCalibrator>, LabelFits {
  public static final BetaCalibration DEFAULT = new BetaCalibration();

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "beta",
          "Beta",
          "beta calibration: a beta-shaped function of each class's probability",
          Method.Scope.LOGITS,
          false,
          Fitted::restore);

  private static final int SIZE = 3; // a, b, c

  /** Without it, a and b diverge on separable classes; it shrinks to a = b = 1, c = 0. */
  private static final double PENALTY = 5e-7;

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    int classes = data.classCount();
    double[] logs = LogProbabilities.of(rows.logits(), 1, 0);
    double[] parameters = new double[SIZE * classes];
    List<Double> losses = new ArrayList<>();
    boolean converged = true;
    for (int c = 0; c < classes; c++) {
      double[] inputs = inputs(logs, classes, c, 2);
      boolean[] fixed = new boolean[2];
      double[] found;
      Lbfgs solver;
      do {
        solver = LogOddsMap.solve(design(inputs, fixed), rows.labels(), c, PENALTY);
        double[] w = solver.point();
        found = new double[] {fixed[0] ? 0 : w[0], fixed[1] ? 0 : w[0] + w[1], w[2]};
        fixed[found[0] <= found[1] ? 0 : 1] |= Math.min(found[0], found[1]) < 0;
      } while (Math.min(found[0], found[1]) < 0);
      System.arraycopy(found, 0, parameters, SIZE * c, SIZE);
      converged &= solver.converged();
      losses.add(solver.value());
    }
    return new Fitted(
        CalibratorState.Array.of(classes, SIZE, parameters),
        rows.report(this, seed, losses, converged, List.of()));
  }

  /** {@code ln p} and {@code −ln(1 − p)} of a class, then ones (n × size). */
  private static double[] inputs(double[] logs, int classes, int c, int size) {
    double[] inputs = new double[logs.length / classes * size];
    for (int i = 0; i < logs.length / classes; i++) {
      int at = i * classes + c;
      inputs[i * size] = logs[at];
      inputs[i * size + 1] = -LogProbabilities.complement(logs, classes, at);
      Arrays.fill(inputs, i * size + 2, (i + 1) * size, 1);
    }
    return inputs;
  }

  /** {@code u + v} and v, the factors of a and b − a; an input whose factor is fixed is 0. */
  private static double[] design(double[] inputs, boolean[] fixed) {
    double[] x = new double[inputs.length];
    for (int k = 0; k < x.length; k += 2) {
      x[k + 1] = fixed[1] ? 0 : inputs[k + 1];
      x[k] = x[k + 1] + (fixed[0] ? 0 : inputs[k]);
    }
    return x;
  }

  @Override
  public List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int labels, IntFunction<CalibrationData> data, long seed) {
    Fitted all = (Fitted) fit(pooled, seed);
    double[] center = Arrays.copyOfRange(all.parameters.doubles(), SIZE, 2 * SIZE); // of class 1
    return new SharedLogistic(center, 2, 0)
        .fitLabels(
            new LabelFits.Task(all, labels, data, seed),
            rows -> inputs(LogProbabilities.of(rows.logits(), 1, 0), 2, 1, SIZE),
            (theta, report) ->
                new Fitted(
                    CalibratorState.Array.of(
                        2,
                        SIZE,
                        new double[] {theta[1], theta[0], -theta[2], theta[0], theta[1], theta[2]}),
                    report));
  }

  /** a, b and c of every class (C × 3). */
  record Fitted(CalibratorState.Array parameters, FitReport report) implements FittedCalibrator {
    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      LogProbabilities.checkClasses(parameters.rows(), logits);
      int classes = logits.classCount();
      double[] x = parameters.doubles();
      double[] logs = LogProbabilities.of(logits, 1, 0);
      double[] scores = new double[logs.length];
      Rows.forEachRow(
          scores.length,
          50L * scores.length,
          k -> {
            int first = k % classes * SIZE;
            double complement = LogProbabilities.complement(logs, classes, k);
            scores[k] = x[first] * logs[k] - x[first + 1] * complement + x[first + 2];
          });
      return LogProbabilities.oneVersusRest(classes, scores);
    }

    @Override
    public Optional<double[]> betaMap() {
      double[] all = parameters.doubles();
      return parameters.rows() == 2
          ? Optional.of(Arrays.copyOfRange(all, SIZE, 2 * SIZE)) // of class 1
          : Optional.empty();
    }

    private static Fitted restore(BetaCalibration calibrator, CalibratorState state) {
      int classes = state.array("parameters").rows();
      return new Fitted(state.array("parameters", classes, SIZE), state.report());
    }
  }
}
