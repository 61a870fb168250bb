package io.github.wats.report.figure;

import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The fitted temperatures by degree. */
public final class TemperatureFigure {
  /** Temperatures whose relative difference is below this are called similar. */
  private static final double SIMILAR = 0.02;

  private static final String MEANING =
      "A temperature below 1 raises a node's confidence, above 1 lowers it. The line is the mean of"
          + " a group of nodes; the band contains the middle 80\u00a0% of them.";

  private static final Stroke LINE = Stroke.of(Ink.AFTER, 2);

  private TemperatureFigure() {}

  /** Temperatures over groups of nodes of increasing degree. */
  public static Figure byDegree(Trend trend) {
    List<DegreeBins.Bin> bins =
        trend.bins().stream()
            .map(b -> new DegreeBins.Bin((int) b.from(), (int) b.to(), b.count(), 0, 0))
            .toList();
    List<String> names = new DegreeBins(bins).labels();
    DataTable table =
        DataTable.of(IntStream.range(0, names.size()).boxed().toList())
            .column("Degree", names::get)
            .column("Mean", i -> NumberText.decimals(trend.bins().get(i).mean(), 3))
            .column("10 %", i -> NumberText.decimals(trend.bins().get(i).low(), 3))
            .column("90 %", i -> NumberText.decimals(trend.bins().get(i).high(), 3))
            .column("Nodes", i -> NumberText.count(trend.bins().get(i).count()))
            .table();
    return Figure.of(
        "temperature-degree",
        new Words(
            degreeTitle(trend), MEANING, "Temperatures over groups of nodes of increasing degree."),
        List.of(),
        table,
        width -> draw(trend, names, width));
  }

  private static String degreeTitle(Trend trend) {
    double first = trend.bins().get(0).mean();
    double last = trend.bins().get(trend.bins().size() - 1).mean();
    String sentence =
        Math.abs(last - first) < SIMILAR * Math.max(first, last)
            ? "Temperatures are similar at the lowest and the highest degrees: %s and %s"
            : last > first
                ? "Temperatures rise from %s at the lowest degrees to %s at the highest"
                : "Temperatures fall from %s at the lowest degrees to %s at the highest";
    return String.format(
        Locale.ROOT, sentence, NumberText.decimals(first, 2), NumberText.decimals(last, 2));
  }

  private static double highest(Trend trend) {
    return trend.bins().stream().mapToDouble(Trend.Bin::high).max().orElse(1);
  }

  private static double lowest(Trend trend) {
    return trend.bins().stream().mapToDouble(Trend.Bin::low).min().orElse(0);
  }

  private static Scene draw(Trend trend, List<String> names, double width) {
    Plot plot = legend().columnPlot(width, 290);
    Scale y = Scale.around(lowest(trend), highest(trend), plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.NUMBER, "temperature");
    plot.columnsBelow(names, "degree");
    plot.base();
    List<Double> places = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      places.add(plot.column(i, names.size()));
    }
    curve(plot.canvas(), trend, places, y, names.stream().map(name -> "Degree " + name).toList());
    return plot.scene(width, Plot.BELOW_COLUMNS);
  }

  private static void curve(
      Canvas canvas, Trend trend, List<Double> places, Scale y, List<String> tips) {
    List<Point> line = new ArrayList<>();
    List<Point> highs = new ArrayList<>();
    List<Point> lows = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Trend.Bin bin = trend.bins().get(i);
      line.add(new Point(places.get(i), y.at(bin.mean())));
      highs.add(new Point(places.get(i), y.at(bin.high())));
      lows.add(new Point(places.get(i), y.at(bin.low())));
    }
    if (line.size() > 1) {
      canvas.band(highs, lows, new Fill(Ink.AFTER, 0.2));
    }
    canvas.line(line, LINE);
    for (int i = 0; i < places.size(); i++) {
      Trend.Bin bin = trend.bins().get(i);
      String tip =
          "%s: mean temperature %s, 80\u00a0%% within %s–%s"
              .formatted(
                  tips.get(i),
                  NumberText.decimals(bin.mean(), 3),
                  NumberText.decimals(bin.low(), 3),
                  NumberText.decimals(bin.high(), 3));
      canvas.dot(line.get(i), 4, Shape.CIRCLE, Ink.AFTER, tip);
    }
  }

  private static Legend legend() {
    return new Legend()
        .lineAndDot("mean temperature", LINE, Shape.CIRCLE)
        .band("80\u00a0% of the nodes", Ink.AFTER);
  }
}
