package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;

/**
 * Structured vector scaling, SVS (Berta, Holzmüller, Jordan, Bach, AISTATS 2026, arXiv 2511.03685):
 * {@link StructuredMatrixScaling} without M, {@code p = softmax((1 + v) ∘ ln q + b)}, minimizes
 * {@code nll + λ (C/n) (‖b‖² + ‖v‖²)}. For any number of classes. Convex. May change a predicted
 * class; adding a constant to a node's logits changes nothing.
 *
 * @param strength λ, 1 in the paper
 */
public record StructuredVectorScaling(
    @Setting(help = StructuredMatrixScaling.STRENGTH_HELP, min = 0, max = 1e9) double strength)
    implements Calibrator<FittedCalibrator> {
  public static final StructuredVectorScaling DEFAULT = new StructuredVectorScaling(1);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "svs",
          "SVS",
          "structured vector scaling: one scale and bias per class, shrunk to TS",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> StructuredMatrixScaling.restore(state));

  public StructuredVectorScaling {
    SettingsSchema.check(StructuredVectorScaling.class, strength);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    return StructuredMatrixScaling.fit(this, data, seed, strength, true);
  }
}
