package io.github.wats.experiment;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is known about one fit: one line of the experiment's record file.
 *
 * @param key which fit
 * @param info with what it was made
 * @param settings every setting of the method
 * @param result what came out, empty if the fit failed
 * @param failure why there is no result, empty if there is one
 */
public record FitRecord(
    FitKey key,
    RunInfo info,
    Map<String, Object> settings,
    Optional<Result> result,
    Optional<String> failure) {
  public FitRecord {
    Check.argument(
        result.isPresent() != failure.isPresent(),
        "a record has either a result or a failure, got %s",
        result.isPresent() ? "both" : "neither");
  }

  /**
   * What a result depends on beside its key and settings.
   *
   * @param seed of the run: the plan's seed plus the number of the run
   * @param version of this program
   * @param data SHA-256 of the data set
   * @param backbone every setting of the network
   */
  public record RunInfo(
      Protocol protocol, long seed, String version, String data, Map<String, Object> backbone) {}

  /**
   * What came out of a fit.
   *
   * @param epochs steps or iterations taken
   * @param seconds wall time of the fit
   * @param trainingSeconds wall time of the network's training, shared by all variants of the run
   * @param losses the loss over the epochs, thinned to a hundred values
   */
  public record Result(
      Evaluation evaluation,
      int epochs,
      boolean converged,
      double seconds,
      double trainingSeconds,
      List<Double> losses,
      List<String> notes) {
    public Result {
      losses = List.copyOf(losses);
      notes = List.copyOf(notes);
    }
  }

  static FitRecord done(FitKey key, RunInfo info, Map<String, Object> settings, Result result) {
    return new FitRecord(key, info, settings, Optional.of(result), Optional.empty());
  }

  static FitRecord failed(FitKey key, RunInfo info, Map<String, Object> settings, String reason) {
    return new FitRecord(key, info, settings, Optional.empty(), Optional.of(reason));
  }
}
