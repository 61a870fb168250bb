package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Place;
import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The runs behind one cell of a table.
 *
 * @param results by run, rising
 * @param failures how many runs have no result
 */
record Values(Place place, Map<Integer, FitRecord.Result> results, int failures) {
  static Values of(Place place, List<FitRecord> records) {
    Map<Integer, FitRecord.Result> results = new TreeMap<>();
    for (FitRecord record : records) {
      record.result().ifPresent(result -> results.put(record.key().task().run(), result));
    }
    int failures = (int) records.stream().filter(r -> r.failure().isPresent()).count();
    return new Values(place, results, failures);
  }

  /** The values of a metric, in the runs that have it. */
  List<Double> all(Metric metric) {
    return results.values().stream().flatMap(result -> value(result, metric).stream()).toList();
  }

  /** The difference to {@code other} over shared runs; empty where there are fewer than two. */
  Optional<PairedDifference> minus(Values other, Metric metric) {
    List<Double> mine = new ArrayList<>();
    List<Double> theirs = new ArrayList<>();
    results.forEach(
        (run, result) -> {
          Optional<Double> one = value(result, metric);
          Optional<Double> two =
              Optional.ofNullable(other.results.get(run)).flatMap(match -> value(match, metric));
          if (one.isPresent() && two.isPresent()) {
            mine.add(one.get());
            theirs.add(two.get());
          }
        });
    return mine.size() < 2 ? Optional.empty() : Optional.of(PairedDifference.of(mine, theirs));
  }

  private static Optional<Double> value(FitRecord.Result result, Metric metric) {
    return Optional.ofNullable(result.evaluation().values().get(metric));
  }
}
