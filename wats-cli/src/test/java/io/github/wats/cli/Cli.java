package io.github.wats.cli;

import io.github.wats.cli.console.Console;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs a command line inside the test and keeps what it printed. */
public record Cli(int exitCode, String out, String err) {
  public static Cli run(String... arguments) {
    return run(Map.of(), arguments);
  }

  public static Cli run(Map<String, String> environment, String... arguments) {
    return run(false, environment, arguments);
  }

  public static Cli run(boolean terminal, Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Console console =
        new Console(new PrintWriter(out, true), new PrintWriter(err, true), terminal, environment);
    int exitCode = WatsCommand.run(console, arguments);
    return new Cli(exitCode, out.toString(), err.toString());
  }

  /** The one JSON object on stdout. */
  public JsonNode json() {
    return JsonMapper.builder().build().readTree(out);
  }
}
