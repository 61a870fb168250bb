package io.github.wats.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Seconds over directed edges, both axes logarithmic, as an SVG picture. */
final class GrowthPlot {
  /** Told apart by people who see few colors too. */
  private static final String[] COLORS = {"#0072B2", "#D55E00", "#009E73"};

  private final StringBuilder svg = new StringBuilder();

  private GrowthPlot() {}

  /** One measurement. */
  record Point(double edges, double seconds) {}

  /** From one power of ten to another. */
  private record Axis(int low, int high, int start, int end) {
    static Axis of(List<Point> points, ToDoubleFunction<Point> value, int start, int end) {
      double[] sorted = points.stream().mapToDouble(value).map(Math::log10).sorted().toArray();
      int high = (int) Math.ceil(sorted[sorted.length - 1]);
      return new Axis((int) Math.floor(sorted[0]), high, start, end);
    }

    double at(double exponent) {
      return start + (exponent - low) / (high - low) * (end - start);
    }
  }

  static String svg(Map<String, List<Point>> series) {
    List<Point> all = series.values().stream().flatMap(List::stream).toList();
    Axis x = Axis.of(all, Point::edges, 70, 620);
    Axis y = Axis.of(all, Point::seconds, 370, 20);
    GrowthPlot plot = new GrowthPlot();
    plot.line(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 420" font-family="sans-serif" \
        font-size="13" role="img"><title>Seconds over directed edges</title>
        <rect width="640" height="420" fill="#fff"/>
        <text x="345" y="412" text-anchor="middle">directed edges</text>
        <text transform="translate(16 195) rotate(-90)" text-anchor="middle">seconds</text>\
        """);
    for (int e = x.low; e <= x.high; e++) {
      plot.line("<path d=\"M%.1f 20V370\" stroke=\"#ddd\"/>", x.at(e));
      plot.line("<text x=\"%.1f\" y=\"390\" text-anchor=\"middle\">1e%d</text>", x.at(e), e);
    }
    for (int e = y.low; e <= y.high; e++) {
      plot.line("<path d=\"M70 %.1fH620\" stroke=\"#ddd\"/>", y.at(e));
      plot.line("<text x=\"62\" y=\"%.1f\" text-anchor=\"end\">1e%d</text>", y.at(e) + 4, e);
    }
    int number = 0;
    for (Map.Entry<String, List<Point>> entry : series.entrySet()) {
      String color = COLORS[number % COLORS.length];
      StringBuilder path = new StringBuilder();
      for (Point point : entry.getValue()) {
        double px = x.at(Math.log10(point.edges));
        double py = y.at(Math.log10(point.seconds));
        path.append(String.format(Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", px, py));
        plot.line("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>", px, py, color);
      }
      plot.line("<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", path, color);
      int height = 40 + 18 * number++;
      plot.line("<text x=\"84\" y=\"%d\" fill=\"%s\">%s</text>", height, color, entry.getKey());
    }
    plot.line("</svg>");
    return plot.svg.toString();
  }

  private void line(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
