package io.github.wats.spark.job;

import io.github.wats.io.InvalidDataException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns exceptions into messages and the exit codes of the command line. */
final class JobFailures {
  private static final int FAILURE = 1;
  private static final int USAGE = 2;
  private static final int BAD_DATA = 3;

  private JobFailures() {}

  /** Reports wrong usage, with suggestions. */
  static int usage(ParameterException wrong, String[] arguments) {
    PrintWriter err = wrong.getCommandLine().getErr();
    err.println("wats: " + wrong.getMessage());
    UnmatchedArgumentException.printSuggestions(wrong, err);
    err.println("Try: --help");
    return USAGE;
  }

  /** Reports a failure of the job; the stack trace only with {@code --debug}. */
  static int report(Exception failure, PrintWriter err, boolean debug) {
    String message = failure.getMessage();
    err.println(
        "wats: "
            + (message == null || message.isBlank()
                ? "unexpected failure (" + failure + "); --debug shows where"
                : message));
    if (debug) {
      failure.printStackTrace(err);
    }
    err.flush();
    return exitCode(failure);
  }

  private static int exitCode(Exception failure) {
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidDataException || cause instanceof NoSuchFileException) {
        return BAD_DATA;
      }
    }
    return FAILURE;
  }
}
