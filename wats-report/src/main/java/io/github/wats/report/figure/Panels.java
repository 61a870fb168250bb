package io.github.wats.report.figure;

import io.github.wats.report.scene.Canvas;

/** Plots of one size beside each other, or below each other where the page is narrow. */
record Panels(double width, int count, int columns, double panelHeight, double top) {
  private static final double GAP = 10;
  private static final double RIGHT = 18;

  /** Room over each plot for its heading. */
  private static final double HEADING = 30;

  static Panels of(double width, int count, int mostColumns, double panelHeight, double top) {
    int columns = width < 600 ? Math.max(1, mostColumns / 2) : mostColumns;
    return new Panels(width, count, Math.min(columns, count), panelHeight, top);
  }

  /** The plot at {@code index}, with room below for an axis of height {@code below}. */
  Plot plot(Canvas canvas, int index, double below) {
    double panelWidth = (width - (columns - 1) * GAP) / columns;
    double left = (index % columns) * (panelWidth + GAP);
    int row = index / columns;
    double y = top + row * panelHeight;
    return new Plot(
        canvas, left + Plot.LEFT, y + HEADING, left + panelWidth - RIGHT, y + panelHeight - below);
  }

  double height() {
    int rows = (count + columns - 1) / columns;
    return top + rows * panelHeight;
  }
}
