package io.github.wats.calibration.internal;

/**
 * The metric in which {@link Lbfgs} minimizes an {@link AffineLoss}, a part of the Hessian: for the
 * row of each class {@code Σ_i w_i x̃_i x̃_iᵀ / n + 2 R}, where x̃ = (x, 1), w = p (1 − p) and R
 * the rates of the penalty. The weighted covariance of x̃ counts by its diagonal, its mean m in
 * full: a row is {@code D + q m mᵀ}, inverted by Sherman and Morrison. That is all of it where W is
 * diagonal.
 */
public final class AffineSolver implements Lbfgs.Metric {
  /** The least entry of D, in shares of q: intercepts without penalty have none of their own. */
  private static final double LEAST = 1e-6;

  /** The largest entry of the gradient at the end, relative to the loss where that is above 1. */
  private static final double TOLERANCE = 1e-7;

  private final AffineLoss loss;
  private final double[] mean; // m, 1 for intercepts (parameters)
  private final double[] inverse; // 1 / D (parameters)
  private final double[] weight; // q / (1 + q mᵀ D⁻¹ m) (rows)

  private AffineSolver(AffineLoss loss, double[] point) {
    this.loss = loss;
    int size = point.length;
    double[] squares = new double[loss.x().length];
    for (int k = 0; k < squares.length; k++) {
      squares[k] = loss.x()[k] * loss.x()[k];
    }
    double[] sums =
        loss.sum(
            point,
            2 * size,
            (first, count, scores, p, logSums, sum) -> {
              for (int k = 0; k < count * loss.labels().classCount(); k++) {
                p[k] *= 1 - p[k];
              }
              loss.addMoments(first, count, p, loss.x(), sum, 0);
              loss.addMoments(first, count, p, squares, sum, size);
            });
    int n = loss.labels().nodeCount();
    double[] spread = new double[loss.rows()];
    mean = new double[size];
    inverse = new double[size];
    weight = new double[loss.rows()];
    for (int p = 0; p < size; p++) {
      int row = loss.row(p);
      double q = Math.max(sums[loss.weights() + row], Double.MIN_NORMAL);
      mean[p] = sums[p] / q;
      double variance = Math.max(0, sums[size + p] / q - mean[p] * mean[p]);
      double least = LEAST * (1 + mean[p] * mean[p]);
      inverse[p] = 1 / (q / n * (variance + least) + 2 * loss.rate(p));
      spread[row] += mean[p] * mean[p] * inverse[p];
      weight[row] = q / n;
    }
    for (int r = 0; r < weight.length; r++) {
      weight[r] /= 1 + weight[r] * spread[r];
    }
  }

  /** A solver at the minimum. A full W is solved from the minimum over diagonal ones. */
  public static Lbfgs solve(AffineLoss loss) {
    double[] start = loss.identity();
    if (!loss.diagonal() && loss.rows() == loss.labels().classCount()) {
      AffineLoss inner = loss.ofDiagonal();
      double[] found = solve(inner).point();
      for (int r = 0; r < loss.rows(); r++) {
        start[loss.own(r)] = found[r];
        start[loss.weights() + r] = found[loss.rows() + r];
      }
    }
    Lbfgs solver = new Lbfgs(loss, start, new AffineSolver(loss, start), TOLERANCE);
    solver.minimize();
    return solver;
  }

  @Override
  public void applyInverse(double[] vector) {
    double[] along = new double[weight.length];
    for (int p = 0; p < vector.length; p++) {
      vector[p] *= inverse[p];
      along[loss.row(p)] += mean[p] * vector[p];
    }
    for (int p = 0; p < vector.length; p++) {
      int row = loss.row(p);
      vector[p] -= weight[row] * along[row] * mean[p] * inverse[p];
    }
  }
}
