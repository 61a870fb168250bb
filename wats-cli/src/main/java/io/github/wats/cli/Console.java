package io.github.wats.cli;

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
record Console(
    PrintWriter out, PrintWriter err, boolean terminal, Map<String, String> environment) {
  void flush() {
    out.flush();
    err.flush();
  }
}
