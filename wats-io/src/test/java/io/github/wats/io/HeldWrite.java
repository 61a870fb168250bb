package io.github.wats.io;

import java.io.IOException;
import java.nio.file.Path;

/** A process that is in the middle of writing a file until its standard input is closed. */
final class HeldWrite {
  static final byte[] CONTENT = {'h', 'e', 'l', 'd'};

  private HeldWrite() {}

  /** Starts the process and returns once it has begun to write. */
  static Process start(Path file) throws IOException {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                path,
                HeldWrite.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (process.getInputStream().read() < 0) {
      throw new IOException("the process did not start");
    }
    return process;
  }

  public static void main(String[] arguments) throws IOException {
    AtomicFile.write(
        Path.of(arguments[0]),
        out -> {
          out.write(CONTENT);
          System.out.write('.');
          System.out.flush();
          while (System.in.read() >= 0) {
            // held
          }
        });
  }
}
