package io.github.wats.experiment;

/**
 * Which fit of an experiment: there is one record for each.
 *
 * @param task the trained network
 * @param variant what was fitted on it
 */
public record FitKey(Task task, Variant variant) {
  /** The same fit in another run; that of run 0 stands for all runs of a table's cell. */
  FitKey ofRun(int run) {
    return new FitKey(task.ofRun(run), variant);
  }

  /** For people, such as {@code cora gcn run 3 ts}. */
  public String label() {
    return task.label() + " " + variant.label();
  }
}
