package io.github.wats.report.figure;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.metrics.ReliabilityBins.Bin;
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
import java.util.Map;
import java.util.TreeMap;

/** The distribution of confidences. */
public final class ConfidenceFigure {
  private ConfidenceFigure() {}

  /** An outline for each of {@code sides}. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "confidences", words(sides), Side.series(sides), table(sides), width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    Evaluation last = sides.get(sides.size() - 1).evaluation();
    double from = sides.get(0).evaluation().meanConfidence();
    double to = last.meanConfidence();
    String change =
        sides.size() == 1
            ? "is " + NumberText.percent(from)
            : Phrases.change(NumberText.percent(from), NumberText.percent(to), to > from);
    return new Words(
        "The mean confidence %s; the accuracy is %s"
            .formatted(change, NumberText.percent(last.value(Metric.ACCURACY))),
        "The histogram shows the distribution of confidences. The dotted line is the accuracy; the"
            + " mean confidence of a calibrated network equals it.",
        "Histogram of confidences.");
  }

  private static DataTable table(List<Measured> sides) {
    Map<Double, Bin> byStart = new TreeMap<>();
    sides.forEach(side -> bins(side).forEach(bin -> byStart.put(bin.from(), bin)));
    List<Bin> bins = List.copyOf(byStart.values());
    return Side.table(
        "Confidence",
        "Nodes %s",
        sides,
        bins.stream().map(ReliabilityFigure::range).toList(),
        (side, i) -> NumberText.count(count(side, bins.get(i).from())));
  }

  private static List<Bin> bins(Measured side) {
    return side.evaluation().histogram().bins();
  }

  /** Bins without nodes are not in the list. */
  private static int count(Measured side, double from) {
    return bins(side).stream().filter(bin -> bin.from() == from).mapToInt(Bin::count).sum();
  }

  private static double share(Measured side, Bin bin) {
    return (double) bin.count() / side.evaluation().nodes();
  }

  private static Scene draw(List<Measured> sides, double width) {
    Legend legend = new Legend();
    Side.of(sides).forEach(side -> legend.line(side.measured().name(), side.stroke()));
    legend.line("accuracy", new Stroke(Ink.TEXT, 2, Stroke.Dash.DOTTED));
    Plot plot = legend.plot(width, 290);
    double highest =
        sides.stream()
            .flatMap(side -> bins(side).stream().map(bin -> share(side, bin)))
            .reduce(0.0, Math::max);
    Scale x = plot.x(0, 1);
    Scale y = Scale.fromZero(highest, plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.PERCENT, "fraction of nodes");
    plot.axisBelow(x, Unit.PERCENT, "confidence");
    for (Side side : Side.of(sides)) {
      plot.canvas().group(side.id(), group -> outline(group, side, x, y));
    }
    double right = x.at(sides.get(sides.size() - 1).value(Metric.ACCURACY));
    Stroke dots = new Stroke(Ink.TEXT, 1.6, Stroke.Dash.DOTTED);
    plot.canvas().line(right, plot.top(), right, plot.bottom(), dots);
    plot.base();
    return plot.scene(width, Plot.BELOW);
  }

  /** Steps over the bins; bins without nodes are not in the list and stay on the base line. */
  private static void outline(Canvas canvas, Side side, Scale x, Scale y) {
    List<Point> points = new ArrayList<>();
    double last = 0;
    for (Bin bin : bins(side.measured())) {
      double left = x.at(bin.from());
      double right = x.at(bin.to());
      double top = y.at(share(side.measured(), bin));
      if (points.isEmpty() || bin.from() > last + 1e-12) {
        points.add(new Point(x.at(last), y.at(0)));
        points.add(new Point(left, y.at(0)));
      }
      points.add(new Point(left, top));
      points.add(new Point(right, top));
      last = bin.to();
      String tip =
          "%s: %s with confidence %s"
              .formatted(
                  side.measured().heading(),
                  NumberText.counted(bin.count(), "node"),
                  ReliabilityFigure.range(bin));
      canvas.box(left, top, right - left, y.at(0) - top, new Fill(side.ink(), 0.16), tip);
    }
    points.add(new Point(x.at(last), y.at(0)));
    canvas.line(points, side.stroke());
  }
}
