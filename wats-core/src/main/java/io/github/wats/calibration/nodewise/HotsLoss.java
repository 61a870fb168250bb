package io.github.wats.calibration.nodewise;

import io.github.wats.calibration.internal.Lbfgs;
import io.github.wats.internal.Rows;
import io.github.wats.prediction.Labels;
import java.util.Arrays;

/**
 * The mean cross-entropy of {@code softmax(z_i / T_i)} with {@code T_i = T0 + β spread_i /
 * closeness_i^α}, clipped to [0.05, 50], and its gradient by {@code w}: {@code T0 = 0.1 +
 * softplus(w0)}, {@code β = 0.01 + softplus(w1)}, {@code α = 0.01 + softplus(w2)}.
 *
 * @param logits centered (n × C)
 * @param law spread and closeness of the same nodes
 */
record HotsLoss(double[] logits, Law law, Labels labels) implements Lbfgs.Objective {
  static final int SIZE = 3;
  private static final double LOWEST = 0.05;
  private static final double HIGHEST = 50;
  private static final int BLOCK = 512; // rows per sum: fixed, so any number of threads agrees

  /**
   * What the temperatures of nodes depend on.
   *
   * @param spread {@code √(2 C ln C · max(1 − e_i, 0.001))}, e the normalized entropy (n)
   * @param closeness {@code |h̃_i| + 0.02}, h̃ the homophily above chance (n)
   */
  record Law(double[] spread, double[] closeness) {
    /** The temperature of each node. */
    double[] temperatures(double[] w) {
      double[] result = new double[spread.length];
      for (int i = 0; i < result.length; i++) {
        result[i] = temperature(w, i);
      }
      return result;
    }

    private double temperature(double[] w, int i) {
      double free = 0.1 + softplus(w[0]) + slope(w, i) * (0.01 + softplus(w[1]));
      return Math.min(HIGHEST, Math.max(LOWEST, free));
    }

    /** {@code dT/dβ}. */
    private double slope(double[] w, int i) {
      return spread[i] * Math.pow(closeness[i], -0.01 - softplus(w[2]));
    }

    Law select(int[] nodes) {
      return new Law(
          Arrays.stream(nodes).mapToDouble(i -> spread[i]).toArray(),
          Arrays.stream(nodes).mapToDouble(i -> closeness[i]).toArray());
    }
  }

  @Override
  public double evaluate(double[] w, double[] gradient) {
    int n = labels.nodeCount();
    int blocks = (n + BLOCK - 1) / BLOCK;
    double[][] sums = new double[blocks][SIZE + 1];
    Rows.forEachRow(
        blocks,
        20L * logits.length,
        k -> {
          for (int i = k * BLOCK; i < Math.min(n, (k + 1) * BLOCK); i++) {
            addNode(w, i, sums[k]);
          }
        });
    double loss = 0;
    Arrays.fill(gradient, 0);
    for (double[] sum : sums) {
      for (int p = 0; p < SIZE; p++) {
        gradient[p] += sum[p] / n;
      }
      loss += sum[SIZE] / n;
    }
    return loss;
  }

  private void addNode(double[] w, int i, double[] sum) {
    int width = labels.classCount();
    double t = law.temperature(w, i);
    double top = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < width; c++) {
      top = Math.max(top, logits[i * width + c]);
    }
    double weight = 0;
    double mean = 0;
    for (int c = 0; c < width; c++) {
      double below = logits[i * width + c] - top;
      double e = Math.exp(below / t);
      weight += e;
      mean += e * below;
    }
    double own = logits[i * width + labels.get(i)] - top;
    sum[SIZE] += Math.log(weight) - own / t;
    if (t > LOWEST && t < HIGHEST) {
      double byT = (own - mean / weight) / (t * t);
      double slope = law.slope(w, i);
      double beta = 0.01 + softplus(w[1]);
      sum[0] += byT * sigmoid(w[0]);
      sum[1] += byT * slope * sigmoid(w[1]);
      sum[2] -= byT * beta * slope * Math.log(law.closeness[i]) * sigmoid(w[2]);
    }
  }

  private static double softplus(double x) {
    return Math.max(0, x) + StrictMath.log1p(Math.exp(-Math.abs(x)));
  }

  static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }
}
