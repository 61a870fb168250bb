package io.github.wats.experiment;

import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The runs behind one cell of a table. */
final class Values {
  private final Map<Integer, FitRecord.Result> results = new TreeMap<>(); // by run
  private int failures;

  void add(FitRecord record) {
    record.result().ifPresent(result -> results.put(record.key().task().run(), result));
    failures += record.failure().isPresent() ? 1 : 0;
  }

  /** By run, rising. */
  Map<Integer, FitRecord.Result> results() {
    return Collections.unmodifiableMap(results);
  }

  int failures() {
    return failures;
  }

  /** The values of a metric in the runs in which this cell and {@code other} have one. */
  Pairs pairs(Values other, Metric metric) {
    List<Double> mine = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    results.forEach(
        (run, result) -> {
          FitRecord.Result match = other.results.get(run);
          Double one = result.evaluation().values().get(metric);
          Double two = match == null ? null : match.evaluation().values().get(metric);
          if (one != null && two != null) {
            mine.add(one);
            theirs.add(two);
          }
        });
    return new Pairs(mine, theirs);
  }

  /** Equally many values, run by run. */
  record Pairs(List<Double> mine, List<Double> theirs) {
    boolean areComparable() {
      return mine.size() >= 2;
    }

    PairedDifference difference() {
      return PairedDifference.of(mine, theirs);
    }
  }
}
