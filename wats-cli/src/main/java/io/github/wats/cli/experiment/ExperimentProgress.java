package io.github.wats.cli.experiment;

import io.github.wats.cli.console.CommonOptions;
import io.github.wats.cli.console.Console;
import io.github.wats.cli.console.Messages;
import io.github.wats.experiment.ExperimentListener;
import io.github.wats.experiment.Pivot;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.ResultTable;
import io.github.wats.metrics.Metric;

/** Shows on stderr how far an experiment is: a bar, or with {@code --live} the table so far. */
final class ExperimentProgress implements ExperimentListener, AutoCloseable {
  private static final long REDRAW_NANOS = 1_000_000_000L;
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";

  private final Console console;
  private final Plan plan;
  private final boolean live;
  private final Messages.Progress bar;
  private long drawn = System.nanoTime();

  ExperimentProgress(
      Console console,
      CommonOptions common,
      Messages messages,
      String command,
      Plan plan,
      boolean live) {
    this.console = console;
    this.plan = plan;
    this.live = live && !common.quiet();
    this.bar = live ? Messages.Progress.NONE : messages.progress(command, plan.keys().size());
  }

  @Override
  public void changed(Progress progress) {
    String left = "about " + PlanText.time(progress.secondsLeft()) + " left";
    String failed = progress.failed() == 0 ? "" : ", " + progress.failed() + " failed";
    String running = String.join(" | ", progress.running());
    bar.to(progress.done(), left + failed + ": " + running);
    if (live && (System.nanoTime() - drawn > REDRAW_NANOS || progress.done() == progress.total())) {
      drawn = System.nanoTime();
      ResultTable table = ResultTable.of(progress.records().get(), plan.kind().baselines());
      StringBuilder text = new StringBuilder(console.terminal() ? CLEAR_SCREEN : "");
      for (Pivot pivot : Pivot.of(table, Metric.ECE)) {
        text.append(ResultText.table(pivot)).append(System.lineSeparator());
      }
      text.append(progress.done()).append(" of ").append(progress.total()).append(" fits, ");
      text.append(left).append(failed).append(": ").append(running);
      console.err().println(text);
    }
  }

  @Override
  public void close() {
    bar.close();
  }
}
