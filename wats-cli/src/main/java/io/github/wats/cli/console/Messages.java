package io.github.wats.cli.console;

import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Notes and progress on stderr: silent with {@code --quiet}, bars only on a terminal. Where nothing
 * else moves, a terminal shows after two seconds how long the command has been working.
 */
public final class Messages {
  private static final int QUIET_SECONDS = 2;
  private static final String ERASE_LINE = "\r\033[K";

  private final Console console;
  private final boolean quiet;
  private boolean barShown;
  private boolean timeShown;

  Messages(Console console, boolean quiet) {
    this.console = console;
    this.quiet = quiet;
  }

  public boolean isQuiet() {
    return quiet;
  }

  public boolean isTerminal() {
    return console.terminal();
  }

  /** Prints one line, unless {@code --quiet} is given. */
  public void note(String line) {
    if (!quiet) {
      print(line);
    }
  }

  /** Prints one line, even with {@code --quiet}. */
  public void warn(String line) {
    print("wats: " + line);
  }

  private synchronized void print(String line) {
    eraseTime();
    console.err().println(Format.printable(line));
  }

  /**
   * Shows on a terminal for how many seconds {@code task} has been working; run when it is done.
   */
  Runnable working(String task) {
    if (quiet || !console.terminal()) {
      return () -> {};
    }
    Timer timer = new Timer("time", true);
    long start = System.nanoTime();
    TimerTask show =
        new TimerTask() {
          @Override
          public void run() {
            showTime(task, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
          }
        };
    timer.schedule(show, QUIET_SECONDS * 1000L, 1000);
    return () -> {
      timer.cancel();
      barShown(true); // nothing more from the timer
    };
  }

  private synchronized void showTime(String task, long seconds) {
    if (!barShown) {
      console.err().print(Format.text("%s%s: %d s …", ERASE_LINE, task, seconds));
      console.err().flush();
      timeShown = true;
    }
  }

  private synchronized void barShown(boolean shown) {
    eraseTime();
    barShown = shown;
  }

  private void eraseTime() {
    if (timeShown) {
      console.err().print(ERASE_LINE);
      console.err().flush();
      timeShown = false;
    }
  }

  /** A progress bar up to {@code maximum}; close it when done. Does nothing without a terminal. */
  public Progress progress(String task, long maximum) {
    if (quiet || !console.terminal()) {
      return Progress.NONE;
    }
    barShown(true);
    return new Progress(
        Optional.of(
            new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(maximum)
                .setUpdateIntervalMillis(200)
                .setStyle(ProgressBarStyle.ASCII)
                .clearDisplayOnFinish()
                .build()),
        () -> barShown(false));
  }

  /** A progress bar, if one is shown. */
  public record Progress(Optional<ProgressBar> bar, Runnable atEnd) implements AutoCloseable {
    public static final Progress NONE = new Progress(Optional.empty(), () -> {});

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
      atEnd.run();
    }
  }
}
