package io.github.wats.report;

import io.github.wats.metrics.Metric;
import io.github.wats.report.figure.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The verdict in words: what was wrong, what has been gained, and how far that can be trusted. */
final class Verdict {
  /** An error up to so many noise floors is called near it. */
  private static final double NEAR = 1.5;

  private Verdict() {}

  /** Two or three sentences about one measurement, or about one before and one after. */
  static List<String> of(String network, List<Measured> sides) {
    List<String> sentences = new ArrayList<>();
    Measured first = sides.get(0);
    String nodes = "On " + NumberText.counted(first.evaluation().nodes(), "test node") + " ";
    if (sides.size() == 1) {
      sentences.add(
          nodes
              + network
              + " is "
              + leaning(first)
              + ": its calibration error (ECE) is "
              + error(first)
              + ".");
    } else {
      Measured last = sides.get(1);
      sentences.add(
          nodes
              + network
              + " was "
              + leaning(first)
              + " by "
              + NumberText.points(first.value(Metric.ECE))
              + " points; "
              + last.name()
              + " the error is "
              + error(last)
              + ".");
      sentences.add(gain(first, last));
    }
    sentences.add(
        "The noise floor is what even a perfectly calibrated model would score on so many nodes; a"
            + " smaller error cannot be shown with them.");
    return sentences;
  }

  private static String leaning(Measured side) {
    double error = side.value(Metric.ECE);
    double excess = side.evaluation().reliability().overconfidence();
    if (Math.abs(excess) < 0.5 * error || error == 0) {
      return "unevenly sure";
    }
    return excess > 0 ? "too sure" : "too unsure";
  }

  private static String error(Measured side) {
    double error = side.value(Metric.ECE);
    String text = NumberText.points(error) + " points";
    double floor = side.evaluation().noiseFloor(Metric.ECE);
    if (Double.isNaN(floor)) {
      return text;
    }
    String low = NumberText.points(floor);
    if (error <= floor) {
      return text + ", within the noise floor of " + low;
    }
    if (error <= NEAR * floor) {
      return text + ", close to the noise floor of " + low;
    }
    return text
        + ", "
        + String.format(Locale.ROOT, "%.1f", error / floor)
        + " times the noise floor of "
        + low;
  }

  private static String gain(Measured before, Measured after) {
    double from = before.value(Metric.ECE);
    double to = after.value(Metric.ECE);
    String accuracy = accuracy(before, after);
    double floor = before.evaluation().noiseFloor(Metric.ECE);
    if (to >= from) {
      return "Calibration has not helped here: the error was "
          + NumberText.points(from)
          + " points before. "
          + accuracy;
    }
    if (from <= NEAR * floor) {
      return "There was little to gain: the error was already close to the noise floor. "
          + accuracy;
    }
    return accuracy;
  }

  private static String accuracy(Measured before, Measured after) {
    String from = NumberText.percent(before.value(Metric.ACCURACY));
    String to = NumberText.percent(after.value(Metric.ACCURACY));
    return before.value(Metric.ACCURACY) == after.value(Metric.ACCURACY)
        ? "The predicted classes are the same: " + to + " are right, before and after."
        : "The share of right predictions went from " + from + " to " + to + ".";
  }
}
