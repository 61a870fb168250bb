package io.github.wats.prediction;

/**
 * A distribution over the classes for each node (n × C): every entry in [0, 1], every row summing
 * to 1 within 1e-6. Immutable.
 */
public final class Probabilities extends ClassScores {
  /** How far a row's sum may be from 1: the float32 rounding error of a hundred classes. */
  public static final double SUM_TOLERANCE = 1e-6;

  /** Takes the array without a copy or a check of its values. */
  Probabilities(int nodeCount, int classCount, double[] values) {
    super("probabilities", nodeCount, classCount, values);
  }

  /** Copies {@code values}, row by row, and checks them; what rounding left above 1 becomes 1. */
  public static Probabilities of(int nodeCount, int classCount, double[] values) {
    Probabilities copy = new Probabilities(nodeCount, classCount, values.clone());
    for (int i = 0; i < nodeCount; i++) {
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        double p = copy.get(i, c);
        if (!(p >= 0 && p <= 1 + SUM_TOLERANCE)) {
          throw new IllegalArgumentException(
              "probabilities must be in [0, 1], got " + p + " at node " + i + ", class " + c);
        }
        sum += p;
        copy.values[i * classCount + c] = Math.min(p, 1);
      }
      if (Math.abs(sum - 1) > SUM_TOLERANCE) {
        throw new IllegalArgumentException(
            "probabilities must sum to 1 within 1e-6 per node, got " + sum + " at node " + i);
      }
    }
    return copy;
  }

  /** Copies rows of equal length. */
  public static Probabilities of(double[][] rows) {
    return of(rows.length, width(rows), flat(rows));
  }

  /** The largest probability of the node. */
  public double confidence(int node) {
    return get(node, predictedClass(node));
  }

  /** The rows of the given nodes, in their order. */
  public Probabilities select(NodeSet nodes) {
    return new Probabilities(nodes.size(), classCount, rows(nodes));
  }
}
