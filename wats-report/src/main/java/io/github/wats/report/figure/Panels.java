package io.github.wats.report.figure;

import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import java.util.function.ObjIntConsumer;

/**
 * Plots of one size under a legend, beside each other or, where the page is narrow, below each
 * other.
 *
 * @param columns how many are side by side on a wide page; two are as wide there as on a narrow one
 * @param height of a plot with everything around it
 * @param below the room for the axis below a plot
 */
record Panels(Legend legend, int count, int columns, double height, double below) {
  private static final double GAP = Figure.WIDE - 2 * Figure.NARROW;
  private static final double RIGHT = 18;

  /** Room over each plot for its heading. */
  private static final double HEADING = 30;

  /** Draws each plot by its index. */
  Scene draw(double width, ObjIntConsumer<Plot> panel) {
    Canvas canvas = new Canvas();
    double top = legend.draw(canvas, width);
    int across = width < Figure.WIDE ? Math.max(1, columns / 2) : Math.min(columns, count);
    double each = (width - (across - 1) * GAP) / across;
    for (int i = 0; i < count; i++) {
      Canvas inner = new Canvas();
      panel.accept(new Plot(inner, Plot.LEFT, HEADING, each - RIGHT, height - below), i);
      int row = i / across;
      canvas.panel(new Point(i % across * (each + GAP), top + row * height), inner);
    }
    int rows = (count + across - 1) / across;
    return canvas.scene(width, top + rows * height);
  }
}
