package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.console.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** Runs a command line inside a test. */
public final class Commands {
  private Commands() {}

  /** What it printed; it must succeed. */
  public static String run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Console console =
        new Console(new PrintWriter(out, true), new PrintWriter(err, true), false, Map.of());
    assertThat(WatsCommand.run(console, arguments)).as(err.toString()).isZero();
    return out.toString();
  }
}
