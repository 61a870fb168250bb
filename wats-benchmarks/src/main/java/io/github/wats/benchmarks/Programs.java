package io.github.wats.benchmarks;

import io.github.wats.matrix.SparsePattern;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Python programs to compare with, kept as resources and run on one thread. */
final class Programs {
  /** The environment variable {@code WATS_PYTHON} names another one. */
  static final String PYTHON =
      Optional.ofNullable(System.getenv("WATS_PYTHON")).orElse("/usr/bin/python3");

  private Programs() {}

  /** Whether there is a Python that has {@code modules}, such as {@code numpy, scipy}. */
  static boolean hasPython(String modules) throws InterruptedException {
    try {
      run(List.of(PYTHON, "-c", "try: import " + modules + "\nexcept ImportError: exit(1)"));
      return true;
    } catch (IOException absent) {
      return false;
    }
  }

  /** A command that starts Java as the launcher does. */
  static List<String> java(String... options) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("--add-modules=jdk.incubator.vector", "-XX:+UseParallelGC", "-Xmn24m"));
    command.add("--add-opens=java.base/java.io=ALL-UNNAMED");
    command.addAll(List.of(options));
    return command;
  }

  /** The lines that the Python program of that name prints. */
  static List<String> python(String name, Object... arguments)
      throws IOException, InterruptedException {
    return run(List.of(PYTHON, copy(name)), arguments);
  }

  /** A resource as a file, until the JVM exits. */
  private static Path copy(String name) throws IOException {
    Path file = Files.createTempFile("wats", name);
    file.toFile().deleteOnExit();
    try (InputStream text = Programs.class.getResourceAsStream(name)) {
      Files.copy(Objects.requireNonNull(text, name), file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  /** The numbers, with spaces between, of the only line a program printed. */
  static double[] numbers(List<String> lines) {
    return Arrays.stream(lines.get(0).split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  /** The lines a program prints; what it says about failures goes to our own. */
  static List<String> run(List<?> program, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    program.forEach(word -> command.add(word.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(Map.of("OMP_NUM_THREADS", "1", "OPENBLAS_NUM_THREADS", "1"));
    Process process = builder.start();
    List<String> lines = process.inputReader().lines().toList();
    int code = process.waitFor();
    if (code != 0) {
      throw new IOException(String.join(" ", command) + " ended with code " + code);
    }
    return lines;
  }

  /** Writes a pattern to a temporary file as {@code feature_peer.py} reads it. */
  static Path writeCsr(SparsePattern rows) throws IOException {
    return write(new int[] {rows.rowCount(), rows.entryCount()}, rows.offsets(), rows.columns());
  }

  /** Writes 32-bit integers, one array after the other, to a temporary file. */
  static Path write(int[]... arrays) throws IOException {
    Path file = Files.createTempFile("wats", ".i4");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      for (int[] array : arrays) {
        channel
            .map(FileChannel.MapMode.READ_WRITE, channel.size(), 4L * array.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .asIntBuffer()
            .put(array);
      }
    }
    return file;
  }
}
