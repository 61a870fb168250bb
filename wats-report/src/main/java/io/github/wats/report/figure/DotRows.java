package io.github.wats.report.figure;

import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.List;

/**
 * Rows of a name, a dot and a whisker through it.
 *
 * @param from the smallest value that the axis shows at least
 * @param line the value of a vertical line
 */
record DotRows(Legend legend, String axis, Unit unit, double from, double line, List<Row> rows) {
  private static final double ROW = 24;

  record Row(String name, double value, Range range, boolean marked, String tip) {
    Ink ink() {
      return marked ? Ink.BEFORE : Ink.AXIS;
    }
  }

  /** A legend of what marked rows and the others mean. */
  static Legend legend(String marked, String others) {
    return new Legend().dot(marked, Ink.BEFORE, Shape.SQUARE).dot(others, Ink.AXIS, Shape.CIRCLE);
  }

  Scene draw(double width) {
    Canvas canvas = new Canvas();
    double top = legend.draw(canvas, width) + 6;
    double names = rows.stream().mapToDouble(row -> Font.PLAIN.width(row.name)).max().orElse(0);
    double left = Math.min(names, 0.42 * width) + 14;
    Plot plot = new Plot(canvas, left, top, width - 14, top + ROW * rows.size());
    double low = rows.stream().mapToDouble(row -> row.range.low()).min().orElse(0);
    double high = rows.stream().mapToDouble(row -> row.range.high()).max().orElse(0);
    Scale x =
        new Scale(Math.min(from, low), Math.max(0.01, high), plot.left() + 4, plot.right() - 4);
    plot.axisBelow(x, unit, axis);
    canvas.line(x.at(line), plot.top(), x.at(line), plot.bottom(), Stroke.of(Ink.TEXT, 1.4));
    for (int i = 0; i < rows.size(); i++) {
      draw(plot, x, rows.get(i), plot.top() + (i + 0.5) * ROW);
    }
    return plot.scene(width, Plot.BELOW);
  }

  private static void draw(Plot plot, Scale x, Row row, double middle) {
    String name = Font.PLAIN.shortened(row.name, plot.left() - 10);
    plot.canvas().text(plot.left() - 8, middle + 4, name, Font.PLAIN, Anchor.END, Ink.TEXT);
    double from = x.at(row.range.low());
    double to = x.at(row.range.high());
    plot.canvas().lyingWhisker(middle, from, to, 3, Stroke.of(row.ink(), 1.4));
    Shape shape = row.marked ? Shape.SQUARE : Shape.CIRCLE;
    plot.canvas().dot(new Point(x.at(row.value), middle), 4.5, shape, row.ink(), row.tip);
  }
}
