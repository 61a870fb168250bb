package io.github.wats.experiment;

/**
 * Which fit of an experiment: there is one record for each.
 *
 * @param task the trained network
 * @param variant what was fitted on it
 */
public record FitKey(Task task, Variant variant) {
  /** For people, such as {@code cora gcn run 3 ts}. */
  public String label() {
    return task.label() + " " + variant.label();
  }
}
