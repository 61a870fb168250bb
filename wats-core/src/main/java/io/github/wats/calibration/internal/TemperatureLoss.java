package io.github.wats.calibration.internal;

import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * {@code f(β) = (1/n) Σ_i −w_i ln softmax(β z_i)[y_i]}, convex in β = 1/T, with {@code f′ = mean of
 * w (E_p[z] − z_y)} and {@code f″ = mean of w Var_p[z]}.
 *
 * @param weights w (n)
 */
public record TemperatureLoss(Logits logits, Labels labels, double[] weights) {
  private static final int BLOCK = 1024; // rows per sum: fixed, so any number of threads agrees

  /** With all weights 1. */
  public TemperatureLoss(Logits logits, Labels labels) {
    this(logits, labels, DoubleStream.generate(() -> 1).limit(logits.nodeCount()).toArray());
  }

  /** That of some of the nodes. */
  public TemperatureLoss select(NodeSet nodes) {
    double[] chosen = Arrays.stream(nodes.toArray()).mapToDouble(i -> weights[i]).toArray();
    return new TemperatureLoss(logits.select(nodes), labels.select(nodes), chosen);
  }

  /** Value, gradient and curvature at one β. */
  public record At(double beta, double loss, double gradient, double curvature) {}

  public At at(double beta) {
    int n = logits.nodeCount();
    int blocks = (n + BLOCK - 1) / BLOCK;
    double[] sums = new double[3 * blocks];
    Rows.forEachRow(
        blocks,
        20L * n * logits.classCount(),
        b -> addRows(beta, b * BLOCK, Math.min(n, (b + 1) * BLOCK), sums, 3 * b));
    double[] total = new double[3];
    for (int k = 0; k < sums.length; k++) {
      total[k % 3] += sums[k];
    }
    return new At(beta, total[0] / n, total[1] / n, total[2] / n);
  }

  private void addRows(double beta, int from, int to, double[] sums, int place) {
    int width = logits.classCount();
    for (int i = from; i < to; i++) {
      double top = logits.get(i, logits.predictedClass(i));
      double weight = 0;
      double mean = 0;
      double square = 0;
      for (int c = 0; c < width; c++) {
        double below = logits.get(i, c) - top; // at most 0
        double e = Math.exp(beta * below);
        weight += e;
        mean += e * below;
        square += e * below * below;
      }
      mean /= weight;
      double own = logits.get(i, labels.get(i)) - top;
      sums[place] += weights[i] * (Math.log(weight) - beta * own);
      sums[place + 1] += weights[i] * (mean - own);
      sums[place + 2] += weights[i] * Math.max(0, square / weight - mean * mean);
    }
  }
}
