package io.github.wats.prediction;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Softmax;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/** The raw scores of a classifier, one finite number per node and class (n × C). Immutable. */
public final class Logits extends ClassScores {
  /** The least probability whose logarithm is taken, where the data have none above 0 below it. */
  public static final double LEAST = 1e-12;

  private final Source source;
  private final double zero; // what a probability of 0 was taken as, NaN of raw scores
  private final String note; // on zeros, or empty

  /** What the scores of a classifier were: a calibrator fitted on one kind is not for another. */
  public enum Source {
    /** Raw scores. */
    LOGITS,
    /** Probabilities of all classes. */
    PROBABILITIES,
    /** Probabilities of the predicted classes alone: class 1 says that a prediction is right. */
    CONFIDENCES
  }

  /** Takes the array without a copy and checks it. */
  private Logits(int nodeCount, int classCount, double[] values) {
    this(nodeCount, classCount, values, Source.LOGITS, Double.NaN, "");
  }

  private Logits(
      int nodeCount, int classCount, double[] values, Source source, double zero, String note) {
    super("logits", nodeCount, classCount, values);
    this.source = source;
    this.zero = zero;
    this.note = note;
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

  /** {@code (0, z)} for the score z of class 1, the only output of a binary classifier. */
  public static Logits ofBinary(double[] scores) {
    double[] both = new double[2 * scores.length];
    for (int i = 0; i < scores.length; i++) {
      both[2 * i + 1] = scores[i];
    }
    return new Logits(scores.length, 2, both);
  }

  /**
   * {@code z = ln max(p, f)} with {@link #zero f of these rows}.
   *
   * @param columns of {@code values}: one for each class, or one with the probability of class 1
   * @param values row by row, as for {@link Probabilities#ofRounded}
   */
  public static Logits ofProbabilities(int nodeCount, int columns, double[] values) {
    return ofProbabilities(Probabilities.ofRounded(nodeCount, columns, values));
  }

  /** {@code z = ln max(p, f)} as above; of top labels {@code p = (1 − confidence, confidence)}. */
  public static Logits ofProbabilities(Probabilities given) {
    return ofProbabilities(given, OptionalDouble.empty());
  }

  /**
   * The same with the f of other rows, those of a fit: a row then gives the same logits whatever
   * the others are. A p between 0 and f stays, and zeros beside it are taken as no more than it.
   */
  public static Logits ofProbabilities(Probabilities given, OptionalDouble zeroOfFit) {
    boolean top = given.areTopLabels();
    int classes = top ? 2 : given.classCount();
    double[] p = top ? Probabilities.pairs(given.confidences()) : given.toArray();
    double zero = zeroOfFit.orElseGet(() -> zero(least(p, 0, p.length), classes));
    long zeros = Arrays.stream(p).filter(value -> value == 0).count();
    for (int start = 0; start < p.length; start += classes) {
      double floor = Math.max(LEAST, Math.min(zero, least(p, start, start + classes)));
      for (int k = start; k < start + classes; k++) {
        p[k] = Math.log(Math.max(p[k], floor));
      }
    }
    Source source = top ? Source.CONFIDENCES : Source.PROBABILITIES;
    String note = zeros == 0 ? "" : noteOnZeros(zeros, p.length, zero);
    return new Logits(given.nodeCount(), classes, p, source, zero, note);
  }

  private static double least(double[] p, int from, int to) {
    double least = 1;
    for (int k = from; k < to; k++) {
      least = p[k] > 0 ? Math.min(least, p[k]) : least;
    }
    return least;
  }

  /**
   * What zeros are taken as: the smallest p above 0 of all rows, but at least 1e-12. If that is 1/C
   * or more, as where all rows are certain, 0.01: predicted classes stay.
   */
  public static double zero(double least, int classes) {
    return least < 1.0 / classes ? Math.max(LEAST, least) : 0.01;
  }

  /** What a user should know about zeros among probabilities. */
  public static String noteOnZeros(long zeros, long count, double zero) {
    return String.format(
        Locale.ROOT, "%,d of %,d probabilities are 0 and were taken as %.3g", zeros, count, zero);
  }

  /** What a probability of 0 was taken as; empty of raw scores. */
  public OptionalDouble zero() {
    return Double.isNaN(zero) ? OptionalDouble.empty() : OptionalDouble.of(zero);
  }

  /** What the scores were. */
  public Source source() {
    return source;
  }

  /** What a user should know about how probabilities became logits. */
  public Optional<String> note() {
    return Optional.of(note).filter(text -> !text.isEmpty());
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
    return sumToOne(z -> z < 0 ? Double.NaN : z);
  }

  /** Whether the exponentials of each row sum to 1. */
  public boolean areLogProbabilities() {
    return sumToOne(Math::exp);
  }

  private boolean sumToOne(DoubleUnaryOperator probability) {
    for (int i = 0; i < nodeCount; i++) {
      double sum = 0;
      for (int c = 0; c < classCount; c++) {
        sum += probability.applyAsDouble(get(i, c));
      }
      if (!(Math.abs(sum - 1) <= Probabilities.ROUNDED)) {
        return false;
      }
    }
    return nodeCount > 0;
  }

  /** The rows of the given nodes, in their order. */
  public Logits select(NodeSet nodes) {
    return new Logits(nodes.size(), classCount, rows(nodes), source, zero, note);
  }
}
