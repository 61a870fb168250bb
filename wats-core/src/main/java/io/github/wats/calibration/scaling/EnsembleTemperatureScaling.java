package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.scaling.TemperatureScaling.Solver;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.settings.Setting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Ensemble temperature scaling: {@code p = w1 softmax(z/T) + w2 softmax(z) + w3/C}, weights not
 * negative and summing to 1 (Zhang, Kailkhura, Han, ICML 2020). T is that of {@link
 * TemperatureScaling}; then the weights are solved exactly. Keeps every predicted class, since all
 * three parts rank classes alike; adding a constant to a node's logits changes nothing.
 */
public record EnsembleTemperatureScaling(
    @Setting(help = TemperatureScaling.SOLVER_HELP) Solver solver)
    implements Calibrator<EnsembleTemperatureScaling.Fitted> {
  public static final EnsembleTemperatureScaling DEFAULT =
      new EnsembleTemperatureScaling(Solver.EXACT);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
              DEFAULT,
              "ets",
              "ETS",
              "ensemble of temperature scaling, the network and the uniform distribution",
              Method.Scope.LOGITS,
              true,
              Fitted::restore)
          .withComplexity(2);

  /**
   * Where a uniform guess beats the network on the validation nodes, the optimum is the uniform
   * distribution, in which all classes tie. This weight of the network keeps the predicted class.
   */
  private static final double SMALLEST_SHARE = 1e-6;

  private static final List<String> GUESSING =
      List.of(
          "uniform probabilities have a lower loss than the network on the validation nodes: the"
              + " result is nearly uniform");

  @Override
  public Fitted fit(CalibrationData data, long seed) {
    CalibrationRows rows = CalibrationRows.of(data);
    TemperatureScaling.Fitted scaled = new TemperatureScaling(solver).fit(data, seed);
    SimplexSolver simplex = new SimplexSolver(parts(rows, scaled.temperature()));
    double[] weights = simplex.solve();
    boolean guessing = weights[2] > 1 - SMALLEST_SHARE;
    if (guessing) {
      weights = new double[] {0, SMALLEST_SHARE, 1 - SMALLEST_SHARE};
    }
    FitReport first = scaled.report();
    List<Double> losses = new ArrayList<>(first.losses());
    losses.addAll(simplex.losses);
    boolean converged = first.converged() && simplex.converged();
    FitReport report =
        FitReport.ofSolver(this, seed, first.classCount(), losses, converged, rows.seconds())
            .withEarlyStopping(first.earlyStopping(), first.validationLosses())
            .withNotes(guessing ? GUESSING : List.of())
            .withNotes(first.notes());
    return new Fitted(scaled.temperature(), CalibratorState.Array.of(weights), report);
  }

  @Override
  public boolean usesTrainingNodes() {
    return solver == Solver.ADAM;
  }

  /** For each row what the three parts give to the true class. */
  private static double[][] parts(CalibrationRows rows, double temperature) {
    Logits logits = rows.logits();
    Probabilities plain = logits.softmax();
    Probabilities scaled = scaled(logits, temperature);
    double[][] parts = new double[logits.nodeCount()][];
    for (int i = 0; i < parts.length; i++) {
      int label = rows.labels().get(i);
      parts[i] =
          new double[] {scaled.get(i, label), plain.get(i, label), 1.0 / logits.classCount()};
    }
    return parts;
  }

  private static Probabilities scaled(Logits logits, double temperature) {
    return Calibration.ofTemperature(logits, temperature).probabilities();
  }

  /** One temperature and the weights of the three parts (1 × 3). */
  public record Fitted(double temperature, CalibratorState.Array weights, FitReport report)
      implements FittedCalibrator {
    @Override
    public Optional<String> formula() {
      return Optional.of(
          """
          w = Reshape(weights, @-1)
          p = Mul(Softmax(Div(logits, temperature), axis=1), Gather(w, @0))
          p = Add(Add(p, Mul(Softmax(logits, axis=1), Gather(w, @1))), Div(Gather(w, @2), classes))
          """);
    }

    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      double[] mixed = scaled(logits, temperature).toArray();
      double[] plain = logits.softmax().toArray();
      double[] w = weights.doubles();
      double uniform = w[2] / logits.classCount();
      for (int k = 0; k < mixed.length; k++) {
        mixed[k] = w[0] * mixed[k] + w[1] * plain[k] + uniform;
      }
      return Calibration.of(Probabilities.of(logits.nodeCount(), logits.classCount(), mixed));
    }

    private static Fitted restore(EnsembleTemperatureScaling calibrator, CalibratorState form) {
      double[] weights = form.array("weights", 1, 3).doubles();
      double sum = weights[0] + weights[1] + weights[2];
      Check.argument(
          Arrays.stream(weights).allMatch(w -> w >= 0) && Math.abs(sum - 1) <= 1e-6,
          "array weights of a stored ets calibrator must not be negative and sum to 1, got %s",
          Arrays.toString(weights));
      return new Fitted(form.positive("temperature"), form.array("weights"), form.report());
    }
  }
}
