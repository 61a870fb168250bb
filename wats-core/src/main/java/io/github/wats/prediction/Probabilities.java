package io.github.wats.prediction;

import java.util.Arrays;

/**
 * A distribution over the classes for each node (n × C): every entry in [0, 1], every row summing
 * to 1 within 1e-6. Immutable.
 */
public final class Probabilities {
  /** How far a row's sum may be from 1: what float32 rounding leaves on a hundred classes. */
  public static final double SUM_TOLERANCE = 1e-6;

  private final int nodeCount;
  private final int classCount;
  private final double[] values; // (n × C), row-major

  private Probabilities(int nodeCount, int classCount, double[] values) {
    this.nodeCount = nodeCount;
    this.classCount = classCount;
    this.values = values;
  }

  static Probabilities trusted(int nodeCount, int classCount, double[] values) {
    return new Probabilities(nodeCount, classCount, values);
  }

  /** Copies {@code values}, row by row, and checks them. */
  public static Probabilities of(int nodeCount, int classCount, double[] values) {
    Flat.checkShape("probabilities", nodeCount, classCount, values.length);
    double[] copy = values.clone();
    for (int i = 0; i < nodeCount; i++) {
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        double p = copy[i * classCount + c];
        if (!(p >= 0 && p <= 1 + SUM_TOLERANCE)) {
          throw new IllegalArgumentException(
              "probabilities must be in [0, 1], got " + p + " at node " + i + ", class " + c);
        }
        sum += p;
      }
      if (Math.abs(sum - 1) > SUM_TOLERANCE) {
        throw new IllegalArgumentException(
            "probabilities must sum to 1 within 1e-6 per node, got " + sum + " at node " + i);
      }
    }
    return new Probabilities(nodeCount, classCount, copy);
  }

  /** Copies rows of equal length. */
  public static Probabilities of(double[][] rows) {
    int width = rows.length == 0 ? 0 : rows[0].length;
    return of(rows.length, width, Flat.of(rows, width));
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

  /** All values, row by row: a copy. */
  public double[] toArray() {
    return values.clone();
  }

  /** The class with the largest probability, the first of equals. */
  public int predictedClass(int node) {
    return Flat.argmax(values, node * classCount, classCount);
  }

  /** The largest probability of the node. */
  public double confidence(int node) {
    return values[node * classCount + predictedClass(node)];
  }

  /** The rows of the given nodes, in their order. */
  public Probabilities select(NodeSet nodes) {
    return new Probabilities(nodes.size(), classCount, Flat.select(values, classCount, nodes));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Probabilities that
        && classCount == that.classCount
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return "Probabilities[" + nodeCount + " × " + classCount + "]";
  }
}
