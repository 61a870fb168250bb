package io.github.wats.calibration.internal;

import java.util.Arrays;

/**
 * The metric in which {@link Lbfgs} minimizes an {@link AffineLoss}, a part of the Hessian. For the
 * row of each class it has {@code Σ_i w_i x̃_i x̃_iᵀ / n + 2 R}, where x̃ = (x, 1), w = p (1 − p)
 * and R the rates of the penalty. The weighted covariance of x̃ counts by its diagonal, its mean m
 * in full: a row is {@code D + q m mᵀ}, q the mean of w, inverted by Sherman and Morrison. Rows are
 * coupled along their means by {@code −(q_r q_s / Σ q) m_r m_sᵀ}: a constant added to all scores
 * has no effect.
 */
public final class AffineSolver implements Lbfgs.Metric {
  /** The least entry of D, in shares of q: intercepts without penalty have none of their own. */
  private static final double LEAST = 1e-6;

  /** The largest entry of the gradient at the end, relative to the loss where that is above 1. */
  private static final double TOLERANCE = 1e-7;

  /** The same of a start. */
  private static final double ROUGH = 1e-4;

  private final AffineLoss loss;
  private final double[] mean; // m, 1 for intercepts (parameters)
  private final double[] inverse; // 1 / D (parameters)
  private final double[] weight; // q / (1 + q mᵀ D⁻¹ m) (rows)

  private AffineSolver(AffineLoss loss, double[] point) {
    this.loss = loss;
    int size = point.length;
    int stride = loss.stride();
    double[] sums = loss.weightedMoments(point);
    mean = new double[size];
    inverse = new double[size];
    weight = new double[loss.rows()];
    for (int r = 0; r < weight.length; r++) {
      double sum = Math.max(sums[(r + 1) * stride - 1], Double.MIN_NORMAL);
      double q = sum / loss.nodeCount();
      double spread = 0;
      for (int k = 0; k < stride; k++) {
        int p = r * stride + k;
        mean[p] = sums[p] / sum;
        double square = mean[p] * mean[p];
        double variance = Math.max(0, sums[size + p] / sum - square) + LEAST * (1 + square);
        inverse[p] = 1 / (q * variance + 2 * loss.rate(r, k));
        spread += square * inverse[p];
      }
      weight[r] = q / (1 + q * spread);
    }
  }

  /** A solver at the minimum. */
  public static Lbfgs solve(AffineLoss loss) {
    return solve(loss, TOLERANCE);
  }

  /** A full W is solved from about the minimum over diagonal ones. */
  private static Lbfgs solve(AffineLoss loss, double tolerance) {
    double[] start = loss.identity();
    int stride = loss.stride();
    if (stride > 2 && loss.hasAllRows()) {
      double[] found = solve(loss.ofDiagonal(), ROUGH).point();
      for (int r = 0; r < loss.rows(); r++) {
        start[r * stride + loss.own(r)] = found[2 * r];
        start[(r + 1) * stride - 1] = found[2 * r + 1];
      }
    }
    Lbfgs solver = new Lbfgs(loss, start, new AffineSolver(loss, start), tolerance);
    solver.minimize();
    return solver;
  }

  @Override
  public void applyInverse(double[] vector) {
    int stride = loss.stride();
    double[] along = new double[weight.length];
    for (int r = 0; r < weight.length; r++) {
      for (int p = r * stride; p < (r + 1) * stride; p++) {
        vector[p] *= inverse[p];
        along[r] += mean[p] * vector[p];
      }
    }
    double all = Lbfgs.dot(weight, along) / Arrays.stream(weight).sum();
    for (int r = 0; r < weight.length; r++) {
      double factor = weight[r] * (along[r] - (loss.hasAllRows() ? all : 0));
      for (int p = r * stride; p < (r + 1) * stride; p++) {
        vector[p] -= factor * mean[p] * inverse[p];
      }
    }
  }
}
