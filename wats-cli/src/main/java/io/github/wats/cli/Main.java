package io.github.wats.cli;

import io.github.wats.cli.console.Console;
import io.github.wats.cli.console.ResultStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;

/** Where the program starts. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    PrintStream error = standardError();
    System.setErr(error);
    ResultStream results = new ResultStream(new FileOutputStream(FileDescriptor.out));
    Console console =
        new Console(
            writer(results), writer(error), Boolean.getBoolean("wats.terminal"), System.getenv());
    int exitCode = WatsCommand.run(console, arguments);
    console.out().flush();
    exitCode = results.exitCode(exitCode, console.err());
    console.err().flush();
    System.exit(exitCode);
  }

  /**
   * The launcher keeps a line of the JVM's own off standard error by giving us the real one under
   * another number; without the launcher it is {@code System.err}.
   */
  private static PrintStream standardError() {
    Integer descriptor = Integer.getInteger("wats.stderr");
    if (descriptor == null) {
      return System.err;
    }
    try {
      FileDescriptor real = new FileDescriptor();
      Field number = FileDescriptor.class.getDeclaredField("fd");
      number.setAccessible(true);
      number.setInt(real, descriptor);
      return new PrintStream(new FileOutputStream(real), true, StandardCharsets.UTF_8);
    } catch (ReflectiveOperationException | RuntimeException closed) {
      return System.err; // the launcher's filter passes it on
    }
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
