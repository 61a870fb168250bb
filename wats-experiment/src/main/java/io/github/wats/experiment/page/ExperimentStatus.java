package io.github.wats.experiment.page;

import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Task;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The progress of an experiment, and its failures. */
record ExperimentStatus(int done, int planned, List<FitRecord> failed) {
  static ExperimentStatus of(List<FitRecord> records, int planned) {
    List<FitRecord> failed =
        records.stream().filter(record -> record.failure().isPresent()).toList();
    return new ExperimentStatus(records.size(), Math.max(planned, records.size()), failed);
  }

  boolean isFinished() {
    return done == planned;
  }

  /** Such as {@code All 800 fits are done, 3 of them failed.} */
  String sentence() {
    String failures =
        failed.isEmpty() ? "" : ", " + NumberText.count(failed.size()) + " of them failed";
    return isFinished()
        ? "All %s are done%s.".formatted(NumberText.counted(done, "fit"), failures)
        : "The experiment is not finished: %s of %s are done%s; everything below may still change."
            .formatted(NumberText.count(done), NumberText.counted(planned, "fit"), failures);
  }

  /** Failures with the same reason in one row. */
  DataTable failures() {
    Map<List<String>, Integer> byReason = new LinkedHashMap<>();
    for (FitRecord record : failed) {
      Task task = record.key().task();
      String name = record.key().variant().title();
      String reason = record.failure().orElse("");
      byReason.merge(List.of(task.dataset() + ", " + task.model(), name, reason), 1, Integer::sum);
    }
    List<List<String>> rows = new ArrayList<>();
    byReason.forEach(
        (key, runs) ->
            rows.add(List.of(key.get(0), key.get(1), NumberText.counted(runs, "run"), key.get(2))));
    return new DataTable(List.of("Data set, backbone", "Method", "Runs", "Reason"), rows);
  }
}
