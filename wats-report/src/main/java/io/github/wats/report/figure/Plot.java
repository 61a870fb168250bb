package io.github.wats.report.figure;

import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.List;
import java.util.function.Consumer;

/** The rectangle of a plot on a canvas and what stands around it: grid, ticks, names of axes. */
record Plot(Canvas canvas, double left, double top, double right, double bottom) {
  static final Stroke GRID = Stroke.of(Ink.GRID, 1);
  static final Stroke AXIS = Stroke.of(Ink.AXIS, 1);

  /** Room for the ticks and the name of an axis at the left. */
  static final double LEFT = 52;

  /** Room for the ticks and the name of an axis below. */
  static final double BELOW = 42;

  /** The same where names of columns may take two lines. */
  static final double BELOW_COLUMNS = 54;

  /** What plots of the same axes have in common: a page holds it once. */
  void frame(Consumer<Plot> drawing) {
    Canvas shared = new Canvas();
    drawing.accept(new Plot(shared, left, top, right, bottom));
    canvas.panel(new Point(0, 0), shared);
  }

  double width() {
    return right - left;
  }

  double height() {
    return bottom - top;
  }

  Scale x(double from, double to) {
    return new Scale(from, to, left, right);
  }

  Scale y(double from, double to) {
    return new Scale(from, to, bottom, top);
  }

  /** The middle of the column at {@code index} of {@code count}. */
  double column(int index, int count) {
    return left + (index + 0.5) * (width() / count);
  }

  /** The figure of which this is the only plot. */
  Scene scene(double figureWidth, double below) {
    return canvas.scene(figureWidth, bottom + below);
  }

  /** Grid lines, ticks and a name at the left. */
  void axisLeft(Scale y, Unit unit, String name) {
    ticks(y, Math.max(2, (int) (height() / 45)), unit, this::tickLeft);
    nameLeft(name);
  }

  /** Grid lines, ticks and a name below. */
  void axisBelow(Scale x, Unit unit, String name) {
    ticks(x, Math.max(2, (int) (width() / 70)), unit, this::tickBelow);
    nameBelow(name);
  }

  /** About {@code wanted} numbers below, without a name. */
  void ticksBelow(Scale x, int wanted) {
    ticks(x, wanted, Unit.NUMBER, this::tickBelow);
  }

  /** Whole numbers below. */
  void countsBelow(Scale x, String name) {
    int wanted = (int) Math.max(1, Math.min(width() / 70, x.to() - x.from()));
    for (double tick : x.ticks(wanted)) {
      tickBelow(x.at(tick), NumberText.count(Math.round(tick)));
    }
    nameBelow(name);
  }

  /** Draws a tick at a pixel. */
  private interface TickWriter {
    void write(double place, String text);
  }

  private static void ticks(Scale scale, int wanted, Unit unit, TickWriter writer) {
    double factor = unit.factor();
    String sign = unit.sign().isEmpty() ? "" : "\u00a0" + unit.sign();
    int decimals = scale.decimals(wanted, factor);
    for (double tick : scale.ticks(wanted)) {
      writer.write(scale.at(tick), NumberText.decimals(factor * tick, decimals) + sign);
    }
  }

  /** Names below equally wide columns, in two lines where they are long; of too many, some. */
  void columnsBelow(List<String> names, String name) {
    double column = width() / names.size();
    double widest = names.stream().mapToDouble(text -> Font.SMALL.width(text)).max().orElse(0);
    int lines = widest + 6 <= column ? 1 : 2;
    int every = (int) Math.max(1, Math.ceil((widest + 6) / (lines * column)));
    for (int i = 0; i < names.size(); i += every) {
      String text = Font.SMALL.shortened(names.get(i), Math.max(width() / 3, column));
      double y = bottom + 15 + (lines == 1 ? 4 : (i / every % 2) * 13);
      canvas.text(column(i, names.size()), y, text, Font.SMALL, Anchor.MIDDLE, Ink.MUTED);
    }
    canvas.text((left + right) / 2, bottom + 46, name, Font.PLAIN, Anchor.MIDDLE, Ink.TEXT);
  }

  void tickLeft(double y, String text) {
    canvas.line(left, y, right, y, GRID);
    canvas.text(left - 6, y + 4, text, Font.SMALL, Anchor.END, Ink.MUTED);
  }

  void tickBelow(double x, String text) {
    canvas.line(x, top, x, bottom, GRID);
    canvas.text(x, bottom + 16, text, Font.SMALL, Anchor.MIDDLE, Ink.MUTED);
  }

  void nameLeft(String name) {
    canvas.textUpwards(left - LEFT + 12, (top + bottom) / 2, name, Font.PLAIN, Ink.TEXT);
  }

  void nameBelow(String name) {
    canvas.text((left + right) / 2, bottom + 34, name, Font.PLAIN, Anchor.MIDDLE, Ink.TEXT);
  }

  /** The base line, drawn over the grid. */
  void base() {
    canvas.line(left, bottom, right, bottom, AXIS);
  }

  /** A name over the plot. */
  void heading(String text) {
    canvas.text(left, top - 10, text, Font.STRONG, Anchor.START, Ink.TEXT);
  }
}
