package io.github.wats.report.scene;

/** A place in a scene: x to the right, y downwards. */
public record Point(double x, double y) {
  Point plus(double right, double down) {
    return new Point(x + right, y + down);
  }
}
