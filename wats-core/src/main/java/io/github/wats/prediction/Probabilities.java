package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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

  /**
   * These probabilities for other shares of the classes: {@code p_c · to_c / from_c}, normalized
   * (Saerens, Latinne, Decaestecker, Neural Computation 2002). A row of which nothing would be left
   * is kept.
   *
   * @param from the shares in the data the probabilities were calibrated on
   * @param to the shares now
   */
  public Probabilities withPrior(double[] from, double[] to) {
    for (double[] prior : List.of(from, to)) {
      Check.argument(
          prior.length == classCount
              && Arrays.stream(prior).allMatch(share -> share >= 0)
              && Math.abs(Arrays.stream(prior).sum() - 1) <= 0.01, // people round to 2 decimals
          "a prior must have %d shares of at least 0 that sum to 1, got %s",
          classCount,
          Arrays.toString(prior));
    }
    double[] result = values.clone();
    Rows.forEachRow(
        nodeCount,
        10L * values.length,
        i -> {
          double[] row = new double[classCount];
          Arrays.setAll(row, c -> from[c] > 0 ? get(i, c) * to[c] / from[c] : 0);
          double sum = Arrays.stream(row).sum();
          for (int c = 0; c < classCount && sum > 0; c++) {
            result[i * classCount + c] = row[c] / sum;
          }
        });
    return new Probabilities(nodeCount, classCount, result);
  }

  /**
   * The shares of the classes among these nodes, estimated without labels by the EM algorithm of
   * Saerens et al.: the mean of {@link #withPrior}, again and again until it stays the same.
   */
  public double[] estimatePrior(double[] from) {
    double[] prior = from.clone();
    double change = 1;
    for (int step = 0; step < 1000 && change > 1e-9; step++) {
      double[] rows = withPrior(from, prior).values;
      double[] next = new double[classCount];
      for (int k = 0; k < rows.length; k++) {
        next[k % classCount] += rows[k] / nodeCount;
      }
      double[] old = prior;
      IntStream classes = IntStream.range(0, classCount);
      change = classes.mapToDouble(c -> Math.abs(next[c] - old[c])).max().orElse(0);
      prior = next;
    }
    return prior;
  }

  /** The predicted classes, as if they were labels. */
  public Labels predictions() {
    int[] classes = IntStream.range(0, nodeCount).map(this::predictedClass).toArray();
    return Labels.of(classCount, classes);
  }

  /** The rows of the given nodes, in their order. */
  public Probabilities select(NodeSet nodes) {
    return new Probabilities(nodes.size(), classCount, rows(nodes));
  }
}
