package io.github.wats.calibration;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Split;

/**
 * A recipe: settings in, nothing learnt yet. Immutable; equal arguments give equal results,
 * whatever the number of threads.
 *
 * @param <F> what a fit returns
 */
public interface Calibrator<F extends FittedCalibrator> {
  /** The name the method is registered under. */
  String method();

  /** Every setting of this recipe, in a fixed order. */
  Settings settings();

  /**
   * Learns from the calibration nodes whose label is known. Labels of test nodes have no effect;
   * those of training nodes only where the settings say so ({@link EarlyStopping#TRAINING_NODES}).
   */
  F fit(CalibrationInput input, Labels labels, Split split, long seed);
}
