package io.github.wats.cli;

import io.github.wats.cli.console.Console;
import io.github.wats.cli.console.ResultStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;

/** Where the program starts. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    OutputStream error = new FileOutputStream(FileDescriptor.err);
    System.setErr(new PrintStream(error, true, StandardCharsets.UTF_8));
    if (arguments.length > 0 && arguments[0].equals(Worker.NAME)) {
      Worker.run(arguments);
    }
    ResultStream results = new ResultStream(new FileOutputStream(FileDescriptor.out));
    Integer screen = Integer.getInteger("wats.screen"); // 0 in a terminal of unknown size
    Console console =
        new Console(
            writer(results),
            writer(error),
            Boolean.getBoolean("wats.terminal"),
            screen == null
                ? OptionalInt.empty()
                : OptionalInt.of(screen < 1 ? Console.USUAL_COLUMNS : screen),
            System.getenv());
    int exitCode = WatsCommand.run(console, arguments);
    console.out().flush();
    exitCode = results.exitCode(exitCode, console.err());
    console.err().flush();
    System.exit(exitCode);
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
