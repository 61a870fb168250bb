package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Series;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The error over the grid of k and s, as curves and as a map. */
public final class SensitivityFigure {
  private static final double HEIGHT = 320;

  /** Shades of the best cell and from there to the worst; darker ones would hide the numbers. */
  private static final double LIGHT = 0.05;

  private static final double RANGE = 0.5;

  private SensitivityFigure() {}

  /** The error at one point of the grid. */
  public record GridPoint(int k, double s, double mean, double deviation) {}

  /** A curve over s for each k. */
  public static Figure curves(Metric metric, List<GridPoint> grid) {
    List<Integer> orders = orders(grid);
    List<Series> series = new ArrayList<>();
    for (int k : orders) {
      series.add(new Series("k" + k, "k = " + k));
    }
    GridPoint best = best(grid);
    GridPoint worst = grid.stream().max(Comparator.comparingDouble(GridPoint::mean)).orElse(best);
    String title =
        "The lowest %s is %s at k = %s, s = %s; the worst point is %s above it"
            .formatted(
                MetricText.name(metric),
                MetricText.value(metric, best.mean()),
                best.k(),
                NumberText.plain(best.s()),
                MetricText.difference(metric, worst.mean() - best.mean()));
    Words words =
        new Words(
            title,
            "Lower is better. Each line is one order k of the wavelets; a larger scale s makes them"
                + " wider."
                + noise(metric, grid),
            title + ". A line per k over s.");
    return Figure.of(
        "sensitivity",
        words,
        series,
        table(metric, grid),
        width -> drawCurves(metric, grid, width));
  }

  /** A cell for each point, the darker the higher the error. */
  public static Figure map(Metric metric, List<GridPoint> grid) {
    double byK =
        spread(
            orders(grid).stream()
                .map(k -> mean(grid.stream().filter(p -> p.k() == k).toList()))
                .toList());
    double byS =
        spread(
            scales(grid).stream()
                .map(s -> mean(grid.stream().filter(p -> p.s() == s).toList()))
                .toList());
    String title =
        "On average the %s varies by %s with k and by %s with s"
            .formatted(
                MetricText.name(metric),
                MetricText.difference(metric, byK),
                MetricText.difference(metric, byS));
    Words words =
        new Words(
            title,
            "Each cell is one setting of the wavelets. Lighter is better; the frame marks the"
                + " best.",
            title + ". A map of the error, a row per k and a column per s.");
    return Figure.of(
        "sensitivity-map",
        words,
        List.of(),
        table(metric, grid),
        width -> drawMap(metric, grid, width));
  }

  /** How far the runs of a point differ. */
  private static String noise(Metric metric, List<GridPoint> grid) {
    double deviation = grid.stream().mapToDouble(GridPoint::deviation).average().orElse(0);
    return deviation > 0
        ? " The standard deviation between runs is %s; smaller differences are mostly noise."
            .formatted(MetricText.difference(metric, deviation))
        : "";
  }

  private static Scene drawCurves(Metric metric, List<GridPoint> grid, double width) {
    Canvas canvas = new Canvas();
    List<Integer> orders = orders(grid);
    Legend legend = new Legend();
    for (int i = 0; i < orders.size(); i++) {
      legend.lineAndDot(
          "k = " + orders.get(i), Ink.series(i), Shape.series(i), Stroke.Dash.series(i));
    }
    double top = legend.draw(canvas, width);
    Plot plot = new Plot(canvas, Plot.LEFT, top + 8, width - 16, top + HEIGHT - Plot.BELOW);
    double low = grid.stream().mapToDouble(GridPoint::mean).min().orElse(0);
    double high = grid.stream().mapToDouble(GridPoint::mean).max().orElse(1);
    Scale y = Scale.around(low, high, plot.bottom(), plot.top());
    List<Double> scales = scales(grid);
    double air = 0.05 * Math.max(0.1, scales.get(scales.size() - 1) - scales.get(0));
    Scale x = plot.x(scales.get(0) - air, scales.get(scales.size() - 1) + air);
    plot.axisLeft(y, metric.unit(), MetricText.name(metric));
    for (double s : scales) {
      plot.tickBelow(x.at(s), NumberText.plain(s));
    }
    plot.nameBelow("scale s");
    plot.base();
    for (int i = 0; i < orders.size(); i++) {
      int k = orders.get(i);
      int index = i;
      List<GridPoint> points = grid.stream().filter(p -> p.k() == k).toList();
      canvas.group("k" + k, group -> curve(group, metric, points, x, y, index));
    }
    return canvas.scene(width, top + HEIGHT);
  }

  private static void curve(
      Canvas canvas, Metric metric, List<GridPoint> points, Scale x, Scale y, int index) {
    List<Point> line = new ArrayList<>();
    for (GridPoint point : points) {
      line.add(new Point(x.at(point.s()), y.at(point.mean())));
    }
    canvas.line(line, new Stroke(Ink.series(index), 2, Stroke.Dash.series(index)));
    for (int i = 0; i < points.size(); i++) {
      Point at = line.get(i);
      canvas.dot(
          at.x(),
          at.y(),
          4,
          Shape.series(index),
          Ink.series(index),
          false,
          tip(metric, points.get(i)));
    }
  }

  private static Scene drawMap(Metric metric, List<GridPoint> grid, double width) {
    Canvas canvas = new Canvas();
    List<Integer> orders = orders(grid);
    List<Double> scales = scales(grid);
    double row = 38;
    Plot plot = new Plot(canvas, Plot.LEFT, 6, width - 8, 6 + row * orders.size());
    double column = plot.width() / scales.size();
    double low = grid.stream().mapToDouble(GridPoint::mean).min().orElse(0);
    double high = grid.stream().mapToDouble(GridPoint::mean).max().orElse(1);
    GridPoint best = best(grid);
    for (GridPoint point : grid) {
      double x = plot.left() + scales.indexOf(point.s()) * column;
      double y = plot.top() + orders.indexOf(point.k()) * row;
      double shade = high > low ? LIGHT + RANGE * (point.mean() - low) / (high - low) : LIGHT;
      canvas.box(x + 1, y + 1, column - 2, row - 2, new Fill(Ink.AFTER, shade), tip(metric, point));
      canvas.text(
          x + column / 2,
          y + row / 2 + 4,
          MetricText.bare(metric, point.mean()),
          point.equals(best) ? Font.STRONG : Font.SMALL,
          Anchor.MIDDLE,
          Ink.TEXT);
      if (point.equals(best)) {
        frame(canvas, x + 1, y + 1, column - 2, row - 2);
      }
    }
    for (int i = 0; i < orders.size(); i++) {
      canvas.text(
          plot.left() - 6,
          plot.top() + (i + 0.5) * row + 4,
          "" + orders.get(i),
          Font.SMALL,
          Anchor.END,
          Ink.MUTED);
    }
    plot.nameLeft("order k");
    plot.columnsBelow(scales.stream().map(NumberText::plain).toList(), "scale s");
    return canvas.scene(width, plot.bottom() + Plot.BELOW_COLUMNS);
  }

  private static void frame(Canvas canvas, double x, double y, double width, double height) {
    canvas.line(
        List.of(
            new Point(x, y),
            new Point(x + width, y),
            new Point(x + width, y + height),
            new Point(x, y + height),
            new Point(x, y)),
        Stroke.of(Ink.TEXT, 2));
  }

  private static String tip(Metric metric, GridPoint point) {
    return "k = %s, s = %s: %s ± %s"
        .formatted(
            point.k(),
            NumberText.plain(point.s()),
            MetricText.value(metric, point.mean()),
            MetricText.bare(metric, point.deviation()));
  }

  private static DataTable table(Metric metric, List<GridPoint> grid) {
    List<String> header = new ArrayList<>(List.of("k"));
    scales(grid).forEach(s -> header.add("s = " + NumberText.plain(s)));
    List<List<String>> rows = new ArrayList<>();
    for (int k : orders(grid)) {
      List<String> row = new ArrayList<>(List.of("" + k));
      for (double s : scales(grid)) {
        row.add(
            grid.stream()
                .filter(p -> p.k() == k && p.s() == s)
                .findFirst()
                .map(
                    p ->
                        MetricText.bare(metric, p.mean())
                            + " ± "
                            + MetricText.bare(metric, p.deviation()))
                .orElse("–"));
      }
      rows.add(row);
    }
    return new DataTable(header, rows);
  }

  private static GridPoint best(List<GridPoint> grid) {
    return grid.stream().min(Comparator.comparingDouble(GridPoint::mean)).orElseThrow();
  }

  private static List<Integer> orders(List<GridPoint> grid) {
    return grid.stream().map(GridPoint::k).distinct().sorted().toList();
  }

  private static List<Double> scales(List<GridPoint> grid) {
    return grid.stream().map(GridPoint::s).distinct().sorted().toList();
  }

  private static double mean(List<GridPoint> points) {
    return points.stream().mapToDouble(GridPoint::mean).average().orElse(0);
  }

  private static double spread(List<Double> values) {
    double low = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(0) - low;
  }
}
