package io.github.wats.calibration.scaling;

import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;

/**
 * {@code f(w, b) = (1/n) Σ_i −ln softmax(w ∘ z_i + b)[y_i] + (ε/2) (‖w − 1‖² + ‖b‖²)} and its
 * gradient; parameters are w, then b.
 */
record VectorLoss(Logits logits, Labels labels, boolean bias) implements Lbfgs.Objective {
  /**
   * Separable classes and classes without validation nodes would drive w or b to infinity. This
   * stops them where the loss has fallen to about 1e-9, and moves an optimum that exists by less
   * than 1e-7.
   */
  private static final double PENALTY = 1e-10;

  private static final int BLOCK = 512; // rows per sum: fixed, so any number of threads agrees

  @Override
  public double evaluate(double[] point, double[] gradient) {
    int n = logits.nodeCount();
    int width = logits.classCount();
    int blocks = (n + BLOCK - 1) / BLOCK;
    double[][] sums = new double[blocks][];
    Rows.forEachRow(
        blocks,
        20L * n * width,
        k -> sums[k] = sumOf(point, k * BLOCK, Math.min(n, (k + 1) * BLOCK)));
    double loss = 0;
    for (int p = 0; p < gradient.length; p++) {
      double shift = point[p] - (p < width ? 1 : 0);
      gradient[p] = PENALTY * shift;
      loss += PENALTY / 2 * shift * shift;
    }
    for (double[] sum : sums) {
      for (int p = 0; p < gradient.length; p++) {
        gradient[p] += sum[p] / n;
      }
      loss += sum[2 * width] / n;
    }
    for (int p = width; p < gradient.length && !bias; p++) {
      gradient[p] = 0;
    }
    return loss;
  }

  /** The gradient (2C) and the loss of some rows, summed. */
  private double[] sumOf(double[] point, int from, int to) {
    int width = logits.classCount();
    double[] sum = new double[2 * width + 1];
    double[] scaled = new double[width];
    for (int i = from; i < to; i++) {
      for (int c = 0; c < width; c++) {
        scaled[c] = point[c] * logits.get(i, c) + point[width + c];
      }
      int label = labels.get(i);
      double own = scaled[label];
      sum[2 * width] += Softmax.rowInPlaceWithLogSum(scaled, 0, width) - own;
      for (int c = 0; c < width; c++) {
        double excess = scaled[c] - (c == label ? 1 : 0);
        sum[c] += excess * logits.get(i, c);
        sum[width + c] += excess;
      }
    }
    return sum;
  }
}
