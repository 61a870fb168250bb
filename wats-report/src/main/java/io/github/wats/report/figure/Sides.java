package io.github.wats.report.figure;

import io.github.wats.report.figure.Figure.Series;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Stroke;
import java.util.List;
import java.util.stream.IntStream;

/** How one or two measurements, before and after, are told apart in every figure. */
final class Sides {
  private Sides() {}

  /** Two sides can be hidden and shown, one cannot. */
  static List<Series> series(List<Measured> sides) {
    return IntStream.range(0, sides.size())
        .filter(i -> sides.size() > 1)
        .mapToObj(i -> new Series(id(i), sides.get(i).name()))
        .toList();
  }

  static String id(int index) {
    return "side" + index;
  }

  static Ink ink(List<Measured> sides, int index) {
    return isBefore(sides, index) ? Ink.BEFORE : Ink.AFTER;
  }

  static Stroke.Dash dash(List<Measured> sides, int index) {
    return isBefore(sides, index) ? Stroke.Dash.DASHED : Stroke.Dash.SOLID;
  }

  static Shape shape(int index) {
    return index == 0 ? Shape.SQUARE : Shape.CIRCLE;
  }

  private static boolean isBefore(List<Measured> sides, int index) {
    return sides.size() > 1 && index == 0;
  }
}
