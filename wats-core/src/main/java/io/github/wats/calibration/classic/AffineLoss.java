package io.github.wats.calibration.classic;

import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Labels;

/**
 * {@code f(W, b) = (1/n) Σ_i −ln softmax(W x_i + b)[y_i] + r_d Σ_c (w_cc − 1)² + r_o Σ_(c≠k) w_ck²
 * + r_b Σ_c b_c²} and its gradient; parameters are W row by row, then b. Convex.
 *
 * @param x the inputs (n × C)
 * @param diagonal r_d
 * @param offDiagonal r_o
 * @param intercept r_b
 */
record AffineLoss(double[] x, Labels labels, double diagonal, double offDiagonal, double intercept)
    implements Lbfgs.Objective {
  /** Added to each r, so that separable classes do not drive parameters to infinity. */
  private static final double LEAST_PENALTY = 1e-10;

  private static final int BLOCK = 512; // rows per sum: fixed, so any number of threads agrees

  int classes() {
    return labels.classCount();
  }

  /** W = I, b = 0. */
  double[] identity() {
    double[] point = new double[classes() * (classes() + 1)];
    for (int c = 0; c < classes(); c++) {
      point[c * classes() + c] = 1;
    }
    return point;
  }

  @Override
  public double evaluate(double[] point, double[] gradient) {
    int n = labels.nodeCount();
    int blocks = (n + BLOCK - 1) / BLOCK;
    double[][] sums = new double[blocks][];
    Rows.forEachRow(
        blocks,
        4L * n * classes() * classes(),
        k -> sums[k] = sumOf(point, k * BLOCK, Math.min(n, (k + 1) * BLOCK)));
    double loss = penalty(point, gradient);
    for (double[] sum : sums) {
      for (int p = 0; p < gradient.length; p++) {
        gradient[p] += sum[p] / n;
      }
      loss += sum[gradient.length] / n;
    }
    return loss;
  }

  /** Sets the gradient to that of the penalty, which is returned. */
  private double penalty(double[] point, double[] gradient) {
    int size = classes() * classes();
    double penalty = 0;
    for (int p = 0; p < point.length; p++) {
      boolean own = p < size && p % (classes() + 1) == 0;
      double rate = LEAST_PENALTY + (own ? diagonal : p < size ? offDiagonal : intercept);
      double shift = point[p] - (own ? 1 : 0);
      gradient[p] = 2 * rate * shift;
      penalty += rate * shift * shift;
    }
    return penalty;
  }

  /** The gradient and the loss of some rows, summed. */
  private double[] sumOf(double[] point, int from, int to) {
    int width = classes();
    int size = width * width;
    double[] sum = new double[size + width + 1];
    double[] row = new double[width];
    for (int i = from; i < to; i++) {
      for (int c = 0; c < width; c++) {
        row[c] = point[size + c] + AffineMap.dot(point, c * width, x, i * width, width);
      }
      int label = labels.get(i);
      double own = row[label];
      sum[size + width] += Softmax.rowInPlaceWithLogSum(row, 0, width) - own;
      for (int c = 0; c < width; c++) {
        double excess = row[c] - (c == label ? 1 : 0);
        for (int k = 0; k < width; k++) {
          sum[c * width + k] += excess * x[i * width + k];
        }
        sum[size + c] += excess;
      }
    }
    return sum;
  }
}
