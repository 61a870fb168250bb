package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A distribution over the classes for each node (n × C): every entry in [0, 1], every row summing
 * to 1 within 1e-6. Immutable.
 *
 * <p>Of {@linkplain #ofTopLabels top labels} only the predicted class and its probability, the
 * confidence, are known; what is left is divided equally among the other classes.
 */
public final class Probabilities extends ClassScores {
  /** How far a row's sum may be from 1: the float32 rounding error of a hundred classes. */
  public static final double SUM_TOLERANCE = 1e-6;

  /** How far the sum of probabilities that people rounded, or stored as float16, may be from 1. */
  public static final double ROUNDED = 1e-3;

  private final int @Nullable [] topLabels; // (n) predicted classes, where only these are known

  /** Takes the array without a copy or a check of its values. */
  Probabilities(int nodeCount, int classCount, double[] values) {
    super("probabilities", nodeCount, classCount, values);
    topLabels = null;
  }

  /** Takes the arrays without a copy; only these values are stored. */
  private Probabilities(int classCount, int[] topLabels, double[] confidences) {
    super("probabilities", topLabels.length, classCount, confidences, 1);
    this.topLabels = topLabels;
  }

  /**
   * Copies rows as people have them. A row whose sum is 1 within 1e-3, but not within 1e-6, is
   * divided by its sum; another sum is refused.
   *
   * @param columns one for each class, or one with the probability of class 1 of two
   */
  public static Probabilities ofRounded(int nodeCount, int columns, double[] values) {
    return columns == 1
        ? checked(nodeCount, 2, pairs(values), ROUNDED, "1e-3")
        : checked(nodeCount, columns, values.clone(), ROUNDED, "1e-3");
  }

  /** {@code (1 − p, p)} for the probability p of class 1. */
  static double[] pairs(double[] ofOne) {
    double[] both = new double[2 * ofOne.length];
    for (int i = 0; i < ofOne.length; i++) {
      double p = ofOne[i];
      Check.argument(p >= 0 && p <= 1, "probabilities must be in [0, 1], got %s at node %d", p, i);
      both[2 * i] = 1 - p;
      both[2 * i + 1] = p;
    }
    return both;
  }

  /**
   * Predicted classes and their probabilities, which need not be the largest of their row.
   *
   * @param confidences in [0, 1], one for each prediction
   */
  public static Probabilities ofTopLabels(Labels predictions, double[] confidences) {
    int classes = predictions.classCount();
    int[] top = predictions.toArray();
    Check.argument(classes >= 2, "top labels need two classes or more, got %d", classes);
    Check.argument(
        top.length == confidences.length,
        "there must be a confidence for each prediction: %d, got %d",
        top.length,
        confidences.length);
    for (int i = 0; i < top.length; i++) {
      double p = confidences[i];
      Check.argument(p >= 0 && p <= 1, "confidences must be in [0, 1], got %s at node %d", p, i);
      Check.argument(
          predictions.isKnown(i), "every node must have a prediction, got none at %d", i);
    }
    return new Probabilities(classes, top, confidences.clone());
  }

  /** Whether only predicted classes and their probabilities are known. */
  public boolean areTopLabels() {
    return topLabels != null;
  }

  @Override
  public double get(int node, int label) {
    if (topLabels == null) {
      return super.get(node, label);
    }
    return label == topLabels[node] ? values[node] : (1 - values[node]) / (classCount - 1);
  }

  @Override
  public void copyRow(int node, double[] target, int start) {
    if (topLabels == null) {
      super.copyRow(node, target, start);
      return;
    }
    for (int c = 0; c < classCount; c++) {
      target[start + c] = get(node, c);
    }
  }

  @Override
  public double[] toArray() {
    return topLabels == null ? super.toArray() : rows(NodeSet.all(nodeCount));
  }

  /** Of top labels the class that was given, else the first of the largest probability. */
  @Override
  public int predictedClass(int node) {
    return topLabels == null ? super.predictedClass(node) : topLabels[node];
  }

  /** Copies {@code values}, row by row, and checks them; what rounding left above 1 becomes 1. */
  public static Probabilities of(int nodeCount, int classCount, double[] values) {
    return checked(nodeCount, classCount, values.clone(), SUM_TOLERANCE, "1e-6");
  }

  /** Takes the array without a copy; rows that do not sum to 1 within 1e-6 are normalized. */
  private static Probabilities checked(
      int nodeCount, int classCount, double[] values, double tolerance, String text) {
    Probabilities taken = new Probabilities(nodeCount, classCount, values);
    for (int i = 0; i < nodeCount; i++) {
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        double p = taken.get(i, c);
        if (!(p >= 0 && p <= 1 + tolerance)) {
          throw new IllegalArgumentException(
              "probabilities must be in [0, 1], got " + p + " at node " + i + ", class " + c);
        }
        sum += p;
      }
      if (Math.abs(sum - 1) > tolerance) {
        throw new IllegalArgumentException(
            "probabilities must sum to 1 within %s per node, got %s at node %s"
                .formatted(text, sum, i));
      }
      double total = Math.abs(sum - 1) > SUM_TOLERANCE ? sum : 1;
      for (int k = i * classCount; k < (i + 1) * classCount; k++) {
        values[k] = Math.min(values[k] / total, 1);
      }
    }
    return taken;
  }

  /** Copies rows of equal length. */
  public static Probabilities of(double[][] rows) {
    return of(rows.length, width(rows), flat(rows));
  }

  /** Whether predictions are right, as two classes: 1 where the label is the prediction, else 0. */
  public Labels right(Labels labels) {
    int[] right = labels.toArray();
    Arrays.setAll(right, i -> labels.isKnown(i) ? (right[i] == predictedClass(i) ? 1 : 0) : -1);
    return Labels.of(2, right);
  }

  /** Top labels with the probability of class 1 of {@code right} as confidence. */
  public Probabilities withConfidences(Probabilities right) {
    double[] confidences = new double[nodeCount];
    Arrays.setAll(confidences, i -> right.get(i, 1));
    return ofTopLabels(predictions(), confidences);
  }

  /** The probability of the predicted class of every node. */
  double[] confidences() {
    return IntStream.range(0, nodeCount).mapToDouble(this::confidence).toArray();
  }

  /** The probability of the predicted class of the node. */
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
    Check.argument(!areTopLabels(), "a prior needs probabilities of all classes, got top labels");
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
    if (topLabels == null) {
      return new Probabilities(nodes.size(), classCount, rows(nodes));
    }
    int[] top = Arrays.stream(nodes.toArray()).map(node -> topLabels[node]).toArray();
    double[] kept = Arrays.stream(nodes.toArray()).mapToDouble(node -> values[node]).toArray();
    return new Probabilities(classCount, top, kept);
  }
}
