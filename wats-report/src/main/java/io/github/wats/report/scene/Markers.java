package io.github.wats.report.scene;

import java.util.List;

/** The forms of dots, the same for every back end. */
final class Markers {
  /** The width of the line around a hollow marker. */
  static final double HOLLOW_WIDTH = 1.6;

  private Markers() {}

  /** The corners of a marker that is no circle, all about as large as a circle of its radius. */
  static List<Point> corners(Mark.Dot dot) {
    double x = dot.at().x();
    double y = dot.at().y();
    double r = dot.radius();
    return switch (dot.shape()) {
      case SQUARE -> {
        double h = 0.9 * r;
        yield List.of(
            new Point(x - h, y - h),
            new Point(x + h, y - h),
            new Point(x + h, y + h),
            new Point(x - h, y + h));
      }
      case TRIANGLE ->
          List.of(
              new Point(x, y - 1.2 * r),
              new Point(x + 1.1 * r, y + 0.8 * r),
              new Point(x - 1.1 * r, y + 0.8 * r));
      case DIAMOND ->
          List.of(
              new Point(x, y - 1.3 * r),
              new Point(x + 1.3 * r, y),
              new Point(x, y + 1.3 * r),
              new Point(x - 1.3 * r, y));
      case CIRCLE -> throw new IllegalArgumentException("a circle has no corners");
    };
  }
}
