package io.github.wats.benchmarks;

import io.github.wats.matrix.SparsePattern;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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

  /** Writes a pattern as {@code wavelet.c} reads it. */
  static void writeCsr(SparsePattern rows, Path file) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 22).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      put(buffer, rows.rowCount(), channel);
      put(buffer, rows.entryCount(), channel);
      for (int i = 0; i <= rows.rowCount(); i++) {
        put(buffer, rows.offset(i), channel);
      }
      for (int k = 0; k < rows.entryCount(); k++) {
        put(buffer, rows.column(k), channel);
      }
      channel.write(buffer.flip());
    }
  }

  private static void put(ByteBuffer buffer, int value, FileChannel channel) throws IOException {
    if (!buffer.hasRemaining()) {
      channel.write(buffer.flip());
      buffer.clear();
    }
    buffer.putInt(value);
  }
}
