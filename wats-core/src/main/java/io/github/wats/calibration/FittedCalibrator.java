package io.github.wats.calibration;

import java.io.Serializable;
import java.util.Optional;

/**
 * A fitted calibrator. Immutable. {@code Serializable} only to travel between processes of one
 * version; files hold the {@link CalibratorState}.
 */
public interface FittedCalibrator extends Serializable {
  /**
   * Calibrates all nodes. Labels of test nodes have no effect; those of other nodes only where the
   * calibrator was fitted to use the labels of neighbors.
   */
  Calibration calibrate(CalibrationData data);

  /** What was fitted, and how the fit went. */
  FitReport report();

  /** The registered name of the method that calibrates; for a choice of methods the chosen one. */
  default String method() {
    return report().method();
  }

  /** Everything needed to rebuild this calibrator with {@link Methods#restore}. */
  CalibratorState state();

  /**
   * Why this calibrator works on no other graph than the one it was fitted on, or empty where it
   * does.
   */
  default Optional<String> transductiveReason() {
    return Optional.empty();
  }
}
