package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import java.util.Arrays;

/** The raw scores of a classifier, one finite number per node and class (n × C). Immutable. */
public final class Logits {
  private final int nodeCount;
  private final int classCount;
  private final double[] values; // (n × C), row-major

  private Logits(int nodeCount, int classCount, double[] values) {
    this.nodeCount = nodeCount;
    this.classCount = classCount;
    this.values = values;
  }

  /** Copies {@code values}, row by row; each must be finite. */
  public static Logits of(int nodeCount, int classCount, double[] values) {
    return checked(nodeCount, classCount, values.clone());
  }

  /** Copies {@code values}, row by row; each must be finite. */
  public static Logits of(int nodeCount, int classCount, float[] values) {
    double[] copy = new double[values.length];
    for (int k = 0; k < values.length; k++) {
      copy[k] = values[k];
    }
    return checked(nodeCount, classCount, copy);
  }

  /** Copies rows of equal length. */
  public static Logits of(double[][] rows) {
    int width = rows.length == 0 ? 0 : rows[0].length;
    return checked(rows.length, width, Flat.of(rows, width));
  }

  private static Logits checked(int nodeCount, int classCount, double[] values) {
    Flat.checkShape("logits", nodeCount, classCount, values.length);
    for (int k = 0; k < values.length; k++) {
      if (!Double.isFinite(values[k])) {
        throw new IllegalArgumentException(
            "logits must be finite, got %s at node %d, class %d"
                .formatted(values[k], k / classCount, k % classCount));
      }
    }
    return new Logits(nodeCount, classCount, values);
  }

  public int nodeCount() {
    return nodeCount;
  }

  public int classCount() {
    return classCount;
  }

  public double get(int node, int label) {
    return values[node * classCount + label];
  }

  /** Copies the row of {@code node} to {@code target} from {@code start} on. */
  public void copyRow(int node, double[] target, int start) {
    System.arraycopy(values, node * classCount, target, start, classCount);
  }

  /** All values, row by row: a copy. */
  public double[] toArray() {
    return values.clone();
  }

  /** The class with the largest logit, the first of equals. */
  public int predictedClass(int node) {
    return Flat.argmax(values, node * classCount, classCount);
  }

  /** {@code z_i / T_i} for one temperature above 0 per node. */
  public Logits dividedBy(double[] temperatures) {
    Check.argument(
        temperatures.length == nodeCount,
        "one temperature per node: expected %d, got %d",
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
    return checked(nodeCount, classCount, divided);
  }

  /** {@code softmax(z_i)} row by row. */
  public Probabilities softmax() {
    double[] result = values.clone();
    Rows.forEachRow(
        nodeCount,
        20L * values.length,
        i -> Softmax.rowInPlace(result, i * classCount, classCount));
    return Probabilities.trusted(nodeCount, classCount, result);
  }

  /** The rows of the given nodes, in their order. */
  public Logits select(NodeSet nodes) {
    return new Logits(nodes.size(), classCount, Flat.select(values, classCount, nodes));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Logits that
        && classCount == that.classCount
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Logits[" + nodeCount + " × " + classCount + "]";
  }
}
