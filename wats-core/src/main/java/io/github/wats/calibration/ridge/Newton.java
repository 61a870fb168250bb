package io.github.wats.calibration.ridge;

import io.github.wats.calibration.internal.Lbfgs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Newton's method with halved steps on a {@link PenalizedLoss}. */
final class Newton {
  static final int MOST_STEPS = 50;
  private static final double DROP_TOLERANCE = 1e-8;
  private static final double SUFFICIENT_DECREASE = 1e-4;
  private static final double SMALLEST_STEP = 1e-4;

  private Newton() {}

  /**
   * Where a solve ended.
   *
   * @param x the point (p)
   * @param lastHessian the Hessian that gave the last step, which is not the one at x: the evidence
   *     is defined by it; with many classes the one at x
   * @param objective the penalized loss at x
   * @param crossEntropies the loss without its penalty after each step
   * @param converged whether the last step lowered the objective by less than the tolerance
   */
  record Solution(
      double[] x,
      Curvature lastHessian,
      double objective,
      List<Double> crossEntropies,
      boolean converged) {
    int steps() {
      return crossEntropies.size();
    }
  }

  /**
   * Minimizes the loss from {@code x} on; empty if a Hessian is not positive definite in doubles or
   * the objective is not finite.
   */
  static Optional<Solution> solve(PenalizedLoss loss, double[] x) {
    int size = x.length;
    double[] gradient = new double[size];
    double[] point = x.clone();
    List<Double> crossEntropies = new ArrayList<>();
    double value = loss.moveTo(point);
    while (Double.isFinite(value)) {
      Optional<? extends Curvature> factor = loss.curvature(gradient);
      if (factor.isEmpty()) {
        break;
      }
      double[] direction = factor.get().solve(gradient);
      double before = value;
      value = step(loss, point, direction, value, Lbfgs.dot(gradient, direction));
      crossEntropies.add(loss.crossEntropy());
      double reached = value;
      boolean converged = before - value < DROP_TOLERANCE * Math.max(1, Math.abs(before));
      if (Double.isFinite(value) && (converged || crossEntropies.size() == MOST_STEPS)) {
        return loss.forEvidence(factor.get())
            .map(last -> new Solution(point, last, reached, crossEntropies, converged));
      }
    }
    return Optional.empty();
  }

  /** Moves {@code point} against the direction by a halved step and returns the objective there. */
  private static double step(
      PenalizedLoss loss, double[] point, double[] direction, double value, double decrease) {
    double[] trial = new double[point.length];
    double length = 1;
    while (true) {
      for (int j = 0; j < trial.length; j++) {
        trial[j] = point[j] - length * direction[j];
      }
      double reached = loss.moveTo(trial);
      if (reached <= value - SUFFICIENT_DECREASE * length * decrease || length < SMALLEST_STEP) {
        System.arraycopy(trial, 0, point, 0, point.length);
        return reached;
      }
      length /= 2;
    }
  }
}
