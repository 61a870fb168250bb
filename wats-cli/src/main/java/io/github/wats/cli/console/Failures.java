package io.github.wats.cli.console;

import io.github.wats.io.InvalidDataException;
import io.github.wats.io.dataset.DatasetUnavailableException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one place that turns exceptions into messages and exit codes. */
public final class Failures {
  private static final String PREFIX = "wats: ";

  private Failures() {}

  /** Wrong usage: what is wrong, what may have been meant, and where help is. */
  public static int usage(ParameterException wrong, Console console) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = console.err();
    err.println(error(inWords(String.valueOf(wrong.getMessage())), command, console));
    StringWriter suggestions = new StringWriter();
    UnmatchedArgumentException.printSuggestions(wrong, new PrintWriter(suggestions));
    if (wrong instanceof UnmatchedArgumentException unknown && unknown.isUnknownOption()) {
      SettingOptions.reason(command.getCommandSpec(), unknown.getUnmatched().get(0))
          .ifPresent(reason -> suggestions.append(reason).append(System.lineSeparator()));
    }
    suggestions.toString().lines().map(console::message).forEach(err::println);
    err.println(tryHelp(command));
    return ExitCode.USAGE;
  }

  /** Picocli's names of types and constants as the help writes them. */
  private static String inWords(String message) {
    String large = message.replaceFirst("('-?\\d+') is not an? (int|long)$", "$1 is too large");
    String numbers = large.replaceFirst("is not an? (int|long)$", "is not a whole number");
    return Pattern.compile("\\[[A-Z, ]+\\] \\(case-insensitive\\)")
        .matcher(numbers.replaceFirst("is not a double$", "is not a number"))
        .replaceAll(choices -> choices.group().toLowerCase(Locale.ROOT));
  }

  /** A failure while working: one message, and the stack trace only with {@code --debug}. */
  public static int report(Exception failure, CommandLine command, Console console) {
    PrintWriter err = console.err();
    err.println(error(message(failure), command, console));
    if (command.getCommand() instanceof Subcommand sub && sub.isDebug()) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace));
      err.print(Format.printable(trace.toString()));
    }
    int exitCode = exitCode(failure);
    if (exitCode == ExitCode.USAGE) {
      err.println(tryHelp(command));
    }
    return exitCode;
  }

  private static String tryHelp(CommandLine command) {
    return "Try: " + command.getCommandSpec().qualifiedName() + " --help";
  }

  private static int exitCode(Exception failure) {
    if (failure instanceof UsageException) {
      return ExitCode.USAGE;
    }
    if (failure instanceof InvalidDataException || failure instanceof NoSuchFileException) {
      return ExitCode.BAD_DATA;
    }
    return failure instanceof DatasetUnavailableException ? ExitCode.UNAVAILABLE : ExitCode.FAILURE;
  }

  static String message(Exception failure) {
    if (failure instanceof NoSuchFileException missing) {
      return missing.getFile() + ": no such file";
    }
    if (failure instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    if (failure instanceof FileSystemException other && other.getReason() != null) {
      return other.getFile() + ": " + other.getReason();
    }
    String message = failure.getMessage();
    return message == null || message.isBlank()
        ? "unexpected failure (" + failure + "); run with --debug for the stack trace"
        : message;
  }

  /** What really went wrong inside the pool. */
  static Exception cause(ExecutionException wrapped) {
    Throwable cause = wrapped.getCause();
    while (cause != null && wraps(cause)) {
      cause = cause.getCause();
    }
    if (cause instanceof OutOfMemoryError) {
      return new IllegalStateException(
          Format.text(
              "out of memory with a heap of %d MB; increase it with WATS_JAVA_OPTS=-Xmx… or use a"
                  + " smaller graph",
              Runtime.getRuntime().maxMemory() >> 20),
          cause);
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof Exception exception ? exception : wrapped;
  }

  /** A task rethrown on another thread arrives inside an exception of its own kind. */
  private static boolean wraps(Throwable outer) {
    Throwable inner = outer.getCause();
    return inner != null
        && (outer instanceof ExecutionException
            || outer instanceof UncheckedIOException
            || (outer.getClass() == inner.getClass()
                && String.valueOf(outer.getMessage()).contains(String.valueOf(inner.getMessage())))
            || (outer.getClass() == RuntimeException.class
                && String.valueOf(outer.getMessage()).equals(inner.toString())));
  }

  /** Whether each stream has colors: in terminals, without {@code --no-color} and NO_COLOR. */
  public record Colors(Ansi out, Ansi err) {}

  public static Colors colors(Console console, boolean none) {
    boolean may = !none && console.environment().getOrDefault("NO_COLOR", "").isEmpty();
    return new Colors(
        may && console.screen().isPresent() ? Ansi.ON : Ansi.OFF,
        may && console.terminal() ? Ansi.ON : Ansi.OFF);
  }

  private static String error(String text, CommandLine command, Console console) {
    String prefix = command.getColorScheme().ansi().string("@|bold,red wats:|@ ");
    return prefix + console.message(PREFIX + text).substring(PREFIX.length());
  }
}
