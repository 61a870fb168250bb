package io.github.wats.experiment;

import io.github.wats.internal.Check;

/**
 * One trained network, which serves all variants.
 *
 * @param dataset the data set's name
 * @param model the backbone's name
 * @param run counted from 0
 */
public record Task(String dataset, String model, int run) {
  public Task {
    Check.argument(run >= 0, "runs are counted from 0, got %d", run);
  }

  Task ofRun(int newRun) {
    return new Task(dataset, model, newRun);
  }

  /** For people, such as {@code cora gcn run 3}. */
  public String label() {
    return dataset + " " + model + " run " + run;
  }
}
