package io.github.wats.metrics;

import static io.github.wats.metrics.Metric.Direction.HIGHER;
import static io.github.wats.metrics.Metric.Direction.LOWER;
import static io.github.wats.metrics.Metric.Unit.NATS;
import static io.github.wats.metrics.Metric.Unit.NUMBER;
import static io.github.wats.metrics.Metric.Unit.PERCENT;

import io.github.wats.metrics.Formula.ClasswiseGap;
import io.github.wats.metrics.Formula.Mean;
import io.github.wats.metrics.Formula.MeanGap;
import io.github.wats.metrics.Formula.OfBins;
import io.github.wats.metrics.Formula.OfOutcomes;
import io.github.wats.metrics.Formula.Ranked;
import io.github.wats.metrics.Formula.Resampled;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The metrics, in the order in which they are reported. A new metric of a known form needs only a
 * constant here: tables, reports, files and Spark take everything else from it.
 */
public enum Metric {
  /** The fraction of outcomes whose predicted class is the true class. */
  ACCURACY("accuracy", "Accuracy", PERCENT, HIGHER, Mean.HITS, "fraction of correct predictions"),

  /**
   * {@code −(1/n) Σ_i ln p_i,yi}. Probabilities below 1e−300, such as those rounded to 0, count as
   * 1e−300: a single node adds at most 691 to the sum.
   */
  NLL("nll", "NLL", NATS, LOWER, Mean.LOG_LOSS, "negative log-likelihood of the true classes"),

  /** {@code (1/n) Σ_i Σ_c (p_ic − [y_i = c])²} (Brier 1950): the sum over classes, not the mean. */
  BRIER("brier", "Brier", NUMBER, LOWER, Mean.SQUARED_ERROR, "squared error of the probabilities"),

  /**
   * {@code ECE = Σ_b (n_b / n) · |accuracy_b − confidence_b|} over bins of equal width {@code
   * (m−1)/M < confidence ≤ m/M} (Naeini, Cooper, Hauskrecht, AAAI 2015).
   */
  ECE(
      "ece",
      "ECE",
      PERCENT,
      LOWER,
      new MeanGap(Order.NONE),
      "mean gap of confidence and accuracy, binned by confidence"),

  /**
   * As {@link #ECE} over bins of ⌈n/M⌉ outcomes sorted by the degree of their node. The code of
   * GETS and WATS reports this as ECE, though their papers define the other.
   */
  DEGREE_ECE(
      "degreeEce",
      "Degree-binned ECE",
      PERCENT,
      LOWER,
      new MeanGap(Order.DEGREE),
      "the same, binned by degree"),

  /**
   * The mean over classes of the equal-width error of that class's probability against "the label
   * is this class" (Kull et al., NeurIPS 2019).
   */
  CLASSWISE_ECE(
      "classwiseEce",
      "Classwise ECE",
      PERCENT,
      LOWER,
      new ClasswiseGap(),
      "the same for each class, averaged"),

  /** The largest gap |accuracy_b − confidence_b| over the bins of {@link #ECE}. */
  MCE("mce", "MCE", PERCENT, LOWER, new OfBins(Bins::largestGap), "largest gap of a bin of ECE"),

  /** As {@link #ECE} over bins that hold equally many outcomes, sorted by confidence. */
  EQUAL_MASS_ECE(
      "equalMassEce",
      "Equal-mass ECE",
      PERCENT,
      LOWER,
      new MeanGap(Order.CONFIDENCE),
      "ECE over equally full bins"),

  /**
   * {@code max(0, 2 ECE − Σ_b (n_b / n) · E|confidence_b − accuracy_b + σ_b Z|)} with {@code σ_b² =
   * accuracy_b (1 − accuracy_b) / n_b} and Z standard normal: ECE without the part that is due to
   * few nodes per bin (Kumar, Liang, Ma, NeurIPS 2019, who draw Z; here the mean is exact).
   */
  DEBIASED_ECE(
      "debiasedEce",
      "Debiased ECE",
      PERCENT,
      LOWER,
      new OfBins(Bins::debiasedGap),
      "ECE minus its estimated bias"),

  /**
   * {@code smECE = σ with ∫ |(1/n) Σ_i K_σ(t, confidence_i) (confidence_i − [correct_i])| dt = σ},
   * K_σ the Gaussian kernel reflected at 0 and 1 (Błasiok, Nakkiran, ICLR 2024): an error without
   * bins.
   */
  SMOOTH_ECE(
      "smoothEce",
      "Smooth ECE",
      PERCENT,
      LOWER,
      new OfOutcomes(SmoothError::of),
      "gap of confidence and accuracy, smoothed over the confidence"),

  /**
   * {@code AURC = (1/n) Σ_k (errors among the k most confident) / k}, averaged over the orders of
   * equal confidences (Geifman, Uziel, El-Yaniv, ICLR 2019): the area under the risk-coverage
   * curve. It measures how well confidence ranks correct before wrong predictions.
   */
  AURC(
      "aurc",
      "AURC",
      PERCENT,
      LOWER,
      new Ranked(RankedOutcomes::riskArea),
      "mean error rate among the most confident, over all coverages"),

  /**
   * {@code AUROC = P(confidence of a correct outcome > that of a wrong one)}, equal confidences
   * count one half: the area under the ROC curve of confidence as a test of correctness (Hendrycks,
   * Gimpel, ICLR 2017). Absent where all predictions are right or all are wrong.
   */
  AUROC(
      "auroc",
      "AUROC",
      PERCENT,
      HIGHER,
      new OfOutcomes(outcomes -> RankedOutcomes.of(outcomes).rocArea()),
      "how often a correct prediction is more confident than a wrong one");

  /** What values are measured in, and so how they are written. */
  public enum Unit {
    /** A fraction, written in percent with two decimals. */
    PERCENT(100, "%.2f", "%"),
    /** Of information, with the natural logarithm. */
    NATS(1, "%.4f", ""),
    /** Anything else. */
    NUMBER(1, "%.4f", "");

    private final int factor;
    private final String format;
    private final String sign;

    Unit(int factor, String format, String sign) {
      this.factor = factor;
      this.format = format;
      this.sign = sign;
    }

    /** What a value is multiplied by to be written in this unit. */
    public int factor() {
      return factor;
    }

    /** What is written after values, or nothing. */
    public String sign() {
      return sign;
    }

    /** Such as {@code 2.09} or {@code 0.3142}. */
    public String bare(double value) {
      return String.format(Locale.ROOT, format, factor * value);
    }
  }

  /** Which of two values is better. */
  public enum Direction {
    LOWER,
    HIGHER;

    /** Such as {@code lower is better}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT) + " is better";
    }
  }

  /** The order of outcomes that is cut into M bins. */
  public enum Order {
    /** None: bin m−1 holds confidences {@code (m−1)/M < p ≤ m/M}. */
    NONE,
    /** By confidence, stable; bin b holds positions ⌊b n/M⌋ … ⌊(b+1) n/M⌋ − 1. */
    CONFIDENCE,
    /** By degree, stable; each bin holds ⌈n/M⌉ outcomes, the last may hold fewer. */
    DEGREE
  }

  private final String key;
  private final String title;
  private final Unit unit;
  private final Direction direction;

  @SuppressWarnings("ImmutableEnumChecker") // formulas are records of functions without state
  private final Formula formula;

  private final String help;

  Metric(String key, String title, Unit unit, Direction direction, Formula formula, String help) {
    this.key = key;
    this.title = title;
    this.unit = unit;
    this.direction = direction;
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

  /** The same values by {@link #key}, in the same order, for files. */
  public static <T> Map<String, T> byKey(Map<Metric, T> values) {
    Map<String, T> byKey = new LinkedHashMap<>();
    values.forEach((metric, value) -> byKey.put(metric.key, value));
    return byKey;
  }

  /** The name in files and options, such as {@code degreeEce}. */
  public String key() {
    return key;
  }

  /** The name in tables and reports, such as {@code Degree-binned ECE}. */
  public String title() {
    return title;
  }

  public Unit unit() {
    return unit;
  }

  public Direction direction() {
    return direction;
  }

  /** The value, negated where higher is better: of two losses the lower is always better. */
  public double loss(double value) {
    return direction == Direction.HIGHER ? -value : value;
  }

  /** A short description. */
  public String help() {
    return help;
  }

  /** The order of outcomes that the bins of this metric are cut from. */
  public Order order() {
    return formula instanceof MeanGap gap ? gap.order() : Order.NONE;
  }

  Formula formula() {
    return formula;
  }

  /** Whether this metric is above 0 by chance alone, even for a perfectly calibrated model. */
  boolean hasNoiseFloor() {
    return formula instanceof MeanGap;
  }

  /** Whether a bootstrap interval is computed: not of the others, which resampling biases most. */
  boolean hasInterval() {
    return formula instanceof Resampled;
  }

  /** Whether the value needs all outcomes in one memory: {@link MetricSums} lacks it. */
  public boolean needsAllOutcomes() {
    return formula instanceof OfOutcomes || formula instanceof Ranked;
  }

  /** Whether the value depends on more than predicted classes and their probabilities. */
  boolean needsAllClasses() {
    return formula instanceof ClasswiseGap || (formula instanceof Mean && formula != Mean.HITS);
  }

  /**
   * PHI, the post-hoc improvement {@code (before − after) / before} of a proper score (Berta,
   * Holzmüller, Jordan, Bach, arXiv 2605.30188): 1 is a perfect score, 0 no change, below 0 harm.
   * Empty for other metrics and where nothing could improve.
   */
  public OptionalDouble improvement(double before, double after) {
    boolean proper = formula == Mean.LOG_LOSS || formula == Mean.SQUARED_ERROR;
    return proper && before > 0
        ? OptionalDouble.of((before - after) / before)
        : OptionalDouble.empty();
  }

  /** PHI by metric of the values after calibration, and before. */
  public static Map<Metric, Double> improvements(
      Map<Metric, Double> before, Map<Metric, Double> after) {
    Map<Metric, Double> improvements = new EnumMap<>(Metric.class);
    before.forEach(
        (metric, value) ->
            Optional.ofNullable(after.get(metric))
                .map(own -> metric.improvement(value, own))
                .ifPresent(one -> one.ifPresent(phi -> improvements.put(metric, phi))));
    return improvements;
  }

  /** Whether {@code value} is better than {@code other}. */
  public boolean isBetter(double value, double other) {
    return loss(value) < loss(other);
  }

  /** Such as {@code 2.09 %} or {@code 0.3142}. */
  public String format(double value) {
    return (unit.bare(value) + " " + unit.sign).trim();
  }

  /**
   * The value on some nodes, with the bins of {@link Evaluation.Options#DEFAULT}; nodes whose label
   * is unknown are left out. NaN where {@link #of} gives none.
   */
  public double value(Probabilities predicted, Labels actual, NodeSet nodes) {
    return of(Outcomes.of(predicted, actual, nodes), Evaluation.Options.DEFAULT.bins())
        .orElse(Double.NaN);
  }

  /**
   * The value; empty without outcomes, without degrees for bins by degree, of top labels where it
   * needs all classes, and where the formula is not defined.
   */
  public OptionalDouble of(Outcomes outcomes, int bins) {
    if (outcomes.isEmpty()
        || (order() == Order.DEGREE && !outcomes.hasDegrees())
        || (needsAllClasses() && !outcomes.hasAllClasses())) {
      return OptionalDouble.empty();
    }
    double value = formula.of(outcomes, bins);
    return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
  }

  @Override
  public String toString() {
    return key;
  }
}
