package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.internal.AdamFit;
import io.github.wats.calibration.internal.Lbfgs;
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
      double[] minimum = other.minimize();
      if (other.value() < best.value()) {
        best = other;
        w = minimum;
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
    AdamFit fit = AdamFit.of(loss, training, STARTS[0], Double.NEGATIVE_INFINITY);
    return new HotsFit(fit.point(), fit.losses(), fit.stopLosses(), fit.stopped());
  }
}
