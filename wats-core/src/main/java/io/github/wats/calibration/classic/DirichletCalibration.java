package io.github.wats.calibration.classic;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.calibration.internal.TemperatureSolver;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;
import java.util.List;

/**
 * Dirichlet calibration with off-diagonal and intercept regularization, ODIR (Kull et al., NeurIPS
 * 2019): {@code softmax(W ln p + b)}, fitted by {@code nll + λ/(C(C−1)) Σ_(c≠k) w_ck² + μ/C Σ_c
 * b_c²}, which is convex. May change a predicted class; adding a constant to a node's logits
 * changes nothing.
 *
 * @param offDiagonal λ; the paper selects λ and μ by cross-validation for each data set
 * @param intercept μ
 */
public record DirichletCalibration(
    @Setting(help = "regularization λ of the off-diagonal weights", min = 0, max = 1e9)
        double offDiagonal,
    @Setting(help = "regularization μ of the intercepts", min = 0, max = 1e9) double intercept)
    implements Calibrator<FittedCalibrator> {
  public static final DirichletCalibration DEFAULT = new DirichletCalibration(1, 1);

  /** What this calibrator is registered as. */
  public static final Method METHOD =
      Method.of(
          DEFAULT,
          "dirichlet",
          "Dirichlet",
          "Dirichlet calibration: an affine map of log-probabilities, regularized (ODIR)",
          Method.Scope.LOGITS,
          false,
          (calibrator, state) -> AffineMap.restore(state, 1, 0));

  public DirichletCalibration {
    SettingsSchema.check(DirichletCalibration.class, offDiagonal, intercept);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    double pairs = Math.max(1.0, data.classCount() * (data.classCount() - 1.0));
    return AffineMap.fit(
        this,
        seed,
        CalibrationRows.of(data),
        new TemperatureSolver.Solution(1, List.of(), true, List.of()),
        0,
        false,
        new AffineLoss.Penalty(0, offDiagonal / pairs, intercept / data.classCount()));
  }
}
