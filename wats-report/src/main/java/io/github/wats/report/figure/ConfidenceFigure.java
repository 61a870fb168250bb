package io.github.wats.report.figure;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;

/** The distribution of confidences. */
public final class ConfidenceFigure {
  private static final double HEIGHT = 290;

  private ConfidenceFigure() {}

  /** An outline for each of {@code sides}. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "confidences",
        words(sides),
        Sides.series(sides),
        table(sides),
        width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    Evaluation last = sides.get(sides.size() - 1).evaluation();
    double from = sides.get(0).evaluation().meanConfidence();
    double to = last.meanConfidence();
    String change =
        sides.size() == 1
            ? "is " + NumberText.percent(from)
            : Phrases.change(NumberText.percent(from), NumberText.percent(to), to > from);
    String title =
        "The mean confidence %s; the accuracy is %s"
            .formatted(change, NumberText.percent(last.value(Metric.ACCURACY)));
    return new Words(
        title,
        "The outline shows how many nodes have each confidence. The dotted line is the accuracy,"
            + " which the mean confidence of a calibrated network equals.",
        title + ". Histogram of confidences.");
  }

  private static DataTable table(List<Measured> sides) {
    List<String> header = new ArrayList<>(List.of("Confidence"));
    sides.forEach(side -> header.add("Nodes " + side.name()));
    List<List<String>> rows = new ArrayList<>();
    for (double from : froms(sides)) {
      List<String> row = new ArrayList<>();
      for (Measured side : sides) {
        for (ReliabilityBins.Bin bin : side.evaluation().histogram().bins()) {
          if (row.isEmpty() && bin.from() == from) {
            row.add(ReliabilityFigure.range(bin));
          }
        }
      }
      sides.forEach(side -> row.add(NumberText.count(count(side, from))));
      rows.add(row);
    }
    return new DataTable(header, rows);
  }

  private static List<Double> froms(List<Measured> sides) {
    return sides.stream()
        .flatMap(side -> side.evaluation().histogram().bins().stream())
        .map(ReliabilityBins.Bin::from)
        .distinct()
        .sorted()
        .toList();
  }

  private static long count(Measured side, double from) {
    return side.evaluation().histogram().bins().stream()
        .filter(bin -> bin.from() == from)
        .mapToLong(ReliabilityBins.Bin::count)
        .sum();
  }

  private static Scene draw(List<Measured> sides, double width) {
    Canvas canvas = new Canvas();
    Legend legend = new Legend();
    for (int i = 0; i < sides.size(); i++) {
      legend.line(sides.get(i).name(), Sides.ink(sides, i), Sides.dash(sides, i));
    }
    legend.line("accuracy", Ink.TEXT, Stroke.Dash.DOTTED);
    double top = legend.draw(canvas, width);
    Plot plot = new Plot(canvas, Plot.LEFT, top + 8, width - 16, top + HEIGHT - Plot.BELOW);
    double highest = 0;
    for (Measured side : sides) {
      for (ReliabilityBins.Bin bin : side.evaluation().histogram().bins()) {
        highest = Math.max(highest, (double) bin.count() / side.evaluation().nodes());
      }
    }
    Scale x = plot.x(0, 1);
    Scale y = Scale.fromZero(highest, plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.PERCENT, "share of nodes");
    plot.axisBelow(x, Unit.PERCENT, "confidence");
    for (int i = 0; i < sides.size(); i++) {
      Measured side = sides.get(i);
      Stroke stroke = new Stroke(Sides.ink(sides, i), 2, Sides.dash(sides, i));
      canvas.group(Sides.id(i), group -> outline(group, side, x, y, stroke));
    }
    double right = x.at(sides.get(sides.size() - 1).value(Metric.ACCURACY));
    canvas.line(
        right, plot.top(), right, plot.bottom(), new Stroke(Ink.TEXT, 1.6, Stroke.Dash.DOTTED));
    plot.base();
    return canvas.scene(width, top + HEIGHT);
  }

  /** Steps over the bins; bins without nodes are not in the list and stay on the base line. */
  private static void outline(Canvas canvas, Measured side, Scale x, Scale y, Stroke stroke) {
    List<Point> points = new ArrayList<>();
    double last = 0;
    for (ReliabilityBins.Bin bin : side.evaluation().histogram().bins()) {
      double share = (double) bin.count() / side.evaluation().nodes();
      if (points.isEmpty() || bin.from() > last + 1e-12) {
        points.add(new Point(x.at(last), y.at(0)));
        points.add(new Point(x.at(bin.from()), y.at(0)));
      }
      points.add(new Point(x.at(bin.from()), y.at(share)));
      points.add(new Point(x.at(bin.to()), y.at(share)));
      last = bin.to();
      String tip =
          "%s: %s with confidence %s"
              .formatted(
                  side.heading(),
                  NumberText.counted(bin.count(), "node"),
                  ReliabilityFigure.range(bin));
      canvas.box(
          x.at(bin.from()),
          y.at(share),
          x.at(bin.to()) - x.at(bin.from()),
          y.at(0) - y.at(share),
          new Fill(stroke.ink(), 0.16),
          tip);
    }
    points.add(new Point(x.at(last), y.at(0)));
    canvas.line(points, stroke);
  }
}
