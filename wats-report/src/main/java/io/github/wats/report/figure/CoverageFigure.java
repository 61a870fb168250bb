package io.github.wats.report.figure;

import io.github.wats.metrics.Evaluation.CoveragePoint;
import io.github.wats.metrics.Metric;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Series;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;

/** How accurate the most confident nodes are: the risk–coverage curve. */
public final class CoverageFigure {
  private static final double HEIGHT = 300;

  private CoverageFigure() {}

  /** A curve for each of {@code sides}. */
  public static Figure of(List<Measured> sides) {
    List<Series> series = new ArrayList<>();
    for (int i = 0; sides.size() > 1 && i < sides.size(); i++) {
      series.add(new Series("side" + i, sides.get(i).name()));
    }
    return Figure.of("coverage", words(sides), series, table(sides), width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    StringBuilder title = new StringBuilder("The most confident half of the nodes is right in ");
    for (int i = 0; i < sides.size(); i++) {
      title
          .append(i == 0 ? "" : ", ")
          .append(NumberText.percent(at(sides.get(i), 0.5).accuracy()))
          .append(sides.size() == 1 ? "" : " " + sides.get(i).name());
    }
    title
        .append(" (all nodes: ")
        .append(NumberText.percent(sides.get(0).value(Metric.ACCURACY)))
        .append(")");
    return new Words(
        title.toString(),
        "Go right to answer for more nodes, the least confident last: the higher the line stays,"
            + " the better the confidences tell good answers from bad ones.",
        title + ". Accuracy over the share of nodes answered for.");
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
    sides.forEach(side -> header.add("Right, " + side.name()));
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
          sides.get(i).name(),
          ReliabilityFigure.ink(sides, i),
          ReliabilityFigure.shape(i),
          dash(i));
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
    plot.percentAxisLeft(y, "accuracy");
    plot.percentAxisBelow(x, "share of nodes answered for");
    plot.base();
    for (int i = 0; i < sides.size(); i++) {
      Measured side = sides.get(i);
      Ink ink = ReliabilityFigure.ink(sides, i);
      Shape shape = ReliabilityFigure.shape(i);
      Stroke stroke = new Stroke(ink, 2, dash(i));
      canvas.group("side" + i, group -> curve(group, side, x, y, stroke, shape));
    }
    return canvas.scene(width, top + HEIGHT);
  }

  private static Stroke.Dash dash(int index) {
    return index == 0 ? Stroke.Dash.DASHED : Stroke.Dash.SOLID;
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
          side.heading()
              + ": the most confident "
              + NumberText.percent(point.share())
              + " are right in "
              + NumberText.percent(point.accuracy());
      canvas.dot(x.at(point.share()), y.at(point.accuracy()), 3.5, shape, stroke.ink(), false, tip);
    }
  }
}
