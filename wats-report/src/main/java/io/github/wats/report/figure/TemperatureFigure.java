package io.github.wats.report.figure;

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
import java.util.List;

/** The fitted temperatures, by degree and by the features they are computed from. */
public final class TemperatureFigure {
  /** Temperatures that differ by less than this share are called similar. */
  private static final double SIMILAR = 0.02;

  private static final String MEANING =
      "A temperature below 1 raises a node's confidence, above 1 lowers it. The line is the mean of"
          + " a group of nodes; the band contains the middle 80\u00a0% of them.";

  private TemperatureFigure() {}

  /** Temperatures over groups of nodes of rising degree. */
  public static Figure byDegree(Trend trend) {
    List<String> names =
        trend.bins().stream()
            .map(
                bin ->
                    bin.from() == bin.to()
                        ? NumberText.plain(bin.from())
                        : NumberText.plain(bin.from()) + "–" + NumberText.plain(bin.to()))
            .toList();
    String title = degreeTitle(trend);
    Words words =
        new Words(title, MEANING, title + ". Temperatures over groups of nodes of rising degree.");
    return Figure.of(
        "temperature-degree",
        words,
        List.of(),
        table("Degree", names, trend),
        width -> drawByDegree(trend, names, width));
  }

  /** A panel per feature; {@code trends} and {@code names} go together. */
  public static Figure byFeature(List<String> names, List<Trend> trends) {
    int widest = 0;
    for (int i = 1; i < trends.size(); i++) {
      widest = span(trends.get(i)) > span(trends.get(widest)) ? i : widest;
    }
    double most = span(trends.get(widest));
    String title =
        most < SIMILAR * highest(trends.get(widest))
            ? "Temperatures hardly depend on any single feature"
            : "Temperatures vary most with feature %s: by %s"
                .formatted(names.get(widest), NumberText.decimals(most, 2));
    Words words =
        new Words(
            title,
            MEANING + " Each panel sorts the nodes by one feature.",
            title + ". Temperatures over each feature, in panels.");
    return Figure.of(
        "temperature-feature",
        words,
        List.of(),
        featureTable(names, trends),
        width -> drawByFeature(names, trends, width));
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
    return sentence.formatted(NumberText.decimals(first, 2), NumberText.decimals(last, 2));
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
    Canvas canvas = new Canvas();
    double top = legend().draw(canvas, width);
    Plot plot = new Plot(canvas, Plot.LEFT, top + 8, width - 8, top + 290 - Plot.BELOW_COLUMNS);
    Scale y = Scale.around(lowest(trend), highest(trend), plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.NUMBER, "temperature");
    plot.columnsBelow(names, "degree");
    plot.base();
    double column = plot.width() / names.size();
    List<Double> places = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      places.add(plot.left() + (i + 0.5) * column);
    }
    curve(canvas, trend, places, y, names.stream().map(name -> "Degree " + name).toList());
    return canvas.scene(width, top + 290);
  }

  private static Scene drawByFeature(List<String> names, List<Trend> trends, double width) {
    Canvas canvas = new Canvas();
    double top = legend().draw(canvas, width);
    Panels panels = Panels.of(width, trends.size(), 3, 215, top);
    double low = trends.stream().mapToDouble(TemperatureFigure::lowest).min().orElse(0);
    double high = trends.stream().mapToDouble(TemperatureFigure::highest).max().orElse(1);
    for (int i = 0; i < trends.size(); i++) {
      Plot plot = panels.plot(canvas, i, 34);
      List<Trend.Bin> bins = trends.get(i).bins();
      plot.heading("feature " + names.get(i));
      Scale y = Scale.around(low, high, plot.bottom(), plot.top());
      Scale x = featureScale(plot, bins);
      plot.axisLeft(y, Unit.NUMBER, "temperature");
      plot.ticksBelow(x, 3);
      plot.base();
      List<Double> places = bins.stream().map(bin -> x.at((bin.from() + bin.to()) / 2)).toList();
      List<String> tips = new ArrayList<>();
      for (Trend.Bin bin : bins) {
        tips.add("Feature " + names.get(i) + " " + span(bin));
      }
      curve(canvas, trends.get(i), places, y, tips);
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
    List<Point> band = new ArrayList<>();
    List<Point> back = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      Trend.Bin bin = trend.bins().get(i);
      line.add(new Point(places.get(i), y.at(bin.mean())));
      band.add(new Point(places.get(i), y.at(bin.high())));
      back.add(new Point(places.get(i), y.at(bin.low())));
    }
    Collections.reverse(back);
    band.addAll(back);
    if (line.size() > 1) {
      canvas.area(band, new Fill(Ink.AFTER, 0.2));
    }
    canvas.line(line, Stroke.of(Ink.AFTER, 2));
    for (int i = 0; i < places.size(); i++) {
      Trend.Bin bin = trend.bins().get(i);
      String tip =
          "%s: mean temperature %s, 80\u00a0%% within %s–%s"
              .formatted(
                  tips.get(i),
                  NumberText.decimals(bin.mean(), 3),
                  NumberText.decimals(bin.low(), 3),
                  NumberText.decimals(bin.high(), 3));
      canvas.dot(places.get(i), y.at(bin.mean()), 4, Shape.CIRCLE, Ink.AFTER, false, tip);
    }
  }

  private static Legend legend() {
    return new Legend()
        .lineAndDot("mean temperature", Ink.AFTER, Shape.CIRCLE, Stroke.Dash.SOLID)
        .band("80\u00a0% of the nodes", Ink.AFTER);
  }

  private static String span(Trend.Bin bin) {
    return NumberText.decimals(bin.from(), 3) + " to " + NumberText.decimals(bin.to(), 3);
  }

  private static DataTable table(String column, List<String> names, Trend trend) {
    DataTable.Builder table = new DataTable.Builder(column, "Mean", "10 %", "90 %", "Nodes");
    for (int i = 0; i < names.size(); i++) {
      row(table, names.get(i), trend.bins().get(i));
    }
    return table.build();
  }

  private static DataTable featureTable(List<String> names, List<Trend> trends) {
    DataTable.Builder table = new DataTable.Builder("Feature", "Mean", "10 %", "90 %", "Nodes");
    for (int i = 0; i < names.size(); i++) {
      for (Trend.Bin bin : trends.get(i).bins()) {
        row(table, names.get(i) + ", " + span(bin), bin);
      }
    }
    return table.build();
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
