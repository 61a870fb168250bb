package io.github.wats.report.figure;

import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Series;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Confidence and accuracy of nodes by their degree. */
public final class DegreeFigure {
  private static final double PANEL = 330;

  /** What a line shows and how; {@code shift} keeps the whiskers of two lines apart. */
  private record Line(
      String name,
      Stroke stroke,
      Shape shape,
      double shift,
      ToDoubleFunction<DegreePoint> value,
      Function<DegreePoint, Range> range) {}

  private static final List<Line> LINES =
      List.of(
          new Line(
              "accuracy",
              Stroke.of(Ink.SERIES_3, 2),
              Shape.CIRCLE,
              -1.5,
              DegreePoint::accuracy,
              DegreePoint::accuracyRange),
          new Line(
              "confidence",
              new Stroke(Ink.SERIES_4, 2, Stroke.Dash.DASHED),
              Shape.DIAMOND,
              1.5,
              DegreePoint::confidence,
              DegreePoint::confidenceRange));

  private DegreeFigure() {}

  /** One panel for each of {@code sides}, which must have bins by degree. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "degree",
        words(sides),
        LINES.stream().map(line -> new Series(line.name, line.name)).toList(),
        table(sides),
        width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    Measured first = sides.get(0);
    String title =
        "The largest gap between confidence and accuracy%s is %s"
            .formatted(sides.size() == 1 ? "" : " " + first.name(), largest(first));
    if (sides.size() == 2) {
      title += "; %s it is %s".formatted(sides.get(1).name(), largest(sides.get(1)));
    }
    return new Words(
        title,
        "Where the two lines meet, nodes of these degrees are calibrated on average. Whiskers: %s,"
                .formatted(sides.get(0).whiskers())
            + " of "
            + ReliabilityFigure.FEW
            + " nodes or more.",
        "Confidence and accuracy of nodes by degree.");
  }

  private static String largest(Measured side) {
    List<DegreePoint> all = side.degrees();
    List<DegreePoint> enough =
        all.stream().filter(point -> point.count() >= ReliabilityFigure.FEW).toList();
    DegreePoint point =
        Collections.max(
            enough.isEmpty() ? all : enough, Comparator.comparingDouble(DegreePoint::gap));
    return NumberText.points(point.gap()) + " points, at degree " + point.degrees();
  }

  private static DataTable table(List<Measured> sides) {
    DataTable.Builder table =
        new DataTable.Builder(
            "Degree", "Confidence", "Accuracy", "Accuracy from–to", "Gap (points)", "Nodes");
    for (Measured side : sides) {
      for (DegreePoint point : side.degrees()) {
        table.row(
            side.name() + ", " + point.degrees(),
            NumberText.percent(point.confidence()),
            NumberText.percent(point.accuracy()),
            NumberText.points(point.accuracyRange().low())
                + "–"
                + NumberText.percent(point.accuracyRange().high()),
            NumberText.points(point.confidence() - point.accuracy()),
            NumberText.count(point.count()));
      }
    }
    return table.build();
  }

  private static Scene draw(List<Measured> sides, double width) {
    Legend legend = new Legend();
    LINES.forEach(line -> legend.lineAndDot(line.name, line.stroke, line.shape));
    List<Range> ranges =
        sides.stream()
            .flatMap(side -> side.degrees().stream())
            .flatMap(
                point ->
                    point.count() < ReliabilityFigure.FEW
                        ? Stream.of(point.confidence(), point.accuracy()).map(x -> new Range(x, x))
                        : Stream.of(point.accuracyRange(), point.confidenceRange()))
            .toList();
    double lowest = ranges.stream().mapToDouble(Range::low).min().orElse(0);
    double highest = ranges.stream().mapToDouble(Range::high).max().orElse(1);
    double from = Math.max(0, Math.floor(10 * lowest - 0.2) / 10);
    double to = Math.min(1, Math.ceil(10 * highest + 0.2) / 10);
    return new Panels(legend, sides.size(), 2, PANEL, Plot.BELOW_COLUMNS)
        .draw(width, (plot, i) -> panel(plot, sides.get(i), plot.y(from, to)));
  }

  private static void panel(Plot plot, Measured side, Scale y) {
    Canvas canvas = plot.canvas();
    List<DegreePoint> bins = side.degrees();
    plot.heading(side.heading());
    plot.frame(
        frame -> {
          frame.axisLeft(y, Unit.PERCENT, "accuracy, confidence");
          frame.columnsBelow(bins.stream().map(DegreePoint::degrees).toList(), "degree");
          frame.base();
        });
    Fill gap = new Fill(Ink.MUTED, 0.13);
    canvas.band(points(LINES.get(0), plot, bins, y), points(LINES.get(1), plot, bins, y), gap);
    for (Line line : LINES) {
      List<Point> points = points(line, plot, bins, y);
      canvas.group(line.name, group -> line(group, line, points, side, y));
    }
  }

  private static List<Point> points(Line line, Plot plot, List<DegreePoint> bins, Scale y) {
    return IntStream.range(0, bins.size())
        .mapToObj(
            i ->
                new Point(plot.column(i, bins.size()), y.at(line.value.applyAsDouble(bins.get(i)))))
        .toList();
  }

  private static void line(Canvas canvas, Line line, List<Point> points, Measured side, Scale y) {
    Stroke thin = Stroke.of(line.stroke.ink(), 1.1);
    for (int i = 0; i < points.size(); i++) {
      Range range = line.range.apply(side.degrees().get(i));
      if (range.high() > range.low() && side.degrees().get(i).count() >= ReliabilityFigure.FEW) {
        double x = points.get(i).x() + line.shift;
        Point low = new Point(x, y.at(range.low()));
        canvas.whisker(low, new Point(x, y.at(range.high())), 3, thin);
      }
    }
    canvas.line(points, line.stroke);
    for (int i = 0; i < points.size(); i++) {
      String tip = tip(side, side.degrees().get(i));
      canvas.dot(points.get(i), 4, line.shape, line.stroke.ink(), tip);
    }
  }

  private static String tip(Measured side, DegreePoint point) {
    return "%s, degree %s: accuracy %s, confidence %s, %s"
        .formatted(
            side.heading(),
            point.degrees(),
            NumberText.percent(point.accuracy()),
            NumberText.percent(point.confidence()),
            NumberText.counted(point.count(), "node"));
  }
}
