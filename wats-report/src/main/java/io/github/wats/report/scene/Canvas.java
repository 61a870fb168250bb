package io.github.wats.report.scene;

import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Collects the marks of a scene. */
public final class Canvas {
  private final List<Mark> marks = new ArrayList<>();

  public Canvas add(Mark mark) {
    marks.add(mark);
    return this;
  }

  /** Everything {@code drawing} adds, as one series. */
  public Canvas group(String series, Consumer<Canvas> drawing) {
    Canvas inner = new Canvas();
    drawing.accept(inner);
    return add(new Mark.Group(series, inner.marks));
  }

  /** Everything on {@code inner}, with its origin at {@code at}. */
  public Canvas panel(Point at, Canvas inner) {
    return add(new Mark.Panel(at, inner.marks));
  }

  public Canvas box(double x, double y, double width, double height, Fill fill, String tip) {
    return add(new Mark.Box(x, y, width, height, fill, tip));
  }

  public Canvas line(double x1, double y1, double x2, double y2, Stroke stroke) {
    return line(List.of(new Point(x1, y1), new Point(x2, y2)), stroke);
  }

  public Canvas line(List<Point> points, Stroke stroke) {
    return add(new Mark.Line(points, stroke));
  }

  public Canvas area(List<Point> corners, Fill fill) {
    return add(new Mark.Area(corners, fill));
  }

  /** The area between two lines of as many points. */
  public Canvas band(List<Point> one, List<Point> other, Fill fill) {
    List<Point> corners = new ArrayList<>(other);
    Collections.reverse(corners);
    corners.addAll(0, one);
    return area(corners, fill);
  }

  public Canvas dot(Point at, double radius, Shape shape, Ink ink, String tip) {
    return add(new Mark.Dot(at, radius, shape, ink, false, tip));
  }

  public Canvas text(double x, double y, String text, Font font, Anchor anchor, Ink ink) {
    return add(new Mark.Label(new Point(x, y), text, font, anchor, ink, false));
  }

  public Canvas textUpwards(double x, double y, String text, Font font, Ink ink) {
    return add(new Mark.Label(new Point(x, y), text, font, Anchor.MIDDLE, ink, true));
  }

  /** A whisker with two short feet, standing or lying. */
  public Canvas whisker(Point a, Point b, double foot, Stroke stroke) {
    double x = a.x() == b.x() ? foot : 0;
    double y = foot - x;
    return line(List.of(a.plus(-x, -y), a.plus(x, y), a, b, b.plus(-x, -y), b.plus(x, y)), stroke);
  }

  public Scene scene(double width, double height) {
    return new Scene(width, height, marks);
  }
}
