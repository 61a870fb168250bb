package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.Training;
import io.github.wats.calibration.internal.Lbfgs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The three parameters of HoTS, found in one of two ways.
 *
 * @param w the parameters
 * @param losses exact: after each step from the best start; authors: before each step
 * @param stopLosses authors: the loss of the training nodes after each step
 */
record HotsFit(double[] w, List<Double> losses, List<Double> stopLosses, boolean converged) {
  /** Parameters are searched in ±12: beyond, a softplus has no effect or is its argument. */
  private static final double RANGE = 12;

  private static final double[][] STARTS = {{0.5, 0.5, 0}, {-1, -2, -2}, {0, -4, -4}};

  /** The best of three starts by L-BFGS. */
  static HotsFit exact(HotsLoss loss) {
    Lbfgs best = solver(loss, STARTS[0]);
    double[] w = best.minimize();
    for (int k = 1; k < STARTS.length; k++) {
      Lbfgs other = solver(loss, STARTS[k]);
      double[] found = other.minimize();
      if (other.value() < best.value()) {
        best = other;
        w = found;
      }
    }
    return new HotsFit(inRange(w), best.losses(), List.of(), best.converged());
  }

  /** A solver for v with {@code w = 12 tanh(v/12)}. */
  private static Lbfgs solver(HotsLoss loss, double[] start) {
    double[] from =
        Arrays.stream(start)
            .map(w -> RANGE / 2 * Math.log((1 + w / RANGE) / (1 - w / RANGE)))
            .toArray();
    return new Lbfgs(
        (v, gradient) -> {
          double[] w = inRange(v);
          double value = loss.evaluate(w, gradient);
          for (int k = 0; k < w.length; k++) {
            gradient[k] *= 1 - w[k] / RANGE * (w[k] / RANGE);
          }
          return value;
        },
        from);
  }

  private static double[] inRange(double[] v) {
    return Arrays.stream(v).map(x -> RANGE * StrictMath.tanh(x / RANGE)).toArray();
  }

  /** As published: Adam from the first start, stopped on the training nodes. */
  static HotsFit authors(HotsLoss loss, HotsLoss training) {
    Training settings = Training.AUTHORS;
    double[] w = STARTS[0].clone();
    double[] best = w.clone();
    double[] first = new double[w.length];
    double[] second = new double[w.length];
    double[] gradient = new double[w.length];
    List<Double> losses = new ArrayList<>();
    List<Double> stopLosses = new ArrayList<>();
    double lowest = Double.POSITIVE_INFINITY;
    int waited = 0;
    int most = settings.epochs().orElseThrow();
    while (losses.size() < most && waited < settings.patience()) {
      losses.add(loss.evaluate(w, gradient));
      int step = losses.size();
      for (int k = 0; k < w.length; k++) {
        first[k] = 0.9 * first[k] + 0.1 * gradient[k];
        second[k] = 0.999 * second[k] + 0.001 * gradient[k] * gradient[k];
        double mean = first[k] / (1 - Math.pow(0.9, step));
        double root = Math.sqrt(second[k] / (1 - Math.pow(0.999, step)));
        w[k] -= settings.learningRate() * mean / (root + 1e-8);
      }
      stopLosses.add(training.evaluate(w, gradient));
      waited++;
      if (stopLosses.get(step - 1) <= lowest) {
        lowest = stopLosses.get(step - 1);
        best = w.clone();
        waited = 0;
      }
    }
    return new HotsFit(best, losses, stopLosses, losses.size() < most);
  }
}
