package io.github.wats.cli.console;

import java.io.PrintWriter;
import java.util.Map;

/**
 * What a command sees of the outside.
 *
 * @param out results, and nothing else
 * @param err progress, warnings and notes
 * @param terminal whether a person watches {@code err}
 * @param environment the environment variables
 */
public record Console(
    PrintWriter out, PrintWriter err, boolean terminal, Map<String, String> environment) {
  public void flush() {
    out.flush();
    err.flush();
  }
}
