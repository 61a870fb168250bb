package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
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
    Check.argument(nodes.length > 0, "a loss needs at least one node, got none");
    Check.argument(
        labels.length == nodes.length,
        "there must be a label per node: %d, got %d",
        nodes.length,
        labels.length);
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
    float[] z = logits.valueArray();
    float[] p = probabilities.array();
    int width = logits.columns();
    loss =
        Rows.sum(nodes.length, 20L * p.length, (from, to) -> losses(z, p, width, from, to))
            / nodes.length;
    valueArray()[0] = (float) loss;
  }

  private double losses(float[] z, float[] p, int width, int from, int to) {
    double sum = 0;
    for (int k = from; k < to; k++) {
      sum += lossOfRow(z, nodes[k] * width, p, k * width, width, labels[k]);
    }
    return sum;
  }

  private static double lossOfRow(float[] z, int q, float[] p, int r, int width, int label) {
    double top = z[q];
    for (int c = 1; c < width; c++) {
      top = Math.max(top, z[q + c]);
    }
    double sum = 0;
    for (int c = 0; c < width; c++) {
      double power = Math.exp(z[q + c] - top);
      p[r + c] = (float) power;
      sum += power;
    }
    for (int c = 0; c < width; c++) {
      p[r + c] = (float) (p[r + c] / sum);
    }
    return top + Math.log(sum) - z[q + label];
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
