package io.github.wats.cli.console;

import java.io.PrintWriter;
import java.util.Map;

/**
 * The streams and the environment of a command.
 *
 * @param out results, and nothing else
 * @param err progress, warnings and notes
 * @param terminal whether {@code err} is a terminal
 * @param environment the environment variables
 */
public record Console(
    PrintWriter out, PrintWriter err, boolean terminal, Map<String, String> environment) {}
