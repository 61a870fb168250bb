package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;

/**
 * Quadratic scaling, for two classes the best by log loss of CalArena (arXiv 2605.30188), one class
 * against the rest: {@code μ = sigmoid(a + b z + c z²)}, z the log-odds {@code ln p − ln(1 − p)} of
 * the class after temperature scaling, minimizes the logistic loss {@code + (λ/n) (a² + (b − 1)² +
 * c²)}. With more than two classes the results of a node are divided by their sum. May change a
 * predicted class, and need not rise with z; adding a constant to a node's logits changes nothing.
 *
 * @param strength λ; 0 for no penalty
 */
public record QuadraticScaling(
    @Setting(help = LogOddsMap.STRENGTH_HELP, min = 0, max = 1e9) double strength)
    implements Calibrator<FittedCalibrator> {
  public static final QuadraticScaling DEFAULT = new QuadraticScaling(1);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "quadratic",
          "Quadratic",
          "quadratic scaling: a parabola in each class's log-odds",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> LogOddsMap.restore(state, 2));

  public QuadraticScaling {
    SettingsSchema.check(QuadraticScaling.class, strength);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    return LogOddsMap.fit(this, data, seed, strength, 2);
  }
}
