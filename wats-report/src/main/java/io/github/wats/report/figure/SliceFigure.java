package io.github.wats.report.figure;

import io.github.wats.metrics.Metric.Unit;
import io.github.wats.metrics.Slice;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import io.github.wats.report.SliceSection;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.Comparator;
import java.util.List;

/** The gaps of slices as dots with intervals, from the most over- to the most underconfident. */
public final class SliceFigure {
  private static final double ROW = 24;

  private SliceFigure() {}

  /** A row for each slice, at least one. */
  public static Figure of(List<Slice> slices) {
    List<Slice> sorted =
        slices.stream().sorted(Comparator.comparingDouble(Slice::gap).reversed()).toList();
    return Figure.of(
        "slices", words(sorted), List.of(), table(sorted), width -> draw(sorted, width));
  }

  private static Words words(List<Slice> sorted) {
    long far = sorted.stream().filter(Slice::isSignificant).count();
    return new Words(
        far == 0
            ? "No slice differs significantly from perfect calibration"
            : "%s of %d differ%s from perfect calibration"
                .formatted(NumberText.counted(far, "slice"), sorted.size(), far == 1 ? "s" : ""),
        "A dot is mean confidence minus accuracy of the nodes of a slice, with its 95 % interval:"
            + " to the right of the line they are overconfident, to the left underconfident. Squares"
            + " are significant after Holm's correction for the number of slices.",
        "Dots of the gap between confidence and accuracy per slice, as in the table below.");
  }

  /** Count, accuracy, confidence and gap of each slice. */
  public static DataTable table(List<Slice> slices) {
    DataTable.Builder table =
        new DataTable.Builder(
            "slice",
            "nodes",
            "accuracy",
            "confidence",
            "gap (points)",
            "95 % interval",
            "p (Holm)");
    for (Slice slice : slices) {
      table.row(
          name(slice),
          NumberText.count(slice.count()),
          NumberText.percent(slice.accuracy()),
          NumberText.percent(slice.confidence()),
          (slice.gap() > 0 ? "+" : "") + NumberText.points(slice.gap()),
          NumberText.points(slice.interval().low())
              + " … "
              + NumberText.points(slice.interval().high()),
          MetricText.pValue(slice.holm()));
    }
    return table.build();
  }

  private static String name(Slice slice) {
    return slice.by() + " " + slice.name();
  }

  private static Scene draw(List<Slice> sorted, double width) {
    Canvas canvas = new Canvas();
    double top =
        new Legend()
            .dot("significant", Ink.BEFORE, Shape.SQUARE)
            .dot("may be due to chance", Ink.AXIS, Shape.CIRCLE)
            .draw(canvas, width);
    double names = sorted.stream().mapToDouble(s -> Font.PLAIN.width(name(s))).max().orElse(0);
    double left = Math.min(names, 0.42 * width) + 14;
    Plot plot = new Plot(canvas, left, top + 6, width - 14, top + 6 + ROW * sorted.size());
    double low = sorted.stream().mapToDouble(s -> s.interval().low()).min().orElse(0);
    double high = sorted.stream().mapToDouble(s -> s.interval().high()).max().orElse(0);
    Scale x = new Scale(Math.min(0, low), Math.max(0.01, high), plot.left() + 4, plot.right() - 4);
    plot.axisBelow(x, Unit.PERCENT, "confidence − accuracy");
    canvas.line(x.at(0), plot.top(), x.at(0), plot.bottom(), Stroke.of(Ink.TEXT, 1.4));
    for (int i = 0; i < sorted.size(); i++) {
      row(plot, x, sorted.get(i), plot.top() + (i + 0.5) * ROW);
    }
    return plot.scene(width, Plot.BELOW);
  }

  private static void row(Plot plot, Scale x, Slice slice, double middle) {
    String name = Font.PLAIN.shortened(name(slice), plot.left() - 10);
    plot.canvas().text(plot.left() - 8, middle + 4, name, Font.PLAIN, Anchor.END, Ink.TEXT);
    Ink ink = slice.isSignificant() ? Ink.BEFORE : Ink.AXIS;
    double from = x.at(slice.interval().low());
    double to = x.at(slice.interval().high());
    plot.canvas().lyingWhisker(middle, from, to, 3, Stroke.of(ink, 1.4));
    String tip =
        "%s: %s by %s points, %s"
            .formatted(
                name(slice),
                SliceSection.direction(slice),
                NumberText.points(Math.abs(slice.gap())),
                NumberText.counted(slice.count(), "node"));
    Shape shape = slice.isSignificant() ? Shape.SQUARE : Shape.CIRCLE;
    plot.canvas().dot(new Point(x.at(slice.gap()), middle), 4.5, shape, ink, tip);
  }
}
