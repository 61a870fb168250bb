package io.github.wats.prediction;

import io.github.wats.internal.Check;
import java.util.Arrays;

/** One number per node and class (n × C): logits or probabilities. Immutable. */
abstract sealed class ClassScores permits Logits, Probabilities {
  final int nodeCount;
  final int classCount;
  final double[] values; // (n × C), row-major

  /**
   * Takes the array without a copy.
   *
   * @param name for messages
   */
  ClassScores(String name, int nodeCount, int classCount, double[] values) {
    this(name, nodeCount, classCount, values, classCount);
  }

  /**
   * The same where not all numbers are stored.
   *
   * @param width how many are, of each node
   */
  ClassScores(String name, int nodeCount, int classCount, double[] values, int width) {
    Check.argument(classCount >= 1, "%s must have at least one class, got %d", name, classCount);
    Check.argument(
        values.length == (long) nodeCount * width,
        "%s of %d nodes × %d classes need %d values, got %d",
        name,
        nodeCount,
        classCount,
        (long) nodeCount * width,
        values.length);
    this.nodeCount = nodeCount;
    this.classCount = classCount;
    this.values = values;
  }

  /** The number of classes: the length of the first row. */
  static int width(double[][] rows) {
    return rows.length == 0 ? 0 : rows[0].length;
  }

  /** All rows, which must be equally long, one after the other. */
  static double[] flat(double[][] rows) {
    int width = width(rows);
    double[] values = new double[rows.length * width];
    for (int i = 0; i < rows.length; i++) {
      Check.argument(
          rows[i].length == width,
          "rows must be equally long: row 0 has %d entries, row %d has %d",
          width,
          i,
          rows[i].length);
      System.arraycopy(rows[i], 0, values, i * width, width);
    }
    return values;
  }

  // Public methods are not final: javac then adds them to the public subclasses, for reflection.
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

  /** The class with the largest value, the first on ties. */
  public int predictedClass(int node) {
    int start = node * classCount;
    int best = 0;
    for (int c = 1; c < classCount; c++) {
      if (values[start + c] > values[start + best]) {
        best = c;
      }
    }
    return best;
  }

  /** The rows of the given nodes, in their order. */
  final double[] rows(NodeSet nodes) {
    double[] selected = new double[nodes.size() * classCount];
    for (int k = 0; k < nodes.size(); k++) {
      copyRow(nodes.get(k), selected, k * classCount);
    }
    return selected;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof ClassScores that
        && getClass() == that.getClass()
        && classCount == that.classCount
        && Arrays.equals(values, that.values);
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public final String toString() {
    return getClass().getSimpleName() + "[" + nodeCount + " × " + classCount + "]";
  }
}
