package io.github.wats.report.figure;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.metrics.Metric;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Series;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The error over the grid of k and s. */
public final class SensitivityFigure {
  private SensitivityFigure() {}

  /** The error at one point of the grid. */
  public record GridPoint(int k, double s, double mean, double deviation) {}

  /** A curve over s for each k. */
  public static Figure of(Metric metric, List<GridPoint> grid) {
    GridPoint best = best(grid);
    double worst = grid.stream().mapToDouble(GridPoint::mean).max().orElseThrow();
    Words words =
        new Words(
            "The lowest %s is %s at k = %s, s = %s; the highest is %s above it"
                .formatted(
                    MetricText.name(metric),
                    MetricText.value(metric, best.mean()),
                    best.k(),
                    NumberText.plain(best.s()),
                    MetricText.difference(metric, worst - best.mean())),
            "Lower is better. Each line is one order k of the wavelets; a larger scale s makes them"
                + " wider. On average the %s varies by %s with k and by %s with s."
                    .formatted(
                        MetricText.name(metric),
                        MetricText.difference(metric, spread(byOrder(grid).values())),
                        MetricText.difference(metric, spread(byScale(grid).values())))
                + noise(metric, grid),
            "A line per k over s.");
    return Figure.of(
        "sensitivity",
        words,
        byOrder(grid).keySet().stream().map(k -> new Series("k" + k, "k = " + k)).toList(),
        table(metric, grid),
        width -> draw(metric, grid, width));
  }

  private static SortedMap<Integer, List<GridPoint>> byOrder(List<GridPoint> grid) {
    return grid.stream().collect(groupingBy(GridPoint::k, TreeMap::new, toList()));
  }

  private static SortedMap<Double, List<GridPoint>> byScale(List<GridPoint> grid) {
    return grid.stream().collect(groupingBy(GridPoint::s, TreeMap::new, toList()));
  }

  private static GridPoint best(List<GridPoint> grid) {
    return grid.stream().min(Comparator.comparingDouble(GridPoint::mean)).orElseThrow();
  }

  /** The difference of the largest and the smallest mean of a group. */
  private static double spread(Collection<List<GridPoint>> groups) {
    DoubleSummaryStatistics means =
        groups.stream()
            .mapToDouble(group -> group.stream().mapToDouble(GridPoint::mean).average().orElse(0))
            .summaryStatistics();
    return means.getMax() - means.getMin();
  }

  /** How far the runs of a point differ. */
  private static String noise(Metric metric, List<GridPoint> grid) {
    double deviation = grid.stream().mapToDouble(GridPoint::deviation).average().orElse(0);
    return deviation > 0
        ? " The standard deviation between runs is %s; smaller differences are mostly noise."
            .formatted(MetricText.difference(metric, deviation))
        : "";
  }

  private static Scene draw(Metric metric, List<GridPoint> grid, double width) {
    SortedMap<Integer, List<GridPoint>> lines = byOrder(grid);
    Legend legend = new Legend();
    for (int k : lines.keySet()) {
      int index = lines.headMap(k).size();
      legend.lineAndDot("k = " + k, stroke(index), Shape.series(index));
    }
    Plot plot = legend.plot(width, 320);
    DoubleSummaryStatistics means = grid.stream().mapToDouble(GridPoint::mean).summaryStatistics();
    Scale y = Scale.around(means.getMin(), means.getMax(), plot.bottom(), plot.top());
    SortedMap<Double, List<GridPoint>> scales = byScale(grid);
    double air = 0.05 * Math.max(0.1, scales.lastKey() - scales.firstKey());
    Scale x = plot.x(scales.firstKey() - air, scales.lastKey() + air);
    plot.axisLeft(y, metric.unit(), MetricText.name(metric));
    scales.keySet().forEach(s -> plot.tickBelow(x.at(s), NumberText.plain(s)));
    plot.nameBelow("scale s");
    plot.base();
    lines.forEach(
        (k, points) -> {
          int index = lines.headMap(k).size();
          plot.canvas().group("k" + k, group -> curve(group, metric, points, x, y, index));
        });
    return plot.scene(width, Plot.BELOW);
  }

  private static Stroke stroke(int index) {
    return new Stroke(Ink.series(index), 2, Stroke.Dash.series(index));
  }

  private static void curve(
      Canvas canvas, Metric metric, List<GridPoint> points, Scale x, Scale y, int index) {
    List<Point> line =
        points.stream().map(point -> new Point(x.at(point.s()), y.at(point.mean()))).toList();
    canvas.line(line, stroke(index));
    for (int i = 0; i < line.size(); i++) {
      String tip = tip(metric, points.get(i));
      canvas.dot(line.get(i), 4, Shape.series(index), Ink.series(index), tip);
    }
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
    DataTable.Rows<Integer> rows = DataTable.of(byOrder(grid).keySet()).column("k", k -> "" + k);
    for (double s : byScale(grid).keySet()) {
      rows = rows.column("s = " + NumberText.plain(s), k -> cell(metric, grid, k, s));
    }
    return rows.table();
  }

  private static String cell(Metric metric, List<GridPoint> grid, int k, double s) {
    return grid.stream()
        .filter(p -> p.k() == k && p.s() == s)
        .findFirst()
        .map(
            p -> MetricText.bare(metric, p.mean()) + " ± " + MetricText.bare(metric, p.deviation()))
        .orElse("–");
  }
}
