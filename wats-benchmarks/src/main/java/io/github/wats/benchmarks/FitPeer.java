package io.github.wats.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The same fits by the PyTorch program {@code peers/reference.py}, which is no part of this
 * project, timed by {@code fit_peer.py} on one thread.
 */
final class FitPeer {
  private static final Path PYTHON = Path.of("/usr/bin/python3");
  private static final String SCRIPT = "fit_peer.py";

  private final Path shared;
  private final Path results;
  private final String state;

  /**
   * {@code shared} holds the folders {@code peers}, {@code paper} and {@code datasets}; what was
   * measured is kept in {@code results}.
   */
  FitPeer(Path shared, Path results) throws IOException, InterruptedException {
    this.shared = shared;
    this.results = results;
    this.state = findState();
  }

  /** Whether the program can run, in words for the reader of a table. */
  String state() {
    return state;
  }

  boolean isThere() {
    return state.startsWith("torch");
  }

  private String findState() throws IOException, InterruptedException {
    Path program = shared.resolve("peers/reference.py");
    if (!Files.exists(program)) {
      return "not measured, no " + program;
    }
    if (!Files.isExecutable(PYTHON)) {
      return "not measured, no " + PYTHON;
    }
    List<String> lines = new ArrayList<>();
    int code = run(List.of("-c", "import torch; print(torch.__version__)"), lines);
    return code == 0 ? "torch " + lines.get(0) : "not measured, " + PYTHON + " has no torch";
  }

  /** The times of the features and of each method; none where the program cannot run. */
  List<FitTimes> measure(String dataset, int runs) throws IOException, InterruptedException {
    if (!isThere()) {
      return List.of();
    }
    Path script = Files.createTempFile("wats", SCRIPT);
    try (InputStream text = getClass().getResourceAsStream(SCRIPT)) {
      Files.copy(Objects.requireNonNull(text), script, StandardCopyOption.REPLACE_EXISTING);
      List<String> lines = new ArrayList<>();
      int code =
          run(
              List.of(
                  script.toString(),
                  shared.resolve("peers").toString(),
                  folder(dataset).toString(),
                  shared.resolve("paper/tables.json").toString(),
                  dataset,
                  Integer.toString(runs),
                  results.toString()),
              lines);
      if (code != 0) {
        throw new IOException(SCRIPT + " ended with code " + code + ": " + lines);
      }
      return times(lines);
    } finally {
      Files.delete(script);
    }
  }

  private Path folder(String dataset) {
    Path datasets = shared.resolve("datasets");
    Path plain = datasets.resolve(dataset);
    return Files.isDirectory(plain) ? plain : datasets.resolve("amazon_" + dataset);
  }

  private static int run(List<String> arguments, List<String> lines)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(PYTHON.toString());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of("OMP_NUM_THREADS", "1", "OPENBLAS_NUM_THREADS", "1"));
    Process process = builder.start();
    lines.addAll(process.inputReader().lines().toList());
    return process.waitFor();
  }

  /** Lines of name, seconds, epochs. */
  private static List<FitTimes> times(List<String> lines) {
    Map<String, FitTimes> byName = new LinkedHashMap<>();
    for (String line : lines) {
      String[] words = line.split(" ", 3);
      byName
          .computeIfAbsent(words[0], name -> new FitTimes(name, Double.NaN))
          .add(Double.parseDouble(words[1]), Double.parseDouble(words[2]));
    }
    return List.copyOf(byName.values());
  }
}
