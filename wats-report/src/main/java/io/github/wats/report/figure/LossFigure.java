package io.github.wats.report.figure;

import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Series;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The loss over the steps of a fit. */
public final class LossFigure {
  private static final String FITTED = "validation nodes";
  private static final String STOPPING = "early-stopping nodes";

  /** More points than this are thinned out, as they cannot be seen. */
  private static final int MOST_POINTS = 200;

  private LossFigure() {}

  /** The losses of {@code fit}, of which there must be at least two. */
  public static Figure of(FitReport fit) {
    return of(fit.losses(), fit.validationLosses(), fit.epochs(), ending(fit));
  }

  /** Losses on the validation nodes and, where there are any, on the early-stopping nodes. */
  public static Figure of(List<Double> losses, List<Double> stopping, int epochs, String ending) {
    Words words =
        new Words(
            "The loss %s in %s%s"
                .formatted(course(losses), NumberText.counted(epochs, "step"), ending),
            "A curve that is flat at its end has converged; if it is still falling, more steps may"
                + " lower the loss further. The loss is the cross-entropy without penalties, so it"
                + " may rise while a method increases them.",
            "Loss over the steps of the fit.");
    List<Series> series =
        stopping.isEmpty()
            ? List.of()
            : List.of(new Series("fit", FITTED), new Series("stopping", STOPPING));
    return Figure.of(
        "loss",
        words,
        series,
        table(losses, stopping, epochs),
        width -> draw(losses, stopping, epochs, width));
  }

  /** From the first loss to the last, and by the lowest if the loss rises again. */
  private static String course(List<Double> losses) {
    double last = losses.get(losses.size() - 1);
    double lowest = losses.stream().mapToDouble(Double::doubleValue).min().orElse(last);
    String from = NumberText.decimals(losses.get(0), 3);
    String by = NumberText.decimals(lowest, 3);
    String to = NumberText.decimals(last, 3);
    boolean risesAgain = lowest < Math.min(losses.get(0), last) && !by.equals(to);
    return risesAgain && !by.equals(from)
        ? "fell from %s to %s, then rose to %s".formatted(from, by, to)
        : Phrases.change(from, to, last > losses.get(0));
  }

  private static String ending(FitReport fit) {
    if (fit.earlyStopping() != EarlyStopping.NONE) {
      return fit.converged()
          ? "; early stopping ended the fit"
          : "; early stopping did not trigger";
    }
    return fit.converged() ? "" : "; the solver did not converge";
  }

  private static DataTable table(List<Double> losses, List<Double> stopping, int epochs) {
    DataTable.Builder table =
        new DataTable.Builder("Step", "Validation nodes", "Early-stopping nodes");
    int rows = Math.min(11, losses.size());
    for (int r = 0; r < rows; r++) {
      int i = rows == 1 ? 0 : (int) ((long) r * (losses.size() - 1) / (rows - 1));
      table.row(
          NumberText.count(Math.round(step(i, losses.size(), epochs))),
          NumberText.decimals(losses.get(i), 4),
          i < stopping.size() ? NumberText.decimals(stopping.get(i), 4) : "–");
    }
    return table.build();
  }

  /** The step of value {@code index}: lists may have been thinned. */
  private static double step(int index, int size, int epochs) {
    return size == 1 ? epochs : 1 + (double) index * (Math.max(epochs, 2) - 1) / (size - 1);
  }

  private static Scene draw(List<Double> losses, List<Double> stopping, int epochs, double width) {
    Stroke solid = Stroke.of(Ink.AFTER, 2);
    Stroke dashed = new Stroke(Ink.BEFORE, 2, Stroke.Dash.DASHED);
    Legend legend = new Legend().line(FITTED, solid);
    if (!stopping.isEmpty()) {
      legend.line(STOPPING, dashed);
    }
    Plot plot = legend.plot(width, 280);
    double low = values(losses, stopping).min().orElse(0);
    double high = values(losses, stopping).max().orElse(1);
    Scale x = plot.x(1, Math.max(2, epochs));
    Scale y = Scale.around(low, high, plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.NUMBER, "mean cross-entropy");
    plot.countsBelow(x, "step");
    plot.base();
    plot.canvas().group("fit", group -> curve(group, losses, epochs, x, y, solid));
    if (!stopping.isEmpty()) {
      plot.canvas().group("stopping", group -> curve(group, stopping, epochs, x, y, dashed));
    }
    return plot.scene(width, Plot.BELOW);
  }

  private static DoubleStream values(List<Double> losses, List<Double> stopping) {
    return Stream.of(losses, stopping)
        .flatMap(List::stream)
        .mapToDouble(Double::doubleValue)
        .filter(Double::isFinite);
  }

  private static void curve(
      Canvas canvas, List<Double> values, int epochs, Scale x, Scale y, Stroke stroke) {
    List<Point> points = new ArrayList<>();
    int every = Math.max(1, values.size() / MOST_POINTS);
    for (int i = 0; i < values.size(); i++) {
      if ((i % every == 0 || i == values.size() - 1) && Double.isFinite(values.get(i))) {
        points.add(new Point(x.at(step(i, values.size(), epochs)), y.at(values.get(i))));
      }
    }
    canvas.line(points, stroke);
  }
}
