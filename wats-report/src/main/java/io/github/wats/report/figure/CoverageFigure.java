package io.github.wats.report.figure;

import io.github.wats.metrics.Evaluation.CoveragePoint;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How accurate the most confident nodes are: the risk–coverage curve. */
public final class CoverageFigure {
  private static final double HEIGHT = 300;

  private CoverageFigure() {}

  /** A curve for each of {@code sides}. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "coverage", words(sides), Sides.series(sides), table(sides), width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    String halves =
        sides.stream()
            .map(
                side ->
                    NumberText.percent(at(side, 0.5).accuracy())
                        + (sides.size() == 1 ? "" : " " + side.name()))
            .collect(Collectors.joining(", "));
    String title =
        "Accuracy on the most confident half of the nodes: %s (all nodes: %s)"
            .formatted(halves, NumberText.percent(sides.get(0).value(Metric.ACCURACY)));
    return new Words(
        title,
        "Nodes are accepted in order of falling confidence. The higher the line stays towards the"
            + " right, the better confidence separates correct predictions from wrong ones.",
        title + ". Accuracy over the share of nodes accepted (risk–coverage curve).");
  }

  /** The first point that covers at least {@code share}. */
  private static CoveragePoint at(Measured side, double share) {
    List<CoveragePoint> points = side.evaluation().coverage();
    return points.stream()
        .filter(point -> point.share() >= share - 1e-9)
        .findFirst()
        .orElse(points.get(points.size() - 1));
  }

  private static DataTable table(List<Measured> sides) {
    List<String> header = new ArrayList<>(List.of("Most confident"));
    sides.forEach(side -> header.add("Accuracy " + side.name()));
    List<List<String>> rows = new ArrayList<>();
    for (int tenth = 1; tenth <= 10; tenth++) {
      List<String> row = new ArrayList<>(List.of(tenth * 10 + "\u00a0%"));
      for (Measured side : sides) {
        row.add(NumberText.percent(at(side, tenth / 10.0).accuracy()));
      }
      rows.add(row);
    }
    return new DataTable(header, rows);
  }

  private static Scene draw(List<Measured> sides, double width) {
    Canvas canvas = new Canvas();
    Legend legend = new Legend();
    for (int i = 0; i < sides.size(); i++) {
      legend.lineAndDot(
          sides.get(i).name(), Sides.ink(sides, i), Sides.shape(i), Sides.dash(sides, i));
    }
    double top = legend.draw(canvas, width);
    Plot plot = new Plot(canvas, Plot.LEFT, top + 8, width - 16, top + HEIGHT - Plot.BELOW);
    double lowest = 1;
    for (Measured side : sides) {
      for (CoveragePoint point : side.evaluation().coverage()) {
        lowest = Math.min(lowest, point.accuracy());
      }
    }
    Scale x = plot.x(0, 1);
    Scale y = plot.y(Math.max(0, Math.min(0.9, lowest - 0.05 * (1 - lowest))), 1);
    plot.axisLeft(y, Unit.PERCENT, "accuracy");
    plot.axisBelow(x, Unit.PERCENT, "coverage (share of nodes accepted)");
    plot.base();
    for (int i = 0; i < sides.size(); i++) {
      Measured side = sides.get(i);
      Ink ink = Sides.ink(sides, i);
      Shape shape = Sides.shape(i);
      Stroke stroke = new Stroke(ink, 2, Sides.dash(sides, i));
      canvas.group(Sides.id(i), group -> curve(group, side, x, y, stroke, shape));
    }
    return canvas.scene(width, top + HEIGHT);
  }

  private static void curve(
      Canvas canvas, Measured side, Scale x, Scale y, Stroke stroke, Shape shape) {
    List<Point> points = new ArrayList<>();
    for (CoveragePoint point : side.evaluation().coverage()) {
      points.add(new Point(x.at(point.share()), y.at(point.accuracy())));
    }
    canvas.line(points, stroke);
    for (int tenth = 1; tenth <= 10; tenth++) {
      CoveragePoint point = at(side, tenth / 10.0);
      String tip =
          "%s: accuracy %s on the most confident %s"
              .formatted(
                  side.heading(),
                  NumberText.percent(point.accuracy()),
                  NumberText.percent(point.share()));
      canvas.dot(x.at(point.share()), y.at(point.accuracy()), 3.5, shape, stroke.ink(), false, tip);
    }
  }
}
