package io.github.wats.report.figure;

import io.github.wats.metrics.Evaluation.CoveragePoint;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** How accurate the most confident nodes are: the risk–coverage curve. */
public final class CoverageFigure {
  private CoverageFigure() {}

  /** A curve for each of {@code sides}. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "coverage", words(sides), Side.series(sides), table(sides), width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    String halves =
        sides.stream()
            .map(
                side ->
                    NumberText.percent(at(side, 0.5).accuracy())
                        + (sides.size() == 1 ? "" : " " + side.name()))
            .collect(Collectors.joining(", "));
    return new Words(
        "Accuracy on the most confident half of the nodes: %s (all nodes: %s)"
            .formatted(halves, NumberText.percent(sides.get(0).value(Metric.ACCURACY))),
        "Nodes are accepted in order of decreasing confidence. The higher the line stays towards"
            + " the right, the better confidence separates correct predictions from wrong ones.",
        "Accuracy over the fraction of nodes accepted (risk–coverage curve).");
  }

  /** The first point that covers at least {@code coverage}. */
  private static CoveragePoint at(Measured side, double coverage) {
    List<CoveragePoint> points = side.evaluation().coverage();
    return points.stream()
        .filter(point -> point.coverage() >= coverage - 1e-9)
        .findFirst()
        .orElse(points.get(points.size() - 1));
  }

  private static DataTable table(List<Measured> sides) {
    DataTable.Rows<Integer> rows =
        DataTable.of(IntStream.rangeClosed(1, 10).boxed().toList())
            .column("Most confident", tenth -> tenth * 10 + "\u00a0%");
    for (Measured side : sides) {
      rows =
          rows.column(
              "Accuracy " + side.name(),
              tenth -> NumberText.percent(at(side, tenth / 10.0).accuracy()));
    }
    return rows.table();
  }

  private static Scene draw(List<Measured> sides, double width) {
    Legend legend = new Legend();
    for (Side side : Side.of(sides)) {
      legend.lineAndDot(side.measured().name(), side.stroke(), side.shape());
    }
    Plot plot = legend.plot(width, 300);
    double lowest =
        sides.stream()
            .flatMap(side -> side.evaluation().coverage().stream())
            .mapToDouble(CoveragePoint::accuracy)
            .min()
            .orElse(1);
    Scale x = plot.x(0, 1);
    Scale y = plot.y(Math.max(0, Math.min(0.9, lowest - 0.05 * (1 - lowest))), 1);
    plot.axisLeft(y, Unit.PERCENT, "accuracy");
    plot.axisBelow(x, Unit.PERCENT, "coverage (fraction of nodes accepted)");
    plot.base();
    for (Side side : Side.of(sides)) {
      plot.canvas().group(side.id(), group -> curve(group, side, x, y));
    }
    return plot.scene(width, Plot.BELOW);
  }

  private static void curve(Canvas canvas, Side side, Scale x, Scale y) {
    List<Point> points = new ArrayList<>();
    for (CoveragePoint point : side.measured().evaluation().coverage()) {
      points.add(new Point(x.at(point.coverage()), y.at(point.accuracy())));
    }
    canvas.line(points, side.stroke());
    for (int tenth = 1; tenth <= 10; tenth++) {
      CoveragePoint point = at(side.measured(), tenth / 10.0);
      String tip =
          "%s: accuracy %s on the most confident %s"
              .formatted(
                  side.measured().heading(),
                  NumberText.percent(point.accuracy()),
                  NumberText.percent(point.coverage()));
      Point at = new Point(x.at(point.coverage()), y.at(point.accuracy()));
      canvas.dot(at, 3.5, side.shape(), side.ink(), tip);
    }
  }
}
