package io.github.wats.experiment;

import java.util.List;

/** Receives the progress of an experiment, from several threads but one call at a time. */
@FunctionalInterface
public interface ExperimentListener {
  /** Ignores progress. */
  ExperimentListener SILENT = progress -> {};

  /** Something began or ended. */
  void changed(Progress progress);

  /**
   * How far the experiment is.
   *
   * @param done fits with a record, of this start and former ones
   * @param total all fits of the plan
   * @param failed how many of those have no result
   * @param running what is being trained or fitted right now
   * @param secondsLeft an estimate
   */
  record Progress(int done, int total, int failed, List<String> running, double secondsLeft) {
    public Progress {
      running = List.copyOf(running);
    }
  }
}
