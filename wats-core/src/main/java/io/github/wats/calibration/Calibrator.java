package io.github.wats.calibration;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;
import java.io.Serializable;

/**
 * An unfitted calibrator: hyperparameters only. Immutable; equal arguments give equal results,
 * whatever the number of threads. Registered ones are records whose components are settings.
 *
 * @param <F> what a fit returns
 */
public interface Calibrator<F extends FittedCalibrator> extends Serializable {
  /**
   * Learns from the calibration nodes whose label is known. Labels of test nodes have no effect;
   * those of training nodes only where the settings say so ({@link
   * Training.EarlyStopping#TRAINING_NODES}).
   */
  F fit(CalibrationInput input, Labels labels, Split split, long seed);
}
