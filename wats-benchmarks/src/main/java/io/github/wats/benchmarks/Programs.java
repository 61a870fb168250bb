package io.github.wats.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Programs in other languages to compare with, kept as resources and run on one thread. */
final class Programs {
  static final Path PYTHON = Path.of("/usr/bin/python3");
  static final Path GCC = Path.of("/usr/bin/gcc");

  private static final Map<String, String> ONE_THREAD =
      Map.of("OMP_NUM_THREADS", "1", "OPENBLAS_NUM_THREADS", "1");

  private Programs() {}

  /** Copies the program of that name to a temporary file. */
  static Path copy(String name) throws IOException {
    Path file = Files.createTempFile("wats", name);
    try (InputStream text = Programs.class.getResourceAsStream(name)) {
      Files.copy(Objects.requireNonNull(text, name), file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  /** Compiles the C program of that name to a temporary file, as fast as gcc can make it. */
  static Path compile(String name) throws IOException, InterruptedException {
    Path source = copy(name);
    Path program = Files.createTempFile("wats", "");
    try {
      run(
          GCC.toString(),
          "-O3",
          "-march=native",
          "-o",
          program.toString(),
          source.toString(),
          "-lm");
      return program;
    } finally {
      Files.delete(source);
    }
  }

  /** The lines a program prints; what it says about failures goes to our own. */
  static List<String> run(String... command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(ONE_THREAD);
    Process process = builder.start();
    List<String> lines = process.inputReader().lines().toList();
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + " ended with code " + code);
    }
    return lines;
  }
}
