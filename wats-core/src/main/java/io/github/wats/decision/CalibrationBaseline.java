package io.github.wats.decision;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * How well probabilities agreed with labels that no fit had seen, and whether new labels agree less
 * well. No fit to finitely many nodes is perfectly calibrated, so that is not what new labels are
 * compared with.
 *
 * @param gaps of all confidences, and of those below and from 0.9 where there are enough nodes
 */
public record CalibrationBaseline(List<Gap> gaps) {
  /** The name of the check of new labels. */
  public static final String CHECK = "calibration";

  private static final String NONE = "monitor will not compare new labels: ";
  private static final int LEAST_NODES = 50; // of a range: fewer say little about their mean
  private static final int FOLDS = 5;
  private static final double HIGH_CONFIDENCE = 0.9;
  private static final double[] STAKES = {0.05, 0.1, 0.2, 0.4, 0.8}; // of the most that can be lost
  private static final double SHARE_OF_LABELS = 0.2; // of α; the rest is for the gaps at the fit
  private static final int BISECTIONS = 50;
  private static final double MOST_LOG_WEALTH = 600; // more is all the same, and not finite

  public CalibrationBaseline {
    gaps = List.copyOf(gaps);
    Check.argument(
        !gaps.isEmpty() && gaps.get(0).from == 0 && gaps.get(0).to == 1,
        "gaps must begin with that of all confidences, 0 to 1, got %s",
        gaps);
  }

  /**
   * The mean of correct (1 or 0) − confidence over the nodes of a range of confidences.
   *
   * @param to not part of the range, unless it is 1
   * @param error the standard error of the mean
   */
  public record Gap(double from, double to, int nodes, double mean, double error) {
    public Gap {
      Check.argument(
          0 <= from && from < to && to <= 1, "from and to must rise, got %s and %s", from, to);
      Check.argument(nodes >= 0, "nodes must not be negative, got %d", nodes);
      Check.argument(Math.abs(mean) <= 1, "mean must be in -1 to 1, got %s", mean);
      Check.argument(error >= 0 && error <= 1, "error must be in 0 to 1, got %s", error);
    }

    /**
     * The variance is that of the residuals or, if larger, that of calibrated outcomes, p (1 − p):
     * where hardly any prediction is wrong, a sample often has no error at all.
     */
    static Gap of(Outcomes outcomes, double from, double to) {
      int n = 0;
      double sum = 0;
      double squares = 0;
      double expected = 0;
      for (int k = 0; k < outcomes.size(); k++) {
        double p = outcomes.confidence(k);
        double residual = residual(outcomes, k);
        if (contains(from, to, p)) {
          n++;
          sum += residual;
          squares += residual * residual;
          expected += p * (1 - p);
        }
      }
      double mean = sum / Math.max(n, 1);
      double variance = Math.max(squares - n * mean * mean, expected) / Math.max(n - 1, 1);
      return new Gap(from, to, n, mean, Math.min(1, Math.sqrt(variance / Math.max(n, 1))));
    }

    private static boolean contains(double from, double to, double p) {
      return p >= from && (p < to || to == 1);
    }

    /** For people: "all", "below 0.9" or "0.9 and more". */
    public String range() {
      return to < 1 ? "below " + to : from > 0 ? from + " and more" : "all";
    }
  }

  /**
   * A gap at the fit and now.
   *
   * @param low the lowest gap that is no reason for an alarm
   * @param high the highest
   * @param wealth of the gamblers who bet that it is lower or higher
   */
  public record Change(Gap then, Gap now, double low, double high, double wealth) {}

  private static double residual(Outcomes outcomes, int k) {
    return (outcomes.isCorrect(k) ? 1 : 0) - outcomes.confidence(k);
  }

  /**
   * From nodes that the fit did not see.
   *
   * @param note gets a sentence if there are too few
   */
  public static Optional<CalibrationBaseline> of(Outcomes unseen, Consumer<String> note) {
    List<Gap> gaps =
        Stream.of(
                Gap.of(unseen, 0, 1),
                Gap.of(unseen, 0, HIGH_CONFIDENCE),
                Gap.of(unseen, HIGH_CONFIDENCE, 1))
            .filter(gap -> gap.nodes >= LEAST_NODES)
            .toList();
    return areEnough(unseen.size(), note)
        ? Optional.of(new CalibrationBaseline(gaps))
        : Optional.empty();
  }

  private static boolean areEnough(int nodes, Consumer<String> note) {
    if (nodes < LEAST_NODES) {
      String needs = "that needs " + LEAST_NODES + " labeled nodes that the fit has not seen, got ";
      note.accept(NONE + needs + nodes);
    }
    return nodes >= LEAST_NODES;
  }

  /**
   * From the validation nodes, by five more fits, each without a fifth of them, which it then
   * predicts. The mean of these predictions differs from labels about as that of a fit to all
   * validation nodes does from labels of other nodes, up to the standard error: a calibrator that
   * matches the mean passes the sampling error of its labels on to all nodes.
   *
   * @param note gets a sentence if there is no baseline
   */
  public static Optional<CalibrationBaseline> crossFitted(
      Calibrator<?> calibrator, CalibrationData data, long seed, Consumer<String> note) {
    NodeSet labeled = data.requireSplit().validation().withKnownLabel(data.requireLabels());
    if (!areEnough(labeled.size(), note)) {
      return Optional.empty();
    }
    HeldOutEvaluation nodes = HeldOutEvaluation.crossFitted(data, FOLDS, 1, seed);
    String name = "a fit to four fifths of the validation nodes";
    HeldOutEvaluation.Predicted folds =
        nodes.predict(Map.of(name, calibrator), (method, before) -> {});
    folds.failures().values().forEach(failure -> note.accept(NONE + failure));
    return folds.methods().values().stream()
        .findFirst()
        .flatMap(found -> of(outcomes(found.repeats().get(0), nodes.labels(), data), note));
  }

  /** Of confidences: that of every prediction, whether or not it is more likely right. */
  private static Outcomes outcomes(Probabilities calibrated, Labels labels, CalibrationData data) {
    if (data.logits().source() != Logits.Source.CONFIDENCES) {
      return Outcomes.of(calibrated, labels);
    }
    int[] right = new int[labels.nodeCount()];
    Arrays.fill(right, 1);
    Probabilities top = Probabilities.ofTopLabels(Labels.of(2, right), new double[right.length]);
    return Outcomes.of(top.withConfidences(calibrated), labels);
  }

  /**
   * Evidence that a gap is larger than at the fit by more than a margin: the wealth of gamblers who
   * bet on each outcome, at odds that are fair or worse as long as the mean gap of its range lies
   * between 0 and that of the baseline, or within {@code z error + margin} of both. The bounds hold
   * for all ranges together with a probability of at least 1 − 0.8 α, α = falseAlarm: most of α,
   * since a gap at the fit is harder to know than one now, where labels keep arriving.
   *
   * <p>If so, and labels arrive in random order, the mean wealth ever exceeds 5/α with a
   * probability of at most 0.2 α (Ville 1939), so it may be computed again whenever labels have
   * arrived. It does not depend on the order of the outcomes: the largest wealth on the way would
   * be larger in files sorted by class or degree, without any drift.
   *
   * @param margin how much worse calibration may be, in confidence
   */
  public List<Change> changes(Outcomes outcomes, double falseAlarm, double margin) {
    double z = deviations((1 - SHARE_OF_LABELS) * falseAlarm / gaps.size());
    return gaps.stream().map(gap -> change(gap, outcomes, z * gap.error + margin)).toList();
  }

  /** A z with {@code P(|Z| ≥ z) ≤ p}, by {@code √(2/π) e^(−z²/2) / z} and {@code e^(−z²/2)}. */
  private static double deviations(double p) {
    double low = 0;
    double high = Math.sqrt(-2 * Math.log(p));
    for (int i = 0; i < BISECTIONS; i++) {
      double z = (low + high) / 2;
      if (Math.sqrt(2 / Math.PI) * Math.exp(-z * z / 2) > p * z) {
        low = z;
      } else {
        high = z;
      }
    }
    return high;
  }

  private static Change change(Gap then, Outcomes outcomes, double room) {
    double low = Math.min(then.mean, 0) - room; // a gap nearer to 0 is none to act on
    double high = Math.max(then.mean, 0) + room;
    double[] logs = new double[2 * STAKES.length];
    for (int k = 0; k < outcomes.size(); k++) {
      if (Gap.contains(then.from, then.to, outcomes.confidence(k))) {
        double above = (residual(outcomes, k) - high) / (1 + Math.abs(high)); // -1 to 1
        double below = (low - residual(outcomes, k)) / (1 + Math.abs(low));
        for (int s = 0; s < STAKES.length; s++) {
          logs[s] += StrictMath.log1p(STAKES[s] * above);
          logs[STAKES.length + s] += StrictMath.log1p(STAKES[s] * below);
        }
      }
    }
    double wealth = Arrays.stream(logs).map(x -> Math.exp(Math.min(x, MOST_LOG_WEALTH))).sum();
    return new Change(then, Gap.of(outcomes, then.from, then.to), low, high, wealth / logs.length);
  }

  /** The check of new labels: the mean wealth over the ranges, and its limit. */
  public static DriftMonitor.Finding check(List<Change> changes, double falseAlarm) {
    double wealth = changes.stream().mapToDouble(Change::wealth).average().orElse(1);
    return new DriftMonitor.Finding(CHECK, wealth, 1 / (SHARE_OF_LABELS * falseAlarm));
  }
}
