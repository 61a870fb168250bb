package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Scene;
import java.util.ArrayList;
import java.util.List;

/**
 * How far confidence is from accuracy in each group of degrees: the bars behind the degree-binned
 * ECE.
 */
public final class DegreeErrorFigure {
  private static final double HEIGHT = 300;

  private DegreeErrorFigure() {}

  /** A bar per group for each of {@code sides}, which must have the same bins by degree. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "degree-error",
        words(sides),
        Sides.series(sides),
        table(sides),
        width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    double first = sides.get(0).value(Metric.DEGREE_ECE);
    double last = sides.get(sides.size() - 1).value(Metric.DEGREE_ECE);
    String change =
        sides.size() == 1
            ? "is " + NumberText.points(first)
            : Phrases.change(NumberText.points(first), NumberText.points(last), last > first);
    String title = "The degree-binned ECE %s points".formatted(change);
    return new Words(
        title,
        "The height of a bar is the distance between confidence and accuracy in that group of"
            + " nodes; groups are equally large, so the mean height is the degree-binned ECE.",
        title + ". Bars of the gap between confidence and accuracy by degree.");
  }

  private static DataTable table(List<Measured> sides) {
    List<String> header = new ArrayList<>(List.of("Degree"));
    sides.forEach(side -> header.add("Gap " + side.name() + " (points)"));
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < sides.get(0).degrees().size(); i++) {
      List<String> row = new ArrayList<>(List.of(sides.get(0).degrees().get(i).degrees()));
      for (Measured side : sides) {
        row.add(i < side.degrees().size() ? NumberText.points(side.degrees().get(i).gap()) : "–");
      }
      rows.add(row);
    }
    return new DataTable(header, rows);
  }

  private static Scene draw(List<Measured> sides, double width) {
    Canvas canvas = new Canvas();
    Legend legend = new Legend();
    for (int i = 0; i < sides.size(); i++) {
      legend.box(sides.get(i).name(), Sides.ink(sides, i));
    }
    double top = legend.draw(canvas, width);
    Plot plot = new Plot(canvas, Plot.LEFT, top + 8, width - 8, top + HEIGHT - Plot.BELOW_COLUMNS);
    double highest = 0;
    for (Measured side : sides) {
      for (DegreePoint point : side.degrees()) {
        highest = Math.max(highest, point.gap());
      }
    }
    Scale y = Scale.fromZero(highest, plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.PERCENT, "gap");
    plot.columnsBelow(sides.get(0).degrees().stream().map(DegreePoint::degrees).toList(), "degree");
    double column = plot.width() / sides.get(0).degrees().size();
    double bar = Math.min(34, 0.76 * column / sides.size());
    for (int i = 0; i < sides.size(); i++) {
      Measured side = sides.get(i);
      Ink ink = Sides.ink(sides, i);
      double shift = (i - sides.size() / 2.0) * bar;
      canvas.group(Sides.id(i), group -> bars(group, plot, y, side, ink, column, shift, bar));
    }
    plot.base();
    return canvas.scene(width, top + HEIGHT);
  }

  private static void bars(
      Canvas canvas,
      Plot plot,
      Scale y,
      Measured side,
      Ink ink,
      double column,
      double shift,
      double bar) {
    for (int i = 0; i < side.degrees().size(); i++) {
      DegreePoint point = side.degrees().get(i);
      double x = plot.left() + (i + 0.5) * column + shift;
      double high = y.at(point.gap());
      canvas.box(
          x + 0.5,
          high,
          bar - 1,
          plot.bottom() - high,
          Fill.of(ink),
          "%s, degree %s: %s points between confidence and accuracy"
              .formatted(side.heading(), point.degrees(), NumberText.points(point.gap())));
    }
  }
}
