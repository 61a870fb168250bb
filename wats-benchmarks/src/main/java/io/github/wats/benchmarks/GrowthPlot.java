package io.github.wats.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Seconds over directed edges, both axes logarithmic, as an SVG picture. */
final class GrowthPlot {
  private static final int WIDTH = 640;
  private static final int HEIGHT = 420;
  private static final int LEFT = 70;
  private static final int RIGHT = 620;
  private static final int TOP = 20;
  private static final int BOTTOM = 370;

  /** Told apart by people who see few colors too. */
  private static final String[] COLORS = {"#0072B2", "#D55E00", "#009E73"};

  private final double lowEdges;
  private final double highEdges;
  private final double lowSeconds;
  private final double highSeconds;
  private final StringBuilder svg = new StringBuilder();

  /** One measurement. */
  record Point(double edges, double seconds) {}

  private GrowthPlot(List<Point> all) {
    lowEdges = Math.floor(all.stream().mapToDouble(p -> Math.log10(p.edges())).min().orElse(0));
    highEdges = Math.ceil(all.stream().mapToDouble(p -> Math.log10(p.edges())).max().orElse(1));
    lowSeconds = Math.floor(all.stream().mapToDouble(p -> Math.log10(p.seconds())).min().orElse(0));
    highSeconds = Math.ceil(all.stream().mapToDouble(p -> Math.log10(p.seconds())).max().orElse(1));
  }

  static String svg(Map<String, List<Point>> series) {
    GrowthPlot plot = new GrowthPlot(series.values().stream().flatMap(List::stream).toList());
    plot.line(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"13\" role=\"img\"><title>Seconds over directed edges</title>",
        WIDTH, HEIGHT);
    plot.line("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", WIDTH, HEIGHT);
    plot.axes();
    int number = 0;
    for (Map.Entry<String, List<Point>> entry : series.entrySet()) {
      plot.series(entry.getKey(), entry.getValue(), number++);
    }
    plot.line("</svg>");
    return plot.svg.toString();
  }

  private void axes() {
    for (int e = (int) lowEdges; e <= highEdges; e++) {
      line("<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/>", x(e), TOP, BOTTOM);
      label(x(e), BOTTOM + 20, "middle", e);
    }
    for (int e = (int) lowSeconds; e <= highSeconds; e++) {
      line("<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, y(e), RIGHT);
      label(LEFT - 8, y(e) + 4, "end", e);
    }
    line(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">directed edges</text>",
        (LEFT + RIGHT) / 2, HEIGHT - 8);
    line(
        "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">seconds</text>",
        (TOP + BOTTOM) / 2);
  }

  private void label(double x, double y, String anchor, int exponent) {
    line(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">10<tspan dy=\"-5\""
            + " font-size=\"9\">%d</tspan></text>",
        x, y, anchor, exponent);
  }

  private void series(String name, List<Point> points, int number) {
    String color = COLORS[number % COLORS.length];
    StringBuilder path = new StringBuilder();
    for (Point point : points) {
      double x = x(Math.log10(point.edges()));
      double y = y(Math.log10(point.seconds()));
      path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", x, y));
      line("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", x, y, color);
    }
    line("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", path, color);
    line(
        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
        LEFT + 14, TOP + 20 + 18 * number, color, name);
  }

  private double x(double exponent) {
    return LEFT + (exponent - lowEdges) / (highEdges - lowEdges) * (RIGHT - LEFT);
  }

  private double y(double exponent) {
    return BOTTOM - (exponent - lowSeconds) / (highSeconds - lowSeconds) * (BOTTOM - TOP);
  }

  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
