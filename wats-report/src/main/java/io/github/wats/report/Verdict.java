package io.github.wats.report;

import io.github.wats.metrics.Metric;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Phrases;
import java.util.ArrayList;
import java.util.List;

/** The summary of a page: the error, what calibration gained, and how far it can be trusted. */
final class Verdict {
  /** An error of at most this many noise floors is called close to the noise floor. */
  private static final double CLOSE = 1.5;

  private Verdict() {}

  /** Two or three sentences about one measurement, or about one before and one after. */
  static List<String> of(String network, List<Measured> sides) {
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
      sentences.add(gain(first, last));
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
    if (to >= from) {
      return "Calibration did not lower the ECE, which was %s before. %s"
          .formatted(NumberText.percent(from), accuracy);
    }
    if (from <= CLOSE * floor) {
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
