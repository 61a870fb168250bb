package io.github.wats.benchmarks;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The same fits by the PyTorch program {@code peers/reference.py}, which is no part of this
 * project, timed by {@code fit_peer.py} on one thread.
 *
 * @param shared holds the folders {@code peers}, {@code paper} and {@code datasets}
 * @param results what was measured is kept here
 * @param state whether the program can run, in words for the reader of a table
 */
record FitPeer(Path shared, Path results, String state) {
  private static final String VERSION = "import torch; print('torch', torch.__version__)";

  static FitPeer of(Path shared, Path results) throws IOException, InterruptedException {
    Path program = shared.resolve("peers/reference.py");
    String state =
        Files.exists(program) && Programs.hasPython("torch")
            ? Programs.run(List.of(Programs.PYTHON, "-c", VERSION)).get(0)
            : "not measured: needs " + program + " and " + Programs.PYTHON + " with torch";
    return new FitPeer(shared, results, state);
  }

  boolean isThere() {
    return state.startsWith("torch");
  }

  /** Median seconds and epochs of each method; none if the program cannot run. */
  Map<String, double[]> measure(String dataset, int runs) throws IOException, InterruptedException {
    if (!isThere()) {
      return Map.of();
    }
    Path plain = shared.resolve("datasets").resolve(dataset);
    Path folder = Files.isDirectory(plain) ? plain : plain.resolveSibling("amazon_" + dataset);
    Path tables = shared.resolve("paper/tables.json");
    Path peers = shared.resolve("peers");
    return Programs.python("fit_peer.py", peers, folder, tables, dataset, runs, results).stream()
        .map(line -> line.split(" ", 2)) // name, then seconds and epochs
        .collect(
            groupingBy(
                words -> words[0],
                collectingAndThen(
                    mapping(words -> Programs.numbers(List.of(words[1])), toList()),
                    Measured::medians)));
  }
}
