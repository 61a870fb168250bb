package io.github.wats.calibration.scaling;

import io.github.wats.calibration.Training;
import io.github.wats.calibration.internal.TemperatureLoss;
import io.github.wats.calibration.internal.TemperatureLoss.At;
import io.github.wats.calibration.internal.TemperatureSolver;
import java.util.ArrayList;
import java.util.List;

/**
 * Temperature scaling as the authors of GATS and WATS fit it: Adam on T from T = 1, at most 1000
 * epochs, stopped when the loss on the nodes the network was trained on has not improved for 50.
 * Kept to reproduce their tables; {@link TemperatureSolver} finds the optimum.
 *
 * @param temperature that with the lowest loss of the early-stopping nodes
 * @param losses before each step
 * @param validationLosses of the early-stopping nodes, after each step
 */
record AdamTemperature(double temperature, List<Double> losses, List<Double> validationLosses) {
  private static final Training TRAINING = Training.AUTHORS;
  private static final int EPOCHS = TRAINING.epochs().orElseThrow();
  private static final double FIRST_DECAY = 0.9;
  private static final double SECOND_DECAY = 0.999;
  private static final double EPSILON = 1e-8;

  /** A step may not carry T below the range of the solver: z / T would change its sign. */
  private static final double SMALLEST = Math.exp(-TemperatureSolver.LARGEST_LOG);

  static AdamTemperature fit(TemperatureLoss fitted, TemperatureLoss validation) {
    List<Double> losses = new ArrayList<>();
    List<Double> validationLosses = new ArrayList<>();
    double temperature = 1;
    double best = 1;
    double lowest = Double.POSITIVE_INFINITY;
    double first = 0;
    double second = 0;
    int waited = 0;
    for (int epoch = 1; epoch <= EPOCHS && waited < TRAINING.patience(); epoch++) {
      At at = fitted.at(1 / temperature);
      losses.add(at.loss());
      double gradient = -at.gradient() / (temperature * temperature);
      first = FIRST_DECAY * first + (1 - FIRST_DECAY) * gradient;
      second = SECOND_DECAY * second + (1 - SECOND_DECAY) * gradient * gradient;
      double mean = first / (1 - Math.pow(FIRST_DECAY, epoch));
      double root = Math.sqrt(second / (1 - Math.pow(SECOND_DECAY, epoch)));
      temperature -= TRAINING.learningRate() * mean / (root + EPSILON);
      temperature = Math.max(temperature, SMALLEST);
      double loss = validation.at(1 / temperature).loss();
      validationLosses.add(loss);
      waited++;
      if (loss <= lowest) {
        lowest = loss;
        best = temperature;
        waited = 0;
      }
    }
    return new AdamTemperature(best, losses, validationLosses);
  }
}
