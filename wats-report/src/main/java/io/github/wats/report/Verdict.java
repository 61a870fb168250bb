package io.github.wats.report;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The summary of a page: the error, what calibration gained, and how far it can be trusted. */
public final class Verdict {
  /** An error of at most this many noise floors is called close to the noise floor. */
  private static final double CLOSE = 1.5;

  private Verdict() {}

  /**
   * What calibration made worse and what to try; empty if neither the ECE nor the NLL rose, or if
   * the NLL fell and the ECE is within its interval before.
   *
   * @param method the registered name
   */
  public static Optional<String> warning(String method, Evaluation before, Evaluation after) {
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
            "On the test nodes calibration increased %s. %s"
                .formatted(worse, advice(method, before, better)));
  }

  private static String change(Metric metric, Evaluation before, Evaluation after) {
    return MetricText.value(metric, before.value(metric))
        + " to "
        + MetricText.value(metric, after.value(metric));
  }

  private static String advice(String method, Evaluation before, boolean better) {
    String more = "more validation nodes";
    double floor = before.noiseFloor(Metric.ECE);
    if (!better && before.value(Metric.ECE) <= CLOSE * floor) {
      return "The ECE was close to the noise floor of %s before, so there is little to gain: keep"
              .formatted(MetricText.value(Metric.ECE, floor))
          + " the uncalibrated probabilities.";
    }
    if (!method.equals("auto")) {
      return "Try --method auto, which chooses a method by cross-validation, or " + more + ".";
    }
    return "Try " + more + (better ? "." : ", or keep the uncalibrated probabilities.");
  }

  /**
   * Two or three sentences about one measurement, or about one before and one after.
   *
   * @param method the registered name of the calibrator, empty where there is none
   */
  static List<String> of(String network, List<Measured> sides, String method) {
    List<String> sentences = new ArrayList<>();
    Measured first = sides.get(0);
    String nodes = NumberText.counted(first.evaluation().nodes(), "test node");
    if (sides.size() == 1) {
      sentences.add(
          "On %s %s is %s, with an expected calibration error (ECE) of %s."
              .formatted(nodes, network, Phrases.confidence(first), error(first)));
    } else {
      Measured last = sides.get(1);
      sentences.add(
          "On %s %s was %s, with an expected calibration error (ECE) of %s; %s it is %s."
              .formatted(
                  nodes,
                  network,
                  Phrases.confidence(first),
                  NumberText.percent(first.value(Metric.ECE)),
                  last.name(),
                  error(last)));
      Optional<String> warning = warning(method, first.evaluation(), last.evaluation());
      sentences.add(warning.map(w -> w + " ").orElse("") + gain(first, last));
    }
    sentences.add(
        "The noise floor is the expected ECE of a perfectly calibrated model on as many nodes;"
            + " errors below it are indistinguishable from 0.");
    return sentences;
  }

  private static String error(Measured side) {
    double error = side.value(Metric.ECE);
    String text = NumberText.percent(error);
    double floor = side.evaluation().noiseFloor(Metric.ECE);
    if (Double.isNaN(floor)) {
      return text;
    }
    String low = NumberText.percent(floor);
    if (error <= floor) {
      return text + ", within the noise floor of " + low;
    }
    if (error <= CLOSE * floor) {
      return text + ", close to the noise floor of " + low;
    }
    return "%s, %s times the noise floor of %s"
        .formatted(text, NumberText.decimals(error / floor, 1), low);
  }

  private static String gain(Measured before, Measured after) {
    double from = before.value(Metric.ECE);
    double to = after.value(Metric.ECE);
    String accuracy = accuracy(before, after);
    double floor = before.evaluation().noiseFloor(Metric.ECE);
    if (to == from) {
      return "Calibration did not change the ECE. " + accuracy;
    }
    if (to < from && from <= CLOSE * floor) {
      return "The ECE was close to the noise floor before calibration. " + accuracy;
    }
    return accuracy;
  }

  private static String accuracy(Measured before, Measured after) {
    String from = NumberText.percent(before.value(Metric.ACCURACY));
    String to = NumberText.percent(after.value(Metric.ACCURACY));
    return before.value(Metric.ACCURACY) == after.value(Metric.ACCURACY)
        ? "The accuracy is unchanged: " + to + "."
        : "The accuracy went from " + from + " to " + to + ".";
  }
}
