package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.calibration.internal.AffineSolver;
import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.calibration.internal.SharedLogistic;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.calibration.internal.Warnings;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * For each class a polynomial in its log-odds after temperature scaling: one-vs-rest calibration.
 *
 * @param coefficients of z, z², …, then the constant, for each class (C × (degree + 1))
 */
record LogOddsMap(double temperature, CalibratorState.Array coefficients, FitReport report)
    implements FittedCalibrator {
  static final String STRENGTH_HELP =
      "strength of the shrinkage to temperature scaling; 0 for none";

  static LogOddsMap fit(
      Calibrator<?> calibrator, CalibrationData data, long seed, double strength, int degree) {
    CalibrationRows rows = CalibrationRows.of(data);
    int classes = data.classCount();
    TemperatureSolver.Solution scaled = TemperatureSolver.solve(rows);
    double[] odds = logOdds(rows.logits(), scaled.temperature());
    double rate = strength / rows.nodes().size();
    double[] coefficients = new double[classes * (degree + 1)];
    List<Double> losses = new ArrayList<>();
    boolean converged = scaled.converged();
    for (int c = 0; c < classes; c++) {
      int own = c;
      double[] powers = new double[degree * rows.nodes().size()];
      Arrays.setAll(powers, k -> Math.pow(odds[k / degree * classes + own], 1 + k % degree));
      Lbfgs solver = solve(powers, rows.labels(), c, rate);
      System.arraycopy(solver.point(), 0, coefficients, c * (degree + 1), degree + 1);
      converged &= solver.converged();
      losses.add(solver.value());
    }
    List<String> notes = new ArrayList<>(scaled.notes());
    notes.addAll(Warnings.parameters(rows, coefficients.length));
    return new LogOddsMap(
        scaled.temperature(),
        CalibratorState.Array.of(classes, degree + 1, coefficients),
        rows.report(calibrator, seed, losses, converged, notes));
  }

  /** {@code sigmoid(w x + b)} of a class against the rest, shrunk to w = (1, 0, …), b = 0. */
  static Lbfgs solve(double[] x, Labels labels, int c, double rate) {
    int[] isClass = Arrays.stream(labels.toArray()).map(y -> y == c ? 1 : 0).toArray();
    int width = x.length / isClass.length;
    AffineLoss.Penalty penalty = new AffineLoss.Penalty(rate, rate, rate);
    return AffineSolver.solve(new AffineLoss(x, width, Labels.of(2, isClass), 1, false, penalty));
  }

  /** Lines in the log-odds of this one, for several labels. */
  List<FittedCalibrator> fitLabels(int labels, IntFunction<CalibrationData> data, long seed) {
    double[] own = coefficients.doubles(); // class 1: slope own[2], constant own[3]
    return new SharedLogistic(new double[] {1, 0}, 0, 0)
        .fitLabels(
            new LabelFits.Task(this, labels, data, seed),
            rows -> {
              double[] odds = logOdds(rows.logits(), temperature);
              double[] x = new double[odds.length];
              Arrays.setAll(x, k -> k % 2 == 0 ? own[2] * odds[k + 1] + own[3] : 1);
              return x;
            },
            (theta, fit) -> {
              double slope = theta[0] * own[2];
              double constant = theta[0] * own[3] + theta[1];
              return new LogOddsMap(
                  temperature,
                  CalibratorState.Array.of(2, 2, new double[] {slope, -constant, slope, constant}),
                  fit);
            });
  }

  /** {@code ln p − ln(1 − p)} of all classes of {@code p = softmax(z/T)} (n × C). */
  private static double[] logOdds(Logits logits, double temperature) {
    int classes = logits.classCount();
    double[] logs = LogProbabilities.of(logits, temperature, 0);
    double[] odds = new double[logs.length];
    Rows.forEachRow(
        odds.length,
        20L * odds.length,
        k -> odds[k] = logs[k] - LogProbabilities.complement(logs, classes, k));
    return odds;
  }

  @Override
  public Calibration apply(Logits logits, NodeColumns columns) {
    LogProbabilities.checkClasses(coefficients.rows(), logits);
    int classes = logits.classCount();
    int size = coefficients.columns();
    double[] a = coefficients.doubles();
    double[] scores = logOdds(logits, temperature);
    for (int k = 0; k < scores.length; k++) {
      int first = k % classes * size;
      double sum = 0;
      for (int power = size - 2; power >= 0; power--) {
        sum = (sum + a[first + power]) * scores[k];
      }
      scores[k] = sum + a[first + size - 1];
    }
    return LogProbabilities.oneVersusRest(classes, scores);
  }

  @Override
  public Optional<double[]> betaMap() {
    double[] own = coefficients.doubles(); // class 1: slope own[2], constant own[3]
    boolean line = own.length == 4;
    double slope = line ? own[2] / temperature : 0;
    return line ? Optional.of(new double[] {slope, slope, own[3]}) : Optional.empty();
  }

  static LogOddsMap restore(CalibratorState state, int degree) {
    int classes = state.array("coefficients").rows();
    return new LogOddsMap(
        state.positive("temperature"),
        state.array("coefficients", classes, degree + 1),
        state.report());
  }
}
