package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;

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
    @Setting(help = StructuredMatrixScaling.STRENGTH_HELP, min = 0, max = 1e9) double strength)
    implements Calibrator<FittedCalibrator> {
  public static final StructuredMatrixScaling DEFAULT = new StructuredMatrixScaling(1);

  static final String STRENGTH_HELP = "strength of the shrinkage to temperature scaling";

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "sms",
          "SMS",
          "structured matrix scaling: an affine map of logits, shrunk by groups",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> restore(state));

  public StructuredMatrixScaling {
    SettingsSchema.check(StructuredMatrixScaling.class, strength);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    return fit(this, data, seed, strength, false);
  }

  /** With one scale and intercept per class, and unless diagonal a weight for each other class. */
  static FittedCalibrator fit(
      Calibrator<?> calibrator,
      CalibrationData data,
      long seed,
      double strength,
      boolean diagonal) {
    CalibrationRows rows = CalibrationRows.of(data);
    double n = rows.nodes().size();
    double rate = strength * data.classCount() / n;
    return AffineMap.fit(
        calibrator,
        seed,
        rows,
        TemperatureSolver.solve(rows),
        1 / (n + 1),
        diagonal,
        new AffineLoss.Penalty(rate, rate * (data.classCount() - 1), rate));
  }

  static FittedCalibrator restore(CalibratorState state) {
    double share = Math.min(1, state.positive("uniform-share"));
    return AffineMap.restore(state, state.positive("temperature"), share);
  }
}
