package io.github.wats.experiment.page;

import io.github.wats.experiment.FitRecord;
import io.github.wats.report.NumberText;
import java.util.List;

/** The progress of an experiment, and how much of it failed. */
record ExperimentStatus(int done, int planned, long failed) {
  static ExperimentStatus of(List<FitRecord> records, int planned) {
    long failed = records.stream().filter(record -> record.failure().isPresent()).count();
    return new ExperimentStatus(records.size(), Math.max(planned, records.size()), failed);
  }

  boolean isFinished() {
    return done == planned;
  }

  /** Such as {@code All 800 fits are done, 3 of them failed.} */
  String sentence() {
    String failures = failed == 0 ? "" : ", " + NumberText.count(failed) + " of them failed";
    return isFinished()
        ? "All %s are done%s.".formatted(NumberText.counted(done, "fit"), failures)
        : "The experiment is not finished: %s of %s are done%s; everything below may still change."
            .formatted(NumberText.count(done), NumberText.counted(planned, "fit"), failures);
  }
}
