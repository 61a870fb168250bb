package io.github.wats.report;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.CalibrationTest;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.report.figure.DegreePoint;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Phrases;
import io.github.wats.report.figure.ReliabilityFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The summary of a page: what calibration gained, the worst that remains, and what rejects it. */
public final class Verdict {
  /** A test of perfect calibration with a smaller p-value rejects it. */
  private static final double LEVEL = 0.05;

  private Verdict() {}

  /**
   * What calibration made worse and what to try; empty if neither the ECE nor the NLL rose, or if
   * the NLL fell and the ECE is within its interval before.
   */
  public static Optional<String> warning(Evaluation before, Evaluation after) {
    boolean better = Metric.NLL.isBetter(after.value(Metric.NLL), before.value(Metric.NLL));
    Interval earlier = before.intervals().get(Metric.ECE);
    if (better && earlier != null && after.value(Metric.ECE) <= earlier.high()) {
      return Optional.empty();
    }
    String worse =
        Stream.of(Metric.ECE, Metric.NLL)
            .filter(metric -> metric.isBetter(before.value(metric), after.value(metric)))
            .map(metric -> "the " + metric.title() + " from " + change(metric, before, after))
            .collect(Collectors.joining(" and "));
    return worse.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "On the test nodes calibration increased %s. %s".formatted(worse, advice(better)));
  }

  private static String change(Metric metric, Evaluation before, Evaluation after) {
    return MetricText.value(metric, before.value(metric))
        + " to "
        + MetricText.value(metric, after.value(metric));
  }

  private static String advice(boolean better) {
    return "Try another method ('compare' evaluates them all) or more validation nodes"
        + (better ? "." : ", or keep the uncalibrated probabilities.");
  }

  /** A few sentences about one measurement, or about one before and one after. */
  static List<String> of(String network, List<Measured> sides, String nodeKind) {
    Measured first = sides.get(0);
    Measured last = sides.get(sides.size() - 1);
    List<String> sentences = new ArrayList<>(summary(network, sides, nodeKind));
    if (sides.size() == 2) {
      warning(first.evaluation(), last.evaluation()).ifPresent(one -> sentences.add(0, one));
      accuracy(first, last).ifPresent(sentences::add);
    }
    sentences.add(
        "A perfectly calibrated model would have an ECE of %s on as many %ss: the noise floor."
            .formatted(
                NumberText.percent(last.evaluation().noiseFloor(Metric.ECE)), row(nodeKind)));
    return sentences;
  }

  /** The same of one evaluation alone. */
  public static List<String> summary(String network, Evaluation evaluation, String nodeKind) {
    return summary(network, List.of(Measured.of("measured", evaluation)), nodeKind);
  }

  /** The errors with the largest gap of the last of {@code sides}, and the tests that reject it. */
  public static List<String> summary(String network, List<Measured> sides, String nodeKind) {
    Measured first = sides.get(0);
    Measured last = sides.get(sides.size() - 1);
    boolean two = sides.size() == 2;
    String errors =
        "On %s %s %s %s, with an expected calibration error (ECE) of %s%s."
            .formatted(
                NumberText.counted(first.evaluation().nodes(), nodeKind),
                network,
                two ? "was" : "is",
                Phrases.confidence(first),
                NumberText.percent(first.value(Metric.ECE)),
                two
                    ? "; " + last.name() + " it is " + NumberText.percent(last.value(Metric.ECE))
                    : "");
    return Stream.of(
            Optional.of(errors),
            largestGap(sides, row(nodeKind)),
            last.evaluation().calibrationTest().map(Verdict::rejections))
        .flatMap(Optional::stream)
        .toList();
  }

  /** What a row is, of {@code test node}. */
  private static String row(String nodeKind) {
    return nodeKind.substring(nodeKind.lastIndexOf(' ') + 1);
  }

  /** Whether a test rejects perfect calibration. */
  public static boolean isRejected(CalibrationTest test) {
    return test.pValues().values().stream().anyMatch(p -> p < LEVEL);
  }

  private static String rejections(CalibrationTest test) {
    String rejecting =
        test.pValues().entrySet().stream()
            .filter(one -> one.getValue() < LEVEL)
            .map(one -> MetricText.name(one.getKey()) + " (" + MetricText.p(one.getValue()) + ")")
            .collect(Collectors.joining(", "));
    return rejecting.isEmpty()
        ? "No test rejects perfect calibration at the level 0.05."
        : "Perfect calibration is rejected by " + rejecting + ".";
  }

  /** Confidence minus accuracy of nodes of similar degree or confidence; clear beyond chance. */
  private record Gap(String where, boolean isOfDegree, double excess, boolean isClear) {
    /** Of the groups that figures draw with an interval, the largest first. */
    static List<Gap> of(Measured side) {
      List<Gap> gaps = new ArrayList<>();
      for (DegreePoint one : side.degrees()) {
        String degrees = plain(one.degrees());
        add(gaps, "degree " + degrees, one.confidence(), one.accuracy(), one.count());
      }
      for (ReliabilityBins.Bin bin : side.evaluation().reliability().bins()) {
        String range = ReliabilityFigure.range(bin);
        add(gaps, "confidence " + range, bin.confidence(), bin.accuracy(), bin.count());
      }
      gaps.sort(Comparator.comparingDouble(Gap::size).reversed());
      return gaps;
    }

    private static void add(
        List<Gap> gaps, String where, double confidence, double accuracy, long count) {
      if (count >= ReliabilityFigure.FEW) {
        Interval interval = Interval.ofProportion(accuracy, Math.toIntExact(count));
        boolean clear = confidence < interval.low() || confidence > interval.high();
        gaps.add(new Gap(where, where.startsWith("degree"), confidence - accuracy, clear));
      }
    }

    /** Without the letters that figures explain: 7–78 for 7b–78, 1 (part b) for 1b. */
    private static String plain(String degrees) {
      return degrees.replaceAll("^(\\d+)([a-z]+)$", "$1 (part $2)").replaceAll("(\\d)[a-z]+", "$1");
    }

    double size() {
      return Math.abs(excess);
    }

    /** In words. Groups by degree hold the same nodes before, groups by confidence do not. */
    String text(List<Gap> before) {
      String change =
          before.stream()
              .filter(gap -> !isOfDegree || gap.where.equals(where))
              .findFirst()
              .map(this::change)
              .orElse("");
      return "%s points: %s at %s%s"
          .formatted(NumberText.points(size()), direction(), where, change);
    }

    private String change(Gap before) {
      boolean worse = size() > before.size();
      String points = NumberText.points(before.size()) + " points";
      if (!isOfDegree) {
        return worse ? ", worse than any before (" + points + " at most)" : "";
      }
      return excess * before.excess < 0
          ? ", " + before.direction() + " by " + points + " before"
          : worse ? ", worse than the " + points + " before" : ", " + points + " before";
    }

    private String direction() {
      return excess > 0 ? "overconfident" : "underconfident";
    }
  }

  /** The largest gap after calibration; where chance may explain it, also the largest beyond. */
  private static Optional<String> largestGap(List<Measured> sides, String row) {
    List<Gap> before = sides.size() == 1 ? List.of() : Gap.of(sides.get(0));
    List<Gap> gaps = Gap.of(sides.get(sides.size() - 1));
    return gaps.stream()
        .findFirst()
        .map(
            gap ->
                "The largest gap between confidence and accuracy (of %s %ss or more) is %s. It is %s."
                    .formatted(
                        ReliabilityFigure.FEW,
                        row,
                        gap.text(before),
                        gap.isClear
                            ? "beyond its 95 % interval"
                            : "within its 95 % interval"
                                + gaps.stream()
                                    .filter(Gap::isClear)
                                    .findFirst()
                                    .map(one -> "; the largest beyond is " + one.text(before))
                                    .orElse("")));
  }

  /** What is said where no class changed, or none that matters. */
  private static Optional<String> accuracy(Measured before, Measured after) {
    double accuracy = after.value(Metric.ACCURACY);
    return before.value(Metric.ACCURACY) == accuracy
        ? Optional.of("The accuracy is unchanged: " + NumberText.percent(accuracy) + ".")
        : Optional.empty();
  }

  /** How many of the measured nodes have another class than the network's; empty if none. */
  public static Optional<String> otherClasses(
      long nodes, Evaluation before, Evaluation after, String kind) {
    double share = (double) nodes / after.nodes();
    return nodes == 0
        ? Optional.empty()
        : Optional.of(
            "The calibrated probabilities prefer another class for %s of the %ss; accuracy %s → %s."
                .formatted(
                    share < 0.0005
                        ? "fewer than " + NumberText.percent(0.001)
                        : NumberText.percent(share),
                    kind,
                    NumberText.points(before.value(Metric.ACCURACY)),
                    NumberText.percent(after.value(Metric.ACCURACY))));
  }
}
