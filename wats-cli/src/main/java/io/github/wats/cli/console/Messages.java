package io.github.wats.cli.console;

import io.github.wats.cli.console.ResultText.Tone;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import picocli.CommandLine.Help.Ansi;

/**
 * Notes and progress on stderr: silent with {@code --quiet}, bars only on a terminal. Until there
 * is a bar, a terminal shows after two seconds how long the command has been working.
 */
public final class Messages {
  private static final int QUIET_SECONDS = 2;
  private static final String ERASE_LINE = "\r\033[K";

  private static final String NOTE = "note:";

  private final Console console;
  private final boolean quiet;
  private final boolean verbose;
  private final Set<String> held = new LinkedHashSet<>(); // until the result has been printed
  private boolean timeEnded;
  private String erase = ""; // what takes the time off the line, once it is shown

  Messages(Console console, boolean quiet, boolean verbose) {
    this.console = console;
    this.quiet = quiet;
    this.verbose = verbose;
  }

  /**
   * Prints one line, unless {@code --quiet} is given: at once if it tells of the work, after the
   * result and only once if it begins with "note:".
   */
  public void note(String line) {
    if (line.startsWith(NOTE) && !quiet) {
      held.add(line);
    } else if (!quiet) {
      print(line);
    }
  }

  /** Prints one line if {@code --verbose} is given. */
  public void detail(String line) {
    if (verbose) {
      print(line);
    }
  }

  /** Prints one line after the result, even with {@code --quiet}. */
  public void warn(String line) {
    held.add("wats: " + line);
  }

  /** The result has been printed, or there is none. */
  void printHeld(Ansi ansi) {
    for (String line : held) {
      String text = console.message(line);
      boolean note = line.startsWith(NOTE);
      console
          .err()
          .println(note ? Tone.WARNING.paint(NOTE, ansi) + text.substring(NOTE.length()) : text);
    }
    held.clear();
  }

  private synchronized void print(String line) {
    console.err().println(erase + Format.printable(line));
  }

  /**
   * Shows on a terminal for how many seconds {@code task} has been working; run when it is done.
   */
  Runnable working(String task) {
    if (quiet || !console.terminal()) {
      return () -> {};
    }
    long start = System.nanoTime();
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    Future<?> shown =
        clock.scheduleAtFixedRate(
            () -> showTime(task, System.nanoTime() - start), QUIET_SECONDS, 1, TimeUnit.SECONDS);
    return () -> {
      shown.cancel(false);
      clock.shutdown();
      endTime();
    };
  }

  private synchronized void showTime(String task, long nanos) {
    if (!timeEnded) {
      erase = ERASE_LINE;
      long seconds = TimeUnit.NANOSECONDS.toSeconds(nanos);
      console.err().print(Format.text("%s%s: %d s …", erase, task, seconds));
      console.err().flush();
    }
  }

  /** A bar is shown from now on, or the work is done. */
  private synchronized void endTime() {
    timeEnded = true;
    console.err().print(erase);
    console.err().flush();
    erase = "";
  }

  /** A progress bar up to {@code maximum}; close it when done. Does nothing without a terminal. */
  public Progress progress(String task, long maximum) {
    if (quiet || !console.terminal()) {
      return Progress.NONE;
    }
    endTime();
    return new Progress(
        Optional.of(
            new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(maximum)
                .setUpdateIntervalMillis(200)
                .setStyle(ProgressBarStyle.ASCII)
                .clearDisplayOnFinish()
                .build()));
  }

  /** A progress bar, if one is shown. */
  public record Progress(Optional<ProgressBar> bar) implements AutoCloseable {
    public static final Progress NONE = new Progress(Optional.empty());

    /** Whether a bar is shown; if not, its text need not be computed. */
    public boolean isShown() {
      return bar.isPresent();
    }

    public void to(long value, String extra) {
      bar.ifPresent(shown -> shown.stepTo(value).setExtraMessage(extra));
    }

    @Override
    public void close() {
      bar.ifPresent(ProgressBar::close);
    }
  }
}
