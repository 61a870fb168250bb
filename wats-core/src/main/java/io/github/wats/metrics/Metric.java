package io.github.wats.metrics;

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
 * tables, reports, files and Spark ask it for its key, title, formula and how values are written.
 */
public enum Metric {
  /** The share of outcomes whose predicted class is the true one. */
  ACCURACY("accuracy", "Accuracy", Mean.HITS, "share of correct predictions"),

  /**
   * {@code −(1/n) Σ_i ln p_i,yi}. A probability below 1e−300, such as one that rounding has made 0,
   * counts as that: one confident wrong node costs 691 and not the whole mean.
   */
  NLL("nll", "NLL", Mean.LOG_LOSS, "negative log-likelihood of the true classes"),

  /** {@code (1/n) Σ_i Σ_c (p_ic − [y_i = c])²} (Brier 1950): the sum over classes, not the mean. */
  BRIER("brier", "Brier", Mean.SQUARED_ERROR, "squared error of the probabilities"),

  /**
   * {@code ECE = Σ_b (n_b / n) · |accuracy_b − confidence_b|} over bins of equal width {@code
   * (m−1)/M < confidence ≤ m/M} (Naeini, Cooper, Hauskrecht, AAAI 2015).
   */
  ECE(
      "ece",
      "ECE",
      new MeanGap(Order.NONE),
      "mean gap of confidence and accuracy, binned by confidence"),

  /**
   * As {@link #ECE} over runs of ⌈n/M⌉ outcomes sorted by the degree of their node. This is what
   * the code of GETS and WATS reports, though their texts define the other.
   */
  DEGREE_ECE(
      "degreeEce", "Degree-binned ECE", new MeanGap(Order.DEGREE), "the same, binned by degree"),

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
      new MeanGap(Order.CONFIDENCE),
      "ECE over equally full bins");

  /** How values are written: shares in percent with two decimals, others with four. */
  public enum Unit {
    PERCENT,
    NUMBER;

    /** Such as {@code 2.09} or {@code 0.3142}. */
    public String bare(double value) {
      double written = this == PERCENT ? 100 * value : value;
      return String.format(Locale.ROOT, this == PERCENT ? "%.2f" : "%.4f", written);
    }
  }

  /** The order of the outcomes of which M bins are consecutive runs. */
  public enum Order {
    /** None: bin m−1 holds confidences {@code (m−1)/M < p ≤ m/M}. */
    NONE,
    /** By confidence, ties by place; bin b holds places ⌊b n/M⌋ … ⌊(b+1) n/M⌋ − 1. */
    CONFIDENCE,
    /** By degree, ties by place, cut into runs of ⌈n/M⌉; the last may be shorter. */
    DEGREE
  }

  private final String key;
  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // formulas are records of functions without state
  private final Formula formula;

  private final String help;

  Metric(String key, String title, Formula formula, String help) {
    this.key = key;
    this.title = title;
    this.formula = formula;
    this.help = help;
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
    return formula instanceof Mean mean && !mean.isShare() ? Unit.NUMBER : Unit.PERCENT;
  }

  public boolean isHigherBetter() {
    return formula instanceof Mean mean && mean.isShare();
  }

  /** What it is, in a few words. */
  public String help() {
    return help;
  }

  /** The order that the bins of this metric need. */
  public Order order() {
    return formula instanceof MeanGap gap ? gap.order() : Order.NONE;
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
    return isHigherBetter() ? value > other : value < other;
  }

  /** Such as {@code 2.09 %} or {@code 0.3142}. */
  public String format(double value) {
    return unit().bare(value) + (unit() == Unit.PERCENT ? " %" : "");
  }

  /** The value, or empty where it is not defined: no outcomes, or no degrees to bin by. */
  public OptionalDouble of(Outcomes outcomes, int bins) {
    if (outcomes.isEmpty() || (order() == Order.DEGREE && !outcomes.hasDegrees())) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        formula instanceof MeanGap gap
            ? Bins.of(outcomes, gap.order(), bins).meanGap()
            : Evaluation.Sums.of(outcomes, bins).evaluation().value(this));
  }

  @Override
  public String toString() {
    return key;
  }
}
