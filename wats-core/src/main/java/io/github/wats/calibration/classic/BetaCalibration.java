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

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    int classes = data.classCount();
    double[] logs = LogProbabilities.of(rows.logits());
    double[] parameters = new double[SIZE * classes];
    List<Double> losses = new ArrayList<>();
    boolean converged = true;
    for (int c = 0; c < classes; c++) {
      Lbfgs solver = solved(Loss.of(logs, classes, c, rows.labels().toArray()));
      System.arraycopy(solver.minimize(), 0, parameters, SIZE * c, SIZE);
      converged &= solver.converged();
      losses.add(solver.value());
    }
    return new Fitted(
        CalibratorState.Array.of(classes, SIZE, parameters),
        rows.report(this, seed, losses, converged, List.of()));
  }

  @Override
  public List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int labels, IntFunction<CalibrationData> data, long seed) {
    Fitted all = (Fitted) fit(pooled, seed);
    double[] center = Arrays.copyOfRange(all.parameters.doubles(), SIZE, 2 * SIZE); // of class 1
    return new SharedLogistic(center, 2, 0)
        .fitLabels(
            new LabelFits.Task(all, labels, data, seed),
            rows -> {
              double[] logs = LogProbabilities.of(rows.logits());
              double[] inputs = Loss.of(logs, 2, 1, rows.labels().toArray()).inputs;
              double[] x = new double[SIZE * rows.nodes().size()];
              Arrays.setAll(x, k -> k % SIZE == 2 ? 1 : inputs[k / SIZE * 2 + k % SIZE]);
              return x;
            },
            (theta, report) ->
                new Fitted(
                    CalibratorState.Array.of(
                        2,
                        SIZE,
                        new double[] {theta[1], theta[0], -theta[2], theta[0], theta[1], theta[2]}),
                    report));
  }

  /** A solver at the optimum with a and b that are not negative. */
  private static Lbfgs solved(Loss loss) {
    Lbfgs solver = new Lbfgs(loss, loss.start());
    double[] minimum = solver.minimize();
    int worst = minimum[0] <= minimum[1] ? 0 : 1;
    if (minimum[worst] >= 0) {
      return solver;
    }
    loss.fixed[worst] = true;
    return solved(loss);
  }

  /**
   * The mean logistic loss of one class against the rest.
   *
   * @param inputs ln p and −ln(1 − p) of each node (n × 2)
   * @param fixed whether a and b are set to 0
   */
  record Loss(double[] inputs, boolean[] isClass, boolean[] fixed) implements Lbfgs.Objective {
    /** Without it, a and b diverge on separable classes; it shrinks to a = b = 1, c = 0. */
    private static final double PENALTY = 1e-6;

    static Loss of(double[] logs, int classes, int c, int[] labels) {
      double[] inputs = new double[2 * labels.length];
      boolean[] isClass = new boolean[labels.length];
      for (int i = 0; i < labels.length; i++) {
        inputs[2 * i] = logs[i * classes + c];
        inputs[2 * i + 1] = -LogProbabilities.complement(logs, i * classes, classes, c);
        isClass[i] = labels[i] == c;
      }
      return new Loss(inputs, isClass, new boolean[2]);
    }

    double[] start() {
      return new double[] {fixed[0] ? 0 : 1, fixed[1] ? 0 : 1, 0};
    }

    @Override
    public double evaluate(double[] point, double[] gradient) {
      double value = 0;
      for (int k = 0; k < SIZE; k++) {
        double shift = point[k] - (k < 2 ? 1 : 0);
        value += PENALTY / 2 * shift * shift;
        gradient[k] = PENALTY * shift;
      }
      int n = isClass.length;
      for (int i = 0; i < n; i++) {
        double s = point[0] * inputs[2 * i] + point[1] * inputs[2 * i + 1] + point[2];
        double away = isClass[i] ? -s : s; // the loss is ln(1 + e^away)
        value += (Math.max(0, away) + StrictMath.log1p(Math.exp(-Math.abs(away)))) / n;
        double residual = (sigmoid(s) - (isClass[i] ? 1 : 0)) / n;
        gradient[0] += residual * inputs[2 * i];
        gradient[1] += residual * inputs[2 * i + 1];
        gradient[2] += residual;
      }
      gradient[0] = fixed[0] ? 0 : gradient[0];
      gradient[1] = fixed[1] ? 0 : gradient[1];
      return value;
    }
  }

  private static double sigmoid(double s) {
    return 1 / (1 + Math.exp(-s));
  }

  /** a, b and c of every class (C × 3). */
  record Fitted(CalibratorState.Array parameters, FitReport report) implements FittedCalibrator {
    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      LogProbabilities.checkClasses(parameters.rows(), logits);
      int classes = logits.classCount();
      double[] x = parameters.doubles();
      double[] logs = LogProbabilities.of(logits);
      double[] result = new double[logs.length];
      Rows.forEachRow(
          result.length,
          50L * result.length,
          k -> {
            int c = k % classes;
            double complement = LogProbabilities.complement(logs, k - c, classes, c);
            double s = x[SIZE * c] * logs[k] - x[SIZE * c + 1] * complement + x[SIZE * c + 2];
            result[k] = sigmoid(s);
          });
      return Calibration.of(LogProbabilities.normalized(result, classes, 0));
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
