package io.github.wats.calibration;

import io.github.wats.prediction.Probabilities;

/** One positive temperature per node: {@code p_i = softmax(z_i / T_i)}. Keeps every class. */
public interface FittedTemperatures extends FittedCalibrator {
  /** The temperature of each node (n), each above 0. */
  double[] temperatures(CalibrationInput input);

  @Override
  default Probabilities calibrate(CalibrationInput input) {
    return input.logits().dividedBy(temperatures(input)).softmax();
  }
}
