package io.github.wats.calibration;

import io.github.wats.prediction.Probabilities;
import java.io.Serializable;
import java.util.Optional;

/**
 * What was learnt. Immutable. {@code Serializable} only to travel between processes of one version;
 * files hold the {@link StoredForm}.
 */
public interface FittedCalibrator extends Serializable {
  /** Calibrated probabilities of all nodes. */
  Probabilities calibrate(CalibrationInput input);

  /** How the fit went. */
  FitReport fitReport();

  /** Everything needed to rebuild this calibrator with {@link Methods#restore}. */
  StoredForm storedForm();

  /**
   * Why this calibrator works on no other graph than the one it was fitted on, or empty where it
   * does.
   */
  default Optional<String> boundToItsGraph() {
    return Optional.empty();
  }
}
