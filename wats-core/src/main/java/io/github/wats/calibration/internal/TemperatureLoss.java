package io.github.wats.calibration.internal;

import io.github.wats.internal.FastMath;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import java.util.Arrays;

/**
 * {@code f(β) = (1/n) Σ_i −w_i ln softmax(β z_i)[y_i]}, convex in β = 1/T, with {@code f′ = mean of
 * w (E_p[z] − z_y)} and {@code f″ = mean of w Var_p[z]}.
 */
public final class TemperatureLoss {
  private static final int BLOCK = 512; // rows per sum: fixed, so any number of threads agrees

  /** Below by more, a probability is 0 at any temperature that is searched. */
  private static final double FARTHEST = 1e6;

  private final Logits logits;
  private final Labels labels;
  private final double[] weights; // w (n)
  private final double[] own; // z_y minus the largest of the row (n)
  private final double[][][] below; // z minus that (blocks × C × nodes)

  /** With all weights 1. */
  public TemperatureLoss(Logits logits, Labels labels) {
    this(logits, labels, ClassShares.none(logits.nodeCount()).weights());
  }

  public TemperatureLoss(Logits logits, Labels labels, double[] weights) {
    this.logits = logits;
    this.labels = labels;
    this.weights = weights;
    int n = logits.nodeCount();
    own = new double[n];
    below = new double[(n + BLOCK - 1) / BLOCK][logits.classCount()][];
    Rows.forEachRow(below.length, 4L * n * logits.classCount(), this::fill);
  }

  private void fill(int block) {
    int first = block * BLOCK;
    int count = Math.min(BLOCK, own.length - first);
    Arrays.setAll(below[block], c -> new double[count]);
    for (int i = 0; i < count; i++) {
      double top = logits.get(first + i, logits.predictedClass(first + i));
      own[first + i] = logits.get(first + i, labels.get(first + i)) - top;
      for (int c = 0; c < logits.classCount(); c++) {
        below[block][c][i] = Math.max(-FARTHEST, logits.get(first + i, c) - top);
      }
    }
  }

  public Logits logits() {
    return logits;
  }

  public Labels labels() {
    return labels;
  }

  /** That of some of the nodes. */
  public TemperatureLoss select(NodeSet nodes) {
    double[] chosen = Arrays.stream(nodes.toArray()).mapToDouble(i -> weights[i]).toArray();
    return new TemperatureLoss(logits.select(nodes), labels.select(nodes), chosen);
  }

  /** Value, gradient and curvature at one β. */
  public record At(double beta, double loss, double gradient, double curvature) {}

  public At at(double beta) {
    double[][] sums = new double[below.length][];
    Rows.forEachRow(
        below.length,
        20L * own.length * logits.classCount(),
        block -> sums[block] = sums(beta, block));
    double[] total = new double[3];
    for (double[] sum : sums) {
      Products.add(1.0 / own.length, sum, total);
    }
    return new At(beta, total[0], total[1], total[2]);
  }

  /** Of the loss, gradient and curvature over a block. */
  private double[] sums(double beta, int block) {
    int count = below[block][0].length;
    double[] weight = new double[count];
    double[] mean = new double[count];
    double[] square = new double[count];
    double[] e = new double[count];
    for (double[] x : below[block]) {
      for (int i = 0; i < count; i++) {
        e[i] = FastMath.expOfNegative(beta * x[i]);
      }
      Products.add(1, e, weight);
      Products.addProduct(e, x, mean);
      for (int i = 0; i < count; i++) {
        square[i] += e[i] * x[i] * x[i];
      }
    }
    double[] sums = new double[3];
    for (int i = 0; i < count; i++) {
      double w = weights[block * BLOCK + i];
      double z = own[block * BLOCK + i];
      double average = mean[i] / weight[i];
      sums[0] += w * (Math.log(weight[i]) - beta * z);
      sums[1] += w * (average - z);
      sums[2] += w * Math.max(0, square[i] / weight[i] - average * average);
    }
    return sums;
  }
}
