package io.github.wats.calibration.classic;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.internal.AffineLoss;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Check;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.Setting;
import io.github.wats.settings.SettingsSchema;

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
          (calibrator, state) -> new Fitted(AffineMap.restore(state), state.report()));

  /** A weight for each pair of classes: more would not fit into memory. */
  static final int MAX_CLASSES = 1_000;

  public DirichletCalibration {
    SettingsSchema.check(DirichletCalibration.class, offDiagonal, intercept);
  }

  @Override
  public FittedCalibrator fit(CalibrationData data, long seed) {
    checkClassCount("dirichlet", data);
    CalibrationRows rows = CalibrationRows.of(data);
    int classes = data.classCount();
    double pairs = Math.max(1.0, classes * (classes - 1.0));
    AffineLoss loss =
        new AffineLoss(
            LogProbabilities.of(rows.logits()),
            classes,
            rows.labels(),
            classes,
            false,
            new AffineLoss.Penalty(0, offDiagonal / pairs, intercept / classes));
    AffineMap.Solution solution = AffineMap.fit(rows, loss);
    return new Fitted(
        solution.map(),
        rows.report(
            this, seed, solution.solver().losses(), solution.converged(), solution.notes()));
  }

  static void checkClassCount(String method, CalibrationData data) {
    Check.argument(
        data.classCount() <= MAX_CLASSES,
        "%s takes at most %d classes, since it has a weight for each pair of them, got %d: use svs",
        method,
        MAX_CLASSES,
        data.classCount());
  }

  /** The fitted map. */
  record Fitted(AffineMap map, FitReport report) implements FittedCalibrator {
    @Override
    public Calibration apply(Logits logits, NodeColumns columns) {
      return map.apply(logits, LogProbabilities.of(logits));
    }
  }
}
