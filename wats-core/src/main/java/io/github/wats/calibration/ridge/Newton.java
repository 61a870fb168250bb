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

  /** Of conjugate gradients; a fit then agrees with one of exact steps to 1e-7. */
  private static final double STEP_TOLERANCE = 1e-3;

  /** A step that promises less than half of this times the tolerance may be the last. */
  private static final double MARGIN = 4;

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

  /** The steps at which a Hessian is computed. */
  enum Hessians {
    ALL,
    /** At others the former one, also of another penalty, preconditions conjugate gradients. */
    LAST,
    /** As before; that of the last step is not needed. */
    NONE
  }

  /**
   * Minimizes the loss from {@code x} on; empty if a Hessian is not positive definite in doubles or
   * the objective is not finite.
   */
  static Optional<Solution> solve(PenalizedLoss loss, double[] x, Hessians needed) {
    double[] gradient = new double[x.length];
    double[] point = x.clone();
    List<Double> crossEntropies = new ArrayList<>();
    double value = loss.moveTo(point);
    Optional<? extends Curvature> hessian =
        needed == Hessians.ALL ? Optional.empty() : loss.formerCurvature();
    while (Double.isFinite(value)) {
      double before = value;
      double least = DROP_TOLERANCE * Math.max(1, Math.abs(before));
      loss.writeGradient(gradient);
      Optional<double[]> inexact =
          hessian.flatMap(
              former ->
                  inexact(loss, former, gradient, needed == Hessians.NONE ? 0 : MARGIN * least));
      if (inexact.isEmpty()) {
        hessian = loss.curvature();
        if (hessian.isEmpty()) {
          break;
        }
      }
      double[] direction = inexact.isPresent() ? inexact.get() : hessian.get().solve(gradient);
      value = step(loss, point, direction, before, Lbfgs.dot(gradient, direction));
      crossEntropies.add(loss.crossEntropy());
      double reached = value;
      boolean converged = before - value < least && (inexact.isEmpty() || needed == Hessians.NONE);
      if (Double.isFinite(value) && (converged || crossEntropies.size() == MOST_STEPS)) {
        return loss.forEvidence(hessian.get())
            .map(last -> new Solution(point, last, reached, crossEntropies, converged));
      }
      hessian = needed == Hessians.ALL ? Optional.empty() : hessian;
    }
    return Optional.empty();
  }

  /** A step with the Hessian here; empty if twice what it promises is not above {@code least}. */
  private static Optional<double[]> inexact(
      PenalizedLoss loss, Curvature former, double[] gradient, double least) {
    if (!(Lbfgs.dot(gradient, former.solve(gradient)) > least)) {
      return Optional.empty();
    }
    double[] step =
        ConjugateGradients.solve(
            loss::multiply, former::solve, gradient, STEP_TOLERANCE, MOST_STEPS);
    return Lbfgs.dot(gradient, step) > least ? Optional.of(step) : Optional.empty();
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
