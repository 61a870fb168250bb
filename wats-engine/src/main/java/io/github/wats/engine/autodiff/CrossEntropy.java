package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import io.github.wats.matrix.DenseMatrix;

/**
 * {@code L = (1/n) Σ_i (ln Σ_c e^(z_ic) − z_iy)} over n nodes, in double; {@code dz_i =
 * (softmax(z_i) − 1_y) / n}.
 */
final class CrossEntropy extends Variable {
  private final Variable logits;
  private final int[] nodes; // (n)
  private final int[] labels; // (n)
  private final DenseMatrix probabilities; // (n × C)
  private double loss;

  CrossEntropy(Variable logits, int[] labels, int[] nodes) {
    super(1, 1, logits);
    for (int k = 0; k < labels.length; k++) {
      Check.argument(
          labels[k] >= 0 && labels[k] < logits.columns(),
          "labels in a loss must be in 0 … %d, got %d at node %d",
          logits.columns() - 1,
          labels[k],
          nodes[k]);
    }
    this.logits = logits;
    this.nodes = nodes.clone();
    this.labels = labels.clone();
    this.probabilities = DenseMatrix.zeros(this.nodes.length, logits.columns());
  }

  @Override
  protected void forward() {
    long work = 20L * probabilities.array().length;
    loss = Rows.sum(nodes.length, work, this::losses) / nodes.length;
    valueArray()[0] = (float) loss;
  }

  private double losses(int from, int to) {
    int width = logits.columns();
    double[] row = new double[width];
    double sum = 0;
    for (int k = from; k < to; k++) {
      for (int c = 0; c < width; c++) {
        row[c] = logits.value().get(nodes[k], c);
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
    float share = gradientArray()[0] / nodes.length;
    for (int k = 0; k < nodes.length; k++) {
      int q = nodes[k] * width;
      for (int c = 0; c < width; c++) {
        dz[q + c] += share * (p[k * width + c] - (c == labels[k] ? 1 : 0));
      }
    }
  }
}
