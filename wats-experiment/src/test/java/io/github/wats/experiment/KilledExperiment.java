package io.github.wats.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The process that {@link KillTest} kills. */
final class KilledExperiment {
  private KilledExperiment() {}

  static Plan plan(int runs) {
    return Plan.benchmark(List.of("one", "two"), List.of("gcn", "gat"), Generated.METHODS, runs);
  }

  /** Arguments: folder, runs. */
  public static void main(String[] arguments) throws IOException {
    Generated.run(
        plan(Integer.parseInt(arguments[1])),
        Path.of(arguments[0]),
        name -> Generated.dataset(name, 1000),
        2);
  }
}
