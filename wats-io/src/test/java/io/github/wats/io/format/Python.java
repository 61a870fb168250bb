package io.github.wats.io.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Runs Python with NumPy where the machine has it; tests that need it are skipped without. */
final class Python {
  private Python() {}

  /** Runs a script in a folder and returns what it printed, or skips the test. */
  static String run(String modules, Path folder, String script) throws Exception {
    Optional<String> python = find(modules);
    Assumptions.assumeTrue(python.isPresent(), "needs python3 with " + modules);
    return call(folder, python.get(), "-c", "import " + modules + "\n" + script)
        .orElseThrow(() -> new AssertionError("the Python script failed"));
  }

  private static Optional<String> find(String modules) throws Exception {
    for (String candidate : List.of("/usr/bin/python3", "python3")) {
      if (call(Path.of("."), candidate, "-c", "import " + modules).isPresent()) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> call(Path folder, String... command) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder(Stream.of(command).toList())
              .directory(folder.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      return Optional.empty();
    }
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    boolean done = process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    return done ? Optional.of(output) : Optional.empty();
  }
}
