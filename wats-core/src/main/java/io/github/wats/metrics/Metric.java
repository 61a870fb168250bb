package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Formula.ClasswiseGap;
import io.github.wats.metrics.Formula.LargestGap;
import io.github.wats.metrics.Formula.Mean;
import io.github.wats.metrics.Formula.MeanGap;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The metrics, in the order in which they are reported. A constant is all there is to declare:
 * tables, reports, files and Spark ask it for its key, title, unit, direction and formula.
 */
public enum Metric {
  /** The share of outcomes whose predicted class is the true one. */
  ACCURACY(
      "accuracy",
      "Accuracy",
      Unit.PERCENT,
      Mean.score((sum, row, label, predicted) -> sum + (predicted == label ? 1 : 0)),
      "share of correct predictions"),

  /**
   * {@code −(1/n) Σ_i ln p_i,yi}. A probability below 1e−300, such as one that rounding has made 0,
   * counts as that: one confident wrong node costs 691 and not the whole mean.
   */
  NLL(
      "nll",
      "NLL",
      Unit.NUMBER,
      Mean.loss((sum, row, label, predicted) -> sum - Math.log(Math.max(row[label], 1e-300))),
      "negative log-likelihood of the true classes"),

  /** {@code (1/n) Σ_i Σ_c (p_ic − [y_i = c])²} (Brier 1950): the sum over classes, not the mean. */
  BRIER("brier", "Brier", Unit.NUMBER, Mean.SQUARED_ERROR, "squared error of the probabilities"),

  /**
   * {@code ECE = Σ_b (n_b / n) · |accuracy_b − confidence_b|} over bins of equal width {@code
   * (m−1)/M < confidence ≤ m/M} (Naeini, Cooper, Hauskrecht, AAAI 2015).
   */
  ECE(
      "ece",
      "ECE",
      new MeanGap(Binning.EQUAL_WIDTH),
      "mean gap between confidence and accuracy, binned by confidence"),

  /**
   * As {@link #ECE} over runs of ⌈n/M⌉ outcomes sorted by the degree of their node. This is what
   * the code of GETS and WATS reports, though their texts define the other.
   */
  DEGREE_ECE(
      "degreeEce", "Degree-binned ECE", new MeanGap(Binning.DEGREE), "the same, binned by degree"),

  /**
   * The mean over classes of the equal-width error of that class's probability against "the label
   * is this class" (Kull et al., NeurIPS 2019).
   */
  CLASSWISE_ECE(
      "classwiseEce", "Classwise ECE", new ClasswiseGap(), "the same for each class, averaged"),

  /** The largest gap |accuracy_b − confidence_b| over the bins of {@link #ECE}. */
  MCE("mce", "MCE", new LargestGap(), "largest gap of a bin of ECE"),

  /** As {@link #ECE} over bins that hold equally many outcomes, sorted by confidence. */
  EQUAL_MASS_ECE(
      "equalMassEce",
      "Equal-mass ECE",
      new MeanGap(Binning.EQUAL_MASS),
      "ECE over bins of equally many nodes");

  /** Which way is good. */
  public enum Direction {
    LOWER_IS_BETTER,
    HIGHER_IS_BETTER
  }

  /** How values are written. */
  public enum Unit {
    /** A share of 1, written in percent with two decimals. */
    PERCENT,
    /** Written with four decimals. */
    NUMBER;

    /** Such as {@code 2.09} or {@code 0.3142}. */
    public String bare(double value) {
      double written = this == PERCENT ? 100 * value : value;
      return String.format(Locale.ROOT, this == PERCENT ? "%.2f" : "%.4f", written);
    }
  }

  /** The order of the outcomes of which bins are consecutive runs. */
  public enum Order {
    /** There are no bins, or the outcomes need no order. */
    NONE,
    CONFIDENCE,
    DEGREE
  }

  private final String key;
  private final String title;
  private final Unit unit;
  private final Formula formula;
  private final String help;

  Metric(String key, String title, Unit unit, Formula formula, String help) {
    this.key = key;
    this.title = title;
    this.unit = unit;
    this.formula = formula;
    this.help = help;
  }

  /** An error that is a share. */
  Metric(String key, String title, Formula formula, String help) {
    this(key, title, Unit.PERCENT, formula, help);
  }

  /** The metric with this key, in any case. */
  public static Metric of(String key) {
    for (Metric metric : values()) {
      if (metric.key.equalsIgnoreCase(key.trim())) {
        return metric;
      }
    }
    String keys = Arrays.stream(values()).map(Metric::key).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("metric must be one of " + keys + ", got " + key);
  }

  /** Values by {@link #key} instead, in the same order: for files. */
  public static <T> Map<String, T> byKey(Map<Metric, T> values) {
    Map<String, T> byKey = new LinkedHashMap<>();
    values.forEach((metric, value) -> byKey.put(metric.key, value));
    return byKey;
  }

  /** The name in files and options, such as {@code degreeEce}. */
  public String key() {
    return key;
  }

  /** The name for people, such as {@code Degree-binned ECE}. */
  public String title() {
    return title;
  }

  public Unit unit() {
    return unit;
  }

  public Direction direction() {
    return formula instanceof Mean mean ? mean.direction() : Direction.LOWER_IS_BETTER;
  }

  /** What it is, in a few words. */
  public String help() {
    return help;
  }

  /** The order that the bins of this metric need. */
  public Order order() {
    return formula instanceof MeanGap gap ? gap.binning().order() : Order.NONE;
  }

  Formula formula() {
    return formula;
  }

  /** A mean gap is above 0 by chance alone; how far, a noise floor tells. */
  boolean hasNoiseFloor() {
    return formula instanceof MeanGap;
  }

  /** Whether {@code value} is better than {@code other}. */
  public boolean isBetter(double value, double other) {
    return direction() == Direction.LOWER_IS_BETTER ? value < other : value > other;
  }

  /** Such as {@code 2.09 %} or {@code 0.3142}. */
  public String format(double value) {
    return unit.bare(value) + (unit == Unit.PERCENT ? " %" : "");
  }

  /**
   * The value, or empty where it is not defined: no outcomes, or no degrees to bin by.
   *
   * @param bins the number of bins, which metrics without bins ignore
   */
  public OptionalDouble of(Outcomes outcomes, int bins) {
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    boolean isDefined = !outcomes.isEmpty() && (order() != Order.DEGREE || outcomes.hasDegrees());
    return isDefined ? OptionalDouble.of(formula.of(outcomes, bins)) : OptionalDouble.empty();
  }

  @Override
  public String toString() {
    return key;
  }
}
