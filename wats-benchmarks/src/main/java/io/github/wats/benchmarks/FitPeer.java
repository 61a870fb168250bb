package io.github.wats.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
  static FitPeer of(Path shared, Path results) throws IOException, InterruptedException {
    Path program = shared.resolve("peers/reference.py");
    String state = "not measured, no " + program;
    if (Files.exists(program)) {
      state =
          Programs.hasPython("torch")
              ? Programs.run(
                      List.of(
                          Programs.PYTHON, "-c", "import torch; print('torch', torch.__version__)"))
                  .get(0)
              : "not measured, no " + Programs.PYTHON + " with torch";
    }
    return new FitPeer(shared, results, state);
  }

  boolean isThere() {
    return state.startsWith("torch");
  }

  /** The times of the features and of each method; none where the program cannot run. */
  Map<String, FitBenchmark.Times> measure(String dataset, int runs)
      throws IOException, InterruptedException {
    Map<String, FitBenchmark.Times> byName = new HashMap<>();
    if (!isThere()) {
      return byName;
    }
    Path plain = shared.resolve("datasets").resolve(dataset);
    Path folder = Files.isDirectory(plain) ? plain : plain.resolveSibling("amazon_" + dataset);
    Path tables = shared.resolve("paper/tables.json");
    Path peers = shared.resolve("peers");
    for (String line :
        Programs.python("fit_peer.py", peers, folder, tables, dataset, runs, results)) {
      String[] words = line.split(" ", 3); // name, seconds, epochs
      byName
          .computeIfAbsent(words[0], name -> new FitBenchmark.Times())
          .add(Double.parseDouble(words[1]), Double.parseDouble(words[2]));
    }
    return byName;
  }
}
