package io.github.wats.calibration.ridge;

import io.github.wats.calibration.internal.Lbfgs;
import java.util.function.UnaryOperator;

/** Preconditioned conjugate gradients (Hestenes and Stiefel 1952). */
final class ConjugateGradients {
  private ConjugateGradients() {}

  /**
   * Solves {@code H x = b}.
   *
   * @param product {@code H v}
   * @param precondition {@code P⁻¹ v}
   * @param tolerance of the rest in the norm of the preconditioner, as a part of that of b
   */
  static double[] solve(
      UnaryOperator<double[]> product,
      UnaryOperator<double[]> precondition,
      double[] b,
      double tolerance,
      int mostSteps) {
    double[] x = new double[b.length];
    double[] rest = b.clone();
    double[] direction = precondition.apply(rest);
    double norm = Lbfgs.dot(rest, direction);
    double least = tolerance * tolerance * norm;
    for (int step = 0; step < mostSteps && norm > least; step++) {
      double[] image = product.apply(direction);
      double length = norm / Lbfgs.dot(direction, image);
      for (int j = 0; j < x.length; j++) {
        x[j] += length * direction[j];
        rest[j] -= length * image[j];
      }
      double[] next = precondition.apply(rest);
      double before = norm;
      norm = Lbfgs.dot(rest, next);
      for (int j = 0; j < x.length; j++) {
        direction[j] = next[j] + norm / before * direction[j];
      }
    }
    return x;
  }
}
