package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Series;
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
    List<Series> series = new ArrayList<>();
    for (int i = 0; sides.size() > 1 && i < sides.size(); i++) {
      series.add(new Series("side" + i, sides.get(i).name()));
    }
    return Figure.of(
        "degree-error", words(sides), series, table(sides), width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    String first = NumberText.points(sides.get(0).value(Metric.DEGREE_ECE));
    String title;
    if (sides.size() == 1) {
      title = "Sorted by degree, confidences are " + first + " points off (degree-binned ECE)";
    } else {
      double after = sides.get(1).value(Metric.DEGREE_ECE);
      title =
          "The error by degree "
              + Phrases.change(
                  first, NumberText.points(after), after > sides.get(0).value(Metric.DEGREE_ECE))
              + " points (degree-binned ECE)";
    }
    return new Words(
        title,
        "The height of a bar is the distance between confidence and accuracy in that group of"
            + " nodes; groups are equally large, so the mean height is the degree-binned error.",
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
      legend.box(sides.get(i).name(), ReliabilityFigure.ink(sides, i));
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
    plot.percentAxisLeft(y, "gap");
    plot.columnsBelow(sides.get(0).degrees().stream().map(DegreePoint::degrees).toList(), "degree");
    double column = plot.width() / sides.get(0).degrees().size();
    double bar = Math.min(34, 0.76 * column / sides.size());
    for (int i = 0; i < sides.size(); i++) {
      Measured side = sides.get(i);
      Ink ink = ReliabilityFigure.ink(sides, i);
      double shift = (i - sides.size() / 2.0) * bar;
      canvas.group("side" + i, group -> bars(group, plot, y, side, ink, column, shift, bar));
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
          side.heading()
              + ", degree "
              + point.degrees()
              + ": "
              + NumberText.points(point.gap())
              + " points between confidence and accuracy");
    }
  }
}
