package io.github.wats.cli.experiment;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Messages;
import io.github.wats.experiment.ExperimentListener;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.page.ResultBlocks;
import io.github.wats.metrics.Metric;
import java.util.List;

/**
 * Shows the progress of an experiment on stderr: a bar, or with {@code --live} the table so far.
 */
final class ExperimentProgress implements ExperimentListener, AutoCloseable {
  private static final long REDRAW_NANOS = 1_000_000_000L;
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";

  private final Messages messages;
  private final boolean live;
  private final Messages.Progress bar;
  private long drawn = System.nanoTime();

  ExperimentProgress(Messages messages, String command, Plan plan, boolean live) {
    this.messages = messages;
    this.live = live && !messages.isQuiet();
    this.bar = live ? Messages.Progress.NONE : messages.progress(command, plan.keys().size());
  }

  @Override
  public void changed(Progress progress) {
    String state =
        Format.text(
            "about %s left%s: %s",
            PlanText.time(progress.secondsLeft()),
            progress.failed() == 0 ? "" : ", " + progress.failed() + " failed",
            String.join(" | ", progress.running()));
    bar.to(progress.done(), state);
    if (live && (System.nanoTime() - drawn > REDRAW_NANOS || progress.done() == progress.total())) {
      drawn = System.nanoTime();
      ResultTable table = ResultTable.of(progress.records().get(), List.of());
      StringBuilder text = new StringBuilder(messages.isTerminal() ? CLEAR_SCREEN : "");
      text.append(ResultText.of(ResultBlocks.tables(table, List.of(Metric.ECE))));
      text.append(Format.text("%d of %d fits, %s", progress.done(), progress.total(), state));
      messages.note(text.toString());
    }
  }

  @Override
  public void close() {
    bar.close();
  }
}
