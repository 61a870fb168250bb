package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.features.NodeColumns;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.List;
import java.util.stream.Stream;

/**
 * Structured matrix scaling, SMS (Berta, Holzmüller, Jordan, Bach, AISTATS 2026, arXiv 2511.03685):
 * temperature scaling with 1/(n + 1) of the uniform distribution mixed in gives q, then {@code p =
 * softmax((I + diag(v) + M) ln q + b)}, M zero on its diagonal, minimizes {@code nll + λ (C/n)
 * (‖b‖² + ‖v‖²) + λ (C(C−1)/n) ‖M‖²}. Few nodes shrink it to temperature scaling. Convex. May
 * change a predicted class; adding a constant to a node's logits changes nothing.
 *
 * @param strength λ, 1 in the paper
 */
public record StructuredMatrixScaling(
    @Setting(help = "strength of the shrinkage to temperature scaling", min = 0, max = 1e9)
        double strength)
    implements Calibrator<FittedCalibrator> {
  public static final StructuredMatrixScaling DEFAULT = new StructuredMatrixScaling(1);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "sms",
          "SMS",
          "structured matrix scaling: an affine map of logits, shrunk by groups",
          Method.Scope.LOGITS,
          false,
          Fitted::restore);

  public StructuredMatrixScaling {
    SettingsSchema.check(StructuredMatrixScaling.class, strength);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    DirichletCalibration.checkClassCount("sms", data);
    CalibrationRows rows = CalibrationRows.of(data);
    double classes = data.classCount();
    double n = rows.nodes().size();
    TemperatureSolver.Solution scaled = TemperatureSolver.solve(rows);
    double share = 1 / (n + 1);
    AffineLoss loss =
        new AffineLoss(
            inputs(rows.logits(), scaled.temperature(), share),
            rows.labels(),
            strength * classes / n,
            strength * classes * (classes - 1) / n,
            strength * classes / n);
    AffineMap.Solution solution = AffineMap.fit(rows, loss);
    List<String> notes = Stream.concat(scaled.notes().stream(), solution.notes().stream()).toList();
    boolean converged = scaled.converged() && solution.converged();
    return new Fitted(
        scaled.temperature(),
        share,
        solution.map(),
        rows.report(this, seed, solution.solver().losses(), converged, notes));
  }

  /** {@code ln((1 − share) softmax(z/T) + share/C)}. */
  private static double[] inputs(Logits logits, double temperature, double share) {
    double[] q = Calibration.ofTemperature(logits, temperature).probabilities().toArray();
    double uniform = share / logits.classCount();
    for (int k = 0; k < q.length; k++) {
      q[k] = Math.max(LogProbabilities.LEAST, Math.log((1 - share) * q[k] + uniform));
    }
    return q;
  }

  /**
   * The fitted map.
   *
   * @param uniformShare the weight of the uniform distribution in q
   */
  record Fitted(double temperature, double uniformShare, AffineMap map, FitReport report)
      implements FittedCalibrator {
    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      return map.apply(logits, StructuredMatrixScaling.inputs(logits, temperature, uniformShare));
    }

    private static Fitted restore(StructuredMatrixScaling calibrator, CalibratorState state) {
      return new Fitted(
          state.positive("temperature"),
          Math.min(1, state.positive("uniform-share")),
          AffineMap.restore(state),
          state.report());
    }
  }
}
