package io.github.wats.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** The seconds and epochs of some rounds of one kind of work; medians are NaN without a round. */
final class FitTimes {
  private final String name;
  private final double first;
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> epochs = new ArrayList<>();
  private double allThreads = Double.NaN;

  /** {@code first}: the seconds of a round before those to be added. */
  FitTimes(String name, double first) {
    this.name = name;
    this.first = first;
  }

  void add(double newSeconds, double newEpochs) {
    seconds.add(newSeconds);
    epochs.add(newEpochs);
  }

  void allThreads(double newSeconds) {
    allThreads = newSeconds;
  }

  /** The mean seconds of a round on all threads of the process. */
  double allThreads() {
    return allThreads;
  }

  String name() {
    return name;
  }

  double first() {
    return first;
  }

  double seconds() {
    return median(seconds);
  }

  double epochs() {
    return median(epochs);
  }

  double secondsPerEpoch() {
    List<Double> each = new ArrayList<>();
    for (int k = 0; k < seconds.size(); k++) {
      each.add(seconds.get(k) / epochs.get(k));
    }
    return median(each);
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
    int half = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
