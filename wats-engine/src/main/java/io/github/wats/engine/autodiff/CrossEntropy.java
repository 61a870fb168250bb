package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import io.github.wats.matrix.DenseMatrix;

/**
 * {@code L = (1/n) Σ_i (ln Σ_c e^(z_ic) − z_iy)} over n rows, in double; {@code dz_i =
 * (softmax(z_i) − 1_y) / n}.
 */
final class CrossEntropy extends Variable {
  private final Variable logits;
  private final int[] labels; // (n)
  private final DenseMatrix probabilities; // (n × C)
  private double loss;

  CrossEntropy(Variable logits, int[] labels) {
    super(1, 1, logits);
    Check.argument(
        labels.length == logits.rows(),
        "a loss needs a label for each of %d rows, got %d",
        logits.rows(),
        labels.length);
    for (int k = 0; k < labels.length; k++) {
      Check.argument(
          labels[k] >= 0 && labels[k] < logits.columns(),
          "labels in a loss must be in 0 … %d, got %d at node %d",
          logits.columns() - 1,
          labels[k],
          k);
    }
    this.logits = logits;
    this.labels = labels.clone();
    this.probabilities = DenseMatrix.zeros(labels.length, logits.columns());
  }

  @Override
  protected void forward() {
    long work = 20L * probabilities.array().length;
    loss = Rows.sum(labels.length, work, this::losses) / labels.length;
    valueArray()[0] = (float) loss;
  }

  private double losses(int from, int to) {
    int width = logits.columns();
    double[] row = new double[width];
    double sum = 0;
    for (int k = from; k < to; k++) {
      for (int c = 0; c < width; c++) {
        row[c] = logits.value().get(k, c);
      }
      double ofLabel = row[labels[k]];
      sum += Softmax.rowInPlaceWithLogSum(row, 0, width) - ofLabel;
      for (int c = 0; c < width; c++) {
        probabilities.set(k, c, (float) row[c]);
      }
    }
    return sum;
  }

  @Override
  public double scalar() {
    return loss;
  }

  @Override
  protected void backward() {
    float[] p = probabilities.array();
    float[] dz = logits.gradientToAdd();
    int width = logits.columns();
    float share = gradientArray()[0] / labels.length;
    for (int k = 0; k < labels.length; k++) {
      for (int c = 0; c < width; c++) {
        int e = k * width + c;
        dz[e] += share * (p[e] - (c == labels[k] ? 1 : 0));
      }
    }
  }
}
