package io.github.wats.report.figure;

import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Rows of a name, a dot and a whisker through it.
 *
 * @param from the smallest value that the axis shows at least
 * @param most the largest that it shows; an arrow points to dots beyond
 * @param line the value of a vertical line, NaN for none
 */
record DotRows(
    Legend legend, String axis, Unit unit, double from, double most, Line line, List<Row> rows) {
  private static final double ROW = 22;
  private static final Stroke SOLID = Stroke.of(Ink.TEXT, 1.4);

  /** A vertical line; NaN for none. */
  record Line(double value, Stroke stroke) {}

  /**
   * @param value NaN for none
   * @param band whether the row has a background
   * @param text at the right, or instead of the dot where there is none
   */
  record Row(
      String name, double value, Range range, Ink ink, boolean band, String text, String tip) {
    static Row of(String name, double value, Range range, boolean marked, String tip) {
      return new Row(name, value, range, marked ? Ink.BEFORE : Ink.AXIS, false, "", tip);
    }

    Shape shape() {
      return ink == Ink.BEFORE ? Shape.SQUARE : Shape.CIRCLE;
    }

    Font font() {
      return band ? Font.STRONG : Font.PLAIN;
    }
  }

  /** Without an arrow, and with a solid line. */
  DotRows(Legend legend, String axis, Unit unit, double from, double line, List<Row> rows) {
    this(legend, axis, unit, from, Double.MAX_VALUE, new Line(line, SOLID), rows);
  }

  /** A legend of what marked rows and the others mean. */
  static Legend legend(String marked, String others) {
    return new Legend().dot(marked, Ink.BEFORE, Shape.SQUARE).dot(others, Ink.AXIS, Shape.CIRCLE);
  }

  Scene draw(double width) {
    Canvas canvas = new Canvas();
    double top = legend.draw(canvas, width) + 6;
    double names = rows.stream().mapToDouble(row -> row.font().width(row.name)).max().orElse(0);
    double texts = rows.stream().mapToDouble(row -> row.font().width(row.text)).max().orElse(0);
    double room = width < Figure.WIDE ? 0 : texts;
    double left = Math.min(names, 0.42 * width) + 14;
    Plot plot = new Plot(canvas, left, top, width - 14 - room, top + ROW * rows.size());
    DoubleSummaryStatistics values =
        rows.stream()
            .flatMapToDouble(row -> DoubleStream.of(row.range.low(), row.value, row.range.high()))
            .filter(Double::isFinite)
            .summaryStatistics();
    double low = values.getCount() == 0 ? 0 : values.getMin();
    double high = values.getCount() == 0 ? 0 : values.getMax();
    double end = Math.min(most, high);
    Scale x =
        new Scale(
            Math.min(from, low),
            Math.max(end, Math.min(from, low) + 0.01),
            left + 6,
            plot.right() - 8);
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).band) {
        canvas.box(0, top + i * ROW, width, ROW, new Fill(Ink.AFTER, 0.09), "");
      }
    }
    plot.axisBelow(x, unit, axis);
    if (!Double.isNaN(line.value)) {
      double place = x.clamped(line.value);
      canvas.line(place, plot.top(), place, plot.bottom(), line.stroke);
    }
    for (int i = 0; i < rows.size(); i++) {
      draw(plot, x, rows.get(i), plot.top() + (i + 0.5) * ROW, width);
    }
    return plot.scene(width, Plot.BELOW);
  }

  private static void draw(Plot plot, Scale x, Row row, double middle, double width) {
    Canvas canvas = plot.canvas();
    String name = row.font().shortened(row.name, plot.left() - 10);
    canvas.text(plot.left() - 8, middle + 4, name, row.font(), Anchor.END, Ink.TEXT);
    if (Double.isNaN(row.value)) {
      String text = Font.PLAIN.shortened(row.text, width - plot.left() - 10);
      canvas.text(plot.left() + 8, middle + 4, text, Font.PLAIN, Anchor.START, Ink.MUTED);
      return;
    }
    double from = x.clamped(row.range.low());
    double to = x.clamped(row.range.high());
    if (to > from) {
      canvas.whisker(new Point(from, middle), new Point(to, middle), 3, Stroke.of(row.ink, 1.4));
    }
    canvas.dot(new Point(x.clamped(row.value), middle), 4.5, row.shape(), row.ink, row.tip);
    if (row.value > x.to()) {
      double tip = plot.right() + 3;
      List<Point> head =
          List.of(
              new Point(tip, middle),
              new Point(tip - 6, middle - 4),
              new Point(tip - 6, middle + 4));
      canvas.area(head, Fill.of(row.ink));
    }
    if (plot.right() < width - 20) {
      canvas.text(plot.right() + 8, middle + 4, row.text, row.font(), Anchor.START, Ink.TEXT);
    }
  }
}
