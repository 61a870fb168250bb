package io.github.wats.cli.console;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Notes and progress on stderr: silent with {@code --quiet}, bars only on a terminal. */
public final class Messages {
  private final Console console;
  private final CommonOptions common;

  Messages(Console console, CommonOptions common) {
    this.console = console;
    this.common = common;
  }

  /** One line that is good to know. */
  public void note(String line) {
    if (!common.quiet()) {
      console.err().println(line);
    }
  }

  /** One line that must not be missed, {@code --quiet} or not. */
  public void warn(String line) {
    console.err().println("wats: " + line);
  }

  /** A progress bar up to {@code most}; close it when done. Does nothing without a terminal. */
  public Progress progress(String task, long most) {
    if (common.quiet() || !console.terminal()) {
      return Progress.NONE;
    }
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(most)
            .setUpdateIntervalMillis(200)
            .setStyle(ProgressBarStyle.ASCII)
            .clearDisplayOnFinish()
            .build();
    return new Progress() {
      @Override
      public void to(long value, String extra) {
        bar.stepTo(value);
        bar.setExtraMessage(extra);
      }

      @Override
      public void close() {
        bar.close();
      }
    };
  }

  /** A bar that moves. */
  public interface Progress extends AutoCloseable {
    Progress NONE =
        new Progress() {
          @Override
          public void to(long value, String extra) {}

          @Override
          public boolean isShown() {
            return false;
          }

          @Override
          public void close() {}
        };

    /** Whether anybody sees it: what costs time to say need not be computed otherwise. */
    default boolean isShown() {
      return true;
    }

    void to(long value, String extra);

    @Override
    void close();
  }
}
