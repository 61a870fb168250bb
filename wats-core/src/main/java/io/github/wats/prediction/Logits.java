package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import java.util.Arrays;

/** The raw scores of a classifier, one finite number per node and class (n × C). Immutable. */
public final class Logits extends ClassScores {
  /** Takes the array without a copy and checks it. */
  private Logits(int nodeCount, int classCount, double[] values) {
    super("logits", nodeCount, classCount, values);
    for (int k = 0; k < values.length; k++) {
      if (!Double.isFinite(values[k])) {
        throw new IllegalArgumentException(
            "logits must be finite, got %s at node %s, class %s"
                .formatted(values[k], k / classCount, k % classCount));
      }
    }
  }

  /** Copies {@code values}, row by row; each must be finite. */
  public static Logits of(int nodeCount, int classCount, double[] values) {
    return new Logits(nodeCount, classCount, values.clone());
  }

  /** Copies {@code values}, row by row; each must be finite. */
  public static Logits of(int nodeCount, int classCount, float[] values) {
    double[] copy = new double[values.length];
    Arrays.setAll(copy, k -> values[k]);
    return new Logits(nodeCount, classCount, copy);
  }

  /** Copies rows of equal length. */
  public static Logits of(double[][] rows) {
    return new Logits(rows.length, width(rows), flat(rows));
  }

  /** {@code z_i / T_i} for one temperature above 0 per node. */
  public Logits dividedBy(double[] temperatures) {
    Check.argument(
        temperatures.length == nodeCount,
        "there must be one temperature per node: expected %d, got %d",
        nodeCount,
        temperatures.length);
    double[] divided = new double[values.length];
    for (int i = 0; i < nodeCount; i++) {
      Check.argument(
          temperatures[i] > 0,
          "temperatures must be above 0, got %s at node %d",
          temperatures[i],
          i);
      for (int c = 0; c < classCount; c++) {
        divided[i * classCount + c] = values[i * classCount + c] / temperatures[i];
      }
    }
    return new Logits(nodeCount, classCount, divided);
  }

  /** {@code softmax(z_i)} row by row. */
  public Probabilities softmax() {
    double[] result = values.clone();
    Rows.forEachRow(
        nodeCount,
        20L * values.length,
        i -> Softmax.rowInPlace(result, i * classCount, classCount));
    return new Probabilities(nodeCount, classCount, result);
  }

  /** Whether every row could be a distribution: none below 0, a sum of 1 within 1e-3. */
  public boolean areDistributions() {
    for (int i = 0; i < nodeCount; i++) {
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        sum += get(i, c) < 0 ? Double.NaN : get(i, c);
      }
      if (!(Math.abs(sum - 1) <= 1e-3)) {
        return false;
      }
    }
    return nodeCount > 0;
  }

  /** Whether the exponentials of each row sum to 1. */
  public boolean areLogProbabilities() {
    for (int i = 0; i < nodeCount; i++) {
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        sum += Math.exp(get(i, c));
      }
      if (!(Math.abs(sum - 1) <= 1e-3)) {
        return false;
      }
    }
    return nodeCount > 0;
  }

  /** The rows of the given nodes, in their order. */
  public Logits select(NodeSet nodes) {
    return new Logits(nodes.size(), classCount, rows(nodes));
  }
}
