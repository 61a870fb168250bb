package io.github.wats.cli.console;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options every command has. */
@Command
public final class CommonOptions {
  @Spec(Target.MIXEE)
  private CommandSpec command = CommandSpec.create(); // set by picocli

  @Option(names = "--json", description = "Print one JSON object instead of a table.")
  private boolean json;

  @Option(names = "--quiet", description = "No progress and no notes, only results and errors.")
  private boolean quiet;

  @Option(names = "--no-color", description = "No colors (also: NO_COLOR=1).")
  @SuppressWarnings("UnusedVariable") // looked for before parsing, so that it holds for errors too
  private boolean noColor;

  @Option(names = "--debug", description = "On a failure, show the stack trace.")
  private boolean debug;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads to use; results do not depend on it. Default: all cores.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  boolean json() {
    return json;
  }

  public boolean quiet() {
    return quiet;
  }

  boolean debug() {
    return debug;
  }

  public int threads() {
    if (threads < 1 || threads > 1024) {
      throw new ParameterException(
          command.commandLine(), "--threads must be in 1 … 1024, got " + threads);
    }
    return threads;
  }
}
