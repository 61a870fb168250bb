package io.github.wats.cli;

import io.github.wats.cli.console.Console;
import java.io.PrintWriter;
import java.util.Map;

/** The command {@code wats} in this process. */
public final class InProcess {
  private InProcess() {}

  public static int run(PrintWriter out, PrintWriter err, String... words) {
    return WatsCommand.run(new Console(out, err, false, Map.of()), words);
  }
}
