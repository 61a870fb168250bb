package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import java.util.Arrays;

/**
 * A distribution over the classes for each node (n × C): every entry in [0, 1], every row summing
 * to 1 within 1e-6. Immutable.
 */
public final class Probabilities extends ClassScores {
  /** How far a row's sum may be from 1: the float32 rounding error of a hundred classes. */
  public static final double SUM_TOLERANCE = 1e-6;

  /** For shares that people have rounded to three decimals. */
  private static final double PRIOR_SUM_TOLERANCE = 1e-2;

  private static final int PRIOR_STEPS = 1000;
  private static final double PRIOR_TOLERANCE = 1e-9;

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
   * These probabilities for another share of classes: {@code p_c · to_c / from_c}, normalized
   * (Saerens, Latinne, Decaestecker, Neural Computation 2002). Only the shares may have changed,
   * not what nodes of a class look like.
   *
   * @param from the share of each class in the data the probabilities were calibrated on
   * @param to the share of each class now
   */
  public Probabilities withPrior(double[] from, double[] to) {
    double[] factors = factors(from, to);
    double[] result = values.clone();
    Rows.forEachRow(nodeCount, 5L * values.length, i -> weigh(i, factors, result));
    return new Probabilities(nodeCount, classCount, result);
  }

  /**
   * The share of each class among these nodes, estimated without labels by the EM algorithm of
   * Saerens et al.: the mean of {@link #withPrior}, again and again until it stays the same.
   *
   * @param from the share of each class in the data the probabilities were calibrated on
   */
  public double[] estimatePrior(double[] from) {
    double[] prior = from.clone();
    double change = 1;
    for (int step = 0; step < PRIOR_STEPS && change > PRIOR_TOLERANCE; step++) {
      double[] rows = withPrior(from, prior).values;
      double[] next = new double[classCount];
      for (int k = 0; k < rows.length; k++) {
        next[k % classCount] += rows[k] / nodeCount;
      }
      change = 0;
      for (int c = 0; c < classCount; c++) {
        change = Math.max(change, Math.abs(next[c] - prior[c]));
      }
      prior = next;
    }
    return prior;
  }

  private double[] factors(double[] from, double[] to) {
    double[] factors = new double[classCount];
    for (double[] prior : new double[][] {from, to}) {
      Check.argument(
          prior.length == classCount
              && Arrays.stream(prior).allMatch(share -> share >= 0)
              && Math.abs(Arrays.stream(prior).sum() - 1) <= PRIOR_SUM_TOLERANCE,
          "a prior must have %d shares of at least 0 that sum to 1, got %s",
          classCount,
          Arrays.toString(prior));
    }
    Arrays.setAll(factors, c -> from[c] > 0 ? to[c] / from[c] : 0);
    return factors;
  }

  /** A row of which nothing would be left is kept: its classes have a share of 0 now. */
  private void weigh(int node, double[] factors, double[] result) {
    double sum = 0;
    for (int c = 0; c < classCount; c++) {
      sum += get(node, c) * factors[c];
    }
    for (int c = 0; sum > 0 && c < classCount; c++) {
      result[node * classCount + c] = Math.min(1, get(node, c) * factors[c] / sum);
    }
  }

  /** The rows of the given nodes, in their order. */
  public Probabilities select(NodeSet nodes) {
    return new Probabilities(nodes.size(), classCount, rows(nodes));
  }
}
