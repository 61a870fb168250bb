package io.github.wats.cli.console;

import java.io.PrintWriter;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The streams and the environment of a command.
 *
 * @param out results, and nothing else
 * @param err progress, warnings and notes
 * @param terminal whether {@code err} is a terminal
 * @param screen the columns of the terminal that {@code out} is, empty if it is none
 * @param environment the environment variables
 */
public record Console(
    PrintWriter out,
    PrintWriter err,
    boolean terminal,
    OptionalInt screen,
    Map<String, String> environment) {
  /** The columns that help and tables have where nothing says more. */
  public static final int USUAL_COLUMNS = 80;

  /** Results go to a file or a program. */
  public Console(
      PrintWriter out, PrintWriter err, boolean terminal, Map<String, String> environment) {
    this(out, err, terminal, OptionalInt.empty(), environment);
  }

  /** {@code COLUMNS} of the environment, else those of the terminal. */
  public OptionalInt columns() {
    return columns(screen);
  }

  private OptionalInt columns(OptionalInt usual) {
    String given = environment.getOrDefault("COLUMNS", "");
    return given.matches("[1-9]\\d{0,5}") ? OptionalInt.of(Integer.parseInt(given)) : usual;
  }

  /** A message for {@code err}, broken at words on a terminal. */
  String message(String text) {
    OptionalInt usual =
        terminal ? OptionalInt.of(screen.orElse(USUAL_COLUMNS)) : OptionalInt.empty();
    return Format.wrap(Format.printable(text), columns(usual));
  }
}
