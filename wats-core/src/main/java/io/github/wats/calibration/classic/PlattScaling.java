package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.LabelFits;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Platt scaling (Platt 1999), one class against the rest: {@code μ = sigmoid(a + b z)}, z the
 * log-odds {@code ln p − ln(1 − p)} of the class after temperature scaling, minimizes the logistic
 * loss {@code + (λ/n) (a² + (b − 1)²)}. With two classes that is the method of the paper, but for
 * the penalty in place of its smoothed labels; with more, the results of a node are divided by
 * their sum, as in scikit-learn. May change a predicted class; adding a constant to a node's logits
 * changes nothing.
 *
 * <p>Of several labels, {@code μ = sigmoid(a_l + b_l v)} where v are the log-odds of a fit to all
 * their outcomes together, with {@linkplain io.github.wats.calibration.internal.SharedLogistic
 * normal priors} of a_l around 0 and b_l around 1 in place of the penalty.
 *
 * @param strength λ; 0 for no penalty
 */
public record PlattScaling(
    @Setting(help = LogOddsMap.STRENGTH_HELP, min = 0, max = 1e9) double strength)
    implements Calibrator<FittedCalibrator>, LabelFits {
  public static final PlattScaling DEFAULT = new PlattScaling(1);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "platt",
          "Platt",
          "Platt scaling: a line in the log-odds, each class against the rest",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> LogOddsMap.restore(state, 1));

  public PlattScaling {
    SettingsSchema.check(PlattScaling.class, strength);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    return LogOddsMap.fit(this, data, seed, strength, 1);
  }

  @Override
  public List<FittedCalibrator> fitLabels(
      CalibrationData pooled, int labels, IntFunction<CalibrationData> data, long seed) {
    return LogOddsMap.fit(this, pooled, seed, strength, 1).fitLabels(labels, data, seed);
  }
}
