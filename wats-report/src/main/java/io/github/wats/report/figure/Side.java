package io.github.wats.report.figure;

import io.github.wats.report.figure.Figure.Series;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Stroke;
import java.util.List;

/** One of the measurements of a figure, before or after calibration, and how it is drawn. */
record Side(Measured measured, String id, Stroke stroke, Shape shape) {
  static List<Side> of(List<Measured> sides) {
    Stroke after = Stroke.of(Ink.AFTER, 2);
    if (sides.size() == 1) {
      return List.of(new Side(sides.get(0), "side0", after, Shape.SQUARE));
    }
    Stroke before = new Stroke(Ink.BEFORE, 2, Stroke.Dash.DASHED);
    return List.of(
        new Side(sides.get(0), "side0", before, Shape.SQUARE),
        new Side(sides.get(1), "side1", after, Shape.CIRCLE));
  }

  /**
   * The name without that of the method, which is over the panel: {@code before} or {@code after}.
   */
  String word() {
    return measured.name().replaceFirst("^after .*", "after");
  }

  Ink ink() {
    return stroke.ink();
  }

  /** Two sides can be hidden and shown, one cannot. */
  static List<Series> series(List<Measured> sides) {
    return sides.size() == 1
        ? List.of()
        : of(sides).stream().map(side -> new Series(side.id, side.measured.name())).toList();
  }
}
