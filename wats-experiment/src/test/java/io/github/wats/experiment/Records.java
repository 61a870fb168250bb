package io.github.wats.experiment;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Records with chosen numbers. */
public final class Records {
  private Records() {}

  /** One record per value, of the runs 0, 1, …: the metric has that value, others are 0.5. */
  public static List<FitRecord> of(
      String dataset, String model, Variant variant, Metric metric, double... values) {
    List<FitRecord> records = new ArrayList<>();
    for (int run = 0; run < values.length; run++) {
      records.add(record(dataset, model, run, variant, Map.of(metric, values[run])));
    }
    return records;
  }

  static FitRecord record(
      String dataset, String model, int run, Variant variant, Map<Metric, Double> values) {
    Map<Metric, Double> all = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      all.put(metric, values.getOrDefault(metric, 0.5));
    }
    Map<Metric, Double> floors = Map.of(Metric.ECE, 0.01, Metric.DEGREE_ECE, 0.012);
    Evaluation evaluation = Evaluation.ofValues(100, all, floors);
    FitRecord.Result result =
        new FitRecord.Result(evaluation, 3, true, 0.25, 1.5, List.of(), List.of());
    return FitRecord.done(
        new FitKey(new Task(dataset, model, run), variant), info(run), Map.of(), result);
  }

  static FitRecord failure(String dataset, String model, int run, Variant variant, String reason) {
    return FitRecord.failed(
        new FitKey(new Task(dataset, model, run), variant), info(run), Map.of(), reason);
  }

  private static FitRecord.RunInfo info(int run) {
    return new FitRecord.RunInfo(Protocol.PAPER, run, "test", "sha", Map.of("hidden", 16));
  }
}
