package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Scene;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * How far confidence is from accuracy in each group of degrees: the bars behind the degree-binned
 * ECE.
 */
public final class DegreeErrorFigure {
  private DegreeErrorFigure() {}

  /** A bar per group for each of {@code sides}, which must have the same bins by degree. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "degree-error",
        words(sides),
        Side.series(sides),
        table(sides),
        width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    double first = sides.get(0).value(Metric.DEGREE_ECE);
    double last = sides.get(sides.size() - 1).value(Metric.DEGREE_ECE);
    String change =
        sides.size() == 1
            ? "is " + NumberText.percent(first)
            : Phrases.change(NumberText.percent(first), NumberText.percent(last), last > first);
    return new Words(
        "The degree-binned ECE %s".formatted(change),
        "The height of a bar is the absolute gap between confidence and accuracy in that group of"
            + " nodes. All groups have the same size, so the mean height is the degree-binned ECE."
            + DegreeFigure.PARTS,
        "Bars of the gap between confidence and accuracy by degree.");
  }

  private static DataTable table(List<Measured> sides) {
    return Side.table(
        "Degree",
        "Gap %s (points)",
        sides,
        sides.get(0).degrees().stream().map(DegreePoint::degrees).toList(),
        (side, i) ->
            i < side.degrees().size() ? NumberText.points(side.degrees().get(i).gap()) : "–");
  }

  private static Scene draw(List<Measured> sides, double width) {
    Legend legend = new Legend();
    Side.of(sides).forEach(side -> legend.box(side.measured().name(), side.ink()));
    Plot plot = legend.columnPlot(width, 300);
    double highest =
        sides.stream()
            .flatMap(side -> side.degrees().stream())
            .mapToDouble(DegreePoint::gap)
            .max()
            .orElse(0);
    Scale y = Scale.fromZero(highest, plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.PERCENT, "|accuracy − confidence|");
    List<String> names = sides.get(0).degrees().stream().map(DegreePoint::degrees).toList();
    plot.columnsBelow(names, "degree");
    double bar = Math.min(34, 0.76 * plot.width() / names.size() / sides.size());
    double shift = -sides.size() / 2.0 * bar;
    for (Side side : Side.of(sides)) {
      double from = shift + 0.5;
      IntToDoubleFunction left = i -> plot.column(i, names.size()) + from;
      plot.canvas().group(side.id(), group -> bars(group, side, left, bar - 1, y));
      shift += bar;
    }
    plot.base();
    return plot.scene(width, Plot.BELOW_COLUMNS);
  }

  private static void bars(
      Canvas canvas, Side side, IntToDoubleFunction left, double width, Scale y) {
    List<DegreePoint> points = side.measured().degrees();
    for (int i = 0; i < points.size(); i++) {
      DegreePoint point = points.get(i);
      double top = y.at(point.gap());
      String tip =
          "%s, degree %s: %s points between confidence and accuracy"
              .formatted(
                  side.measured().heading(), point.degrees(), NumberText.points(point.gap()));
      canvas.box(left.applyAsDouble(i), top, width, y.at(0) - top, Fill.of(side.ink()), tip);
    }
  }
}
