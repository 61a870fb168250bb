package io.github.wats.calibration.internal;

import io.github.wats.calibration.Training;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A fit of few numbers as the authors of GATS, WATS and HoTS do it: Adam, at most 1000 epochs,
 * stopped when the loss on the nodes the network was trained on has not improved for 50. Kept to
 * reproduce their tables.
 *
 * @param point that with the lowest loss of the early-stopping nodes
 * @param losses before each step
 * @param stopLosses of the early-stopping nodes, after each step
 * @param stopped whether the fit ended before the last epoch
 */
public record AdamFit(
    double[] point, List<Double> losses, List<Double> stopLosses, boolean stopped) {
  private static final Training TRAINING = Training.AUTHORS;
  private static final int EPOCHS = TRAINING.epochs().orElseThrow();
  private static final double FIRST_DECAY = 0.9;
  private static final double SECOND_DECAY = 0.999;
  private static final double EPSILON = 1e-8;

  /**
   * Fits.
   *
   * @param smallest no step carries a number below this
   */
  public static AdamFit of(
      Lbfgs.Objective fitted, Lbfgs.Objective stopping, double[] start, double smallest) {
    double[] point = start.clone();
    double[] best = point.clone();
    double[] first = new double[point.length];
    double[] second = new double[point.length];
    double[] gradient = new double[point.length];
    List<Double> losses = new ArrayList<>();
    List<Double> stopLosses = new ArrayList<>();
    double lowest = Double.POSITIVE_INFINITY;
    int waited = 0;
    for (int epoch = 1; epoch <= EPOCHS && waited < TRAINING.patience(); epoch++) {
      losses.add(fitted.evaluate(point, gradient));
      for (int k = 0; k < point.length; k++) {
        first[k] = FIRST_DECAY * first[k] + (1 - FIRST_DECAY) * gradient[k];
        second[k] = SECOND_DECAY * second[k] + (1 - SECOND_DECAY) * gradient[k] * gradient[k];
        double mean = first[k] / (1 - Math.pow(FIRST_DECAY, epoch));
        double root = Math.sqrt(second[k] / (1 - Math.pow(SECOND_DECAY, epoch)));
        point[k] -= TRAINING.learningRate() * mean / (root + EPSILON);
      }
      Arrays.setAll(point, k -> Math.max(point[k], smallest));
      double loss = stopping.evaluate(point, gradient);
      stopLosses.add(loss);
      waited++;
      if (loss <= lowest) {
        lowest = loss;
        best = point.clone();
        waited = 0;
      }
    }
    return new AdamFit(best, losses, stopLosses, losses.size() < EPOCHS);
  }
}
