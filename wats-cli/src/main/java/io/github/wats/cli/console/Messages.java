package io.github.wats.cli.console;

import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Notes and progress on stderr: silent with {@code --quiet}, bars only on a terminal. */
public final class Messages {
  private final Console console;
  private final boolean quiet;

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
      console.err().println(Format.printable(line));
    }
  }

  /** Prints one line, even with {@code --quiet}. */
  public void warn(String line) {
    console.err().println("wats: " + Format.printable(line));
  }

  /** A progress bar up to {@code maximum}; close it when done. Does nothing without a terminal. */
  public Progress progress(String task, long maximum) {
    if (quiet || !console.terminal()) {
      return Progress.NONE;
    }
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
