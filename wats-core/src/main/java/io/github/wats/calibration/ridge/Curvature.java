package io.github.wats.calibration.ridge;

/** A positive definite H (p × p) that can be solved with. */
interface Curvature {
  /** {@code H⁻¹ b}. */
  double[] solve(double[] b);

  /** The diagonal of {@code H⁻¹}. */
  double[] inverseDiagonal();
}
