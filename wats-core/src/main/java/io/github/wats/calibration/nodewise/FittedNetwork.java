package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.internal.Check;

/** What the fitted networks of this package share: hyperparameters, weights and report. */
abstract class FittedNetwork<C extends Calibrator<?>> implements FittedCalibrator {
  private static final long serialVersionUID = 1L;

  final C calibrator;
  final FittedWeights weights;
  final FitReport report;

  FittedNetwork(C calibrator, FittedWeights weights, FitReport report) {
    this.calibrator = calibrator;
    this.weights = weights;
    this.report = report;
  }

  /** Refuses logits of another number of classes than {@code weight} has rows. */
  final void checkClasses(String method, String weight, CalibrationData data) {
    int classes = weights.get(weight).rows();
    Check.argument(
        data.classCount() == classes,
        "%s was fitted on %d classes, got logits of %d",
        method,
        classes,
        data.classCount());
  }

  @Override
  public FitReport report() {
    return report;
  }

  @Override
  public CalibratorState state() {
    return CalibratorState.of(report, weights.byName());
  }
}
