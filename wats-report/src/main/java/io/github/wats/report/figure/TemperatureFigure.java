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
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The fitted temperatures, by degree and by the features they are computed from. */
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
    DataTable.Builder table = new DataTable.Builder("Degree", "Mean", "10 %", "90 %", "Nodes");
    for (int i = 0; i < names.size(); i++) {
      row(table, names.get(i), trend.bins().get(i));
    }
    return Figure.of(
        "temperature-degree",
        new Words(
            degreeTitle(trend),
            MEANING + DegreeFigure.PARTS,
            "Temperatures over groups of nodes of increasing degree."),
        List.of(),
        table.build(),
        width -> drawByDegree(trend, names, width));
  }

  /** A panel per feature. */
  public static Figure byFeature(Map<String, Trend> trends) {
    Map.Entry<String, Trend> widest =
        Collections.max(
            trends.entrySet(), Comparator.comparingDouble(entry -> span(entry.getValue())));
    double most = span(widest.getValue());
    String title =
        most < SIMILAR * highest(widest.getValue())
            ? "Temperatures hardly depend on any single feature"
            : "Temperatures vary most with feature %s: by %s"
                .formatted(widest.getKey(), NumberText.decimals(most, 2));
    DataTable.Builder table = new DataTable.Builder("Feature", "Mean", "10 %", "90 %", "Nodes");
    trends.forEach(
        (name, trend) -> trend.bins().forEach(bin -> row(table, name + ", " + span(bin), bin)));
    return Figure.of(
        "temperature-feature",
        new Words(
            title,
            MEANING + " Each panel sorts the nodes by one feature.",
            "Temperatures over each feature, in panels."),
        List.of(),
        table.build(),
        width -> drawByFeature(trends, width));
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

  private static double span(Trend trend) {
    double low = trend.bins().stream().mapToDouble(Trend.Bin::mean).min().orElse(0);
    double high = trend.bins().stream().mapToDouble(Trend.Bin::mean).max().orElse(0);
    return high - low;
  }

  private static double highest(Trend trend) {
    return trend.bins().stream().mapToDouble(Trend.Bin::high).max().orElse(1);
  }

  private static double lowest(Trend trend) {
    return trend.bins().stream().mapToDouble(Trend.Bin::low).min().orElse(0);
  }

  private static Scene drawByDegree(Trend trend, List<String> names, double width) {
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

  private static Scene drawByFeature(Map<String, Trend> trends, double width) {
    Canvas canvas = new Canvas();
    double top = legend().draw(canvas, width);
    Panels panels = Panels.of(width, trends.size(), 3, 215, top);
    double low = trends.values().stream().mapToDouble(TemperatureFigure::lowest).min().orElse(0);
    double high = trends.values().stream().mapToDouble(TemperatureFigure::highest).max().orElse(1);
    int panel = 0;
    for (Map.Entry<String, Trend> feature : trends.entrySet()) {
      Plot plot = panels.plot(canvas, panel++, 34);
      List<Trend.Bin> bins = feature.getValue().bins();
      plot.heading("feature " + feature.getKey());
      Scale y = Scale.around(low, high, plot.bottom(), plot.top());
      Scale x = featureScale(plot, bins);
      plot.axisLeft(y, Unit.NUMBER, "temperature");
      plot.ticksBelow(x, 3);
      plot.base();
      List<Double> places = bins.stream().map(bin -> x.at((bin.from() + bin.to()) / 2)).toList();
      List<String> tips =
          bins.stream().map(bin -> "Feature " + feature.getKey() + " " + span(bin)).toList();
      curve(canvas, feature.getValue(), places, y, tips);
    }
    return canvas.scene(width, panels.height());
  }

  private static Scale featureScale(Plot plot, List<Trend.Bin> bins) {
    double from = bins.get(0).from();
    double to = bins.get(bins.size() - 1).to();
    double air = to > from ? 0.03 * (to - from) : Math.max(0.01, 0.1 * Math.abs(to));
    return plot.x(from - air, to + air);
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

  private static String span(Trend.Bin bin) {
    return NumberText.decimals(bin.from(), 3) + " to " + NumberText.decimals(bin.to(), 3);
  }

  private static void row(DataTable.Builder table, String name, Trend.Bin bin) {
    table.row(
        name,
        NumberText.decimals(bin.mean(), 3),
        NumberText.decimals(bin.low(), 3),
        NumberText.decimals(bin.high(), 3),
        NumberText.count(bin.count()));
  }
}
