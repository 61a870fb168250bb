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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Confidence and accuracy of nodes by their degree. */
public final class DegreeFigure {
  private static final double PANEL = 330;

  private DegreeFigure() {}

  /** One panel for each of {@code sides}, which must have bins by degree. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "degree",
        words(sides),
        List.of(new Series("accuracy", "accuracy"), new Series("confidence", "confidence")),
        table(sides),
        width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    List<DegreePoint> first = sides.get(0).degrees();
    int widest = 0;
    for (int i = 1; i < first.size(); i++) {
      if (first.get(i).gap() > first.get(widest).gap()) {
        widest = i;
      }
    }
    DegreePoint point = first.get(widest);
    boolean two = sides.size() > 1 && sides.get(1).degrees().size() == first.size();
    String title =
        "The largest gap between confidence and accuracy%s is %s points, at degree %s"
            .formatted(
                two ? " " + sides.get(0).name() : "",
                NumberText.points(point.gap()),
                point.degrees());
    if (two) {
      Measured second = sides.get(1);
      title +=
          "; %s it is %s points there"
              .formatted(second.name(), NumberText.points(second.degrees().get(widest).gap()));
    }
    return new Words(
        title,
        "Nodes are sorted by degree and cut into groups of equal size. Where the two lines meet,"
            + " the group is calibrated on average. Whiskers: %s."
                .formatted(sides.get(0).whiskers()),
        title + ". Confidence and accuracy of nodes by degree.");
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
            NumberText.points(point.accuracy() - point.confidence()),
            NumberText.count(point.count()));
      }
    }
    return table.build();
  }

  private static Scene draw(List<Measured> sides, double width) {
    Canvas canvas = new Canvas();
    double top =
        new Legend()
            .lineAndDot("accuracy", Ink.SERIES_3, Shape.CIRCLE, Stroke.Dash.SOLID)
            .lineAndDot("confidence", Ink.SERIES_4, Shape.DIAMOND, Stroke.Dash.DASHED)
            .draw(canvas, width);
    double lowest = 1;
    double highest = 0;
    for (Measured side : sides) {
      for (DegreePoint point : side.degrees()) {
        lowest =
            Math.min(lowest, Math.min(point.accuracyRange().low(), point.confidenceRange().low()));
        highest =
            Math.max(
                highest, Math.max(point.accuracyRange().high(), point.confidenceRange().high()));
      }
    }
    Panels panels = Panels.of(width, sides.size(), 2, PANEL, top);
    for (int i = 0; i < sides.size(); i++) {
      Plot plot = panels.plot(canvas, i, Plot.BELOW_COLUMNS);
      Scale around = Scale.around(lowest, highest, plot.bottom(), plot.top());
      panel(
          plot,
          sides.get(i),
          new Scale(around.from(), Math.min(1, around.to()), plot.bottom(), plot.top()));
    }
    return canvas.scene(width, panels.height());
  }

  private static void panel(Plot plot, Measured side, Scale y) {
    Canvas canvas = plot.canvas();
    List<DegreePoint> bins = side.degrees();
    plot.heading(side.heading());
    plot.axisLeft(y, Unit.PERCENT, "share");
    plot.columnsBelow(bins.stream().map(DegreePoint::degrees).toList(), "degree");
    plot.base();
    double column = plot.width() / bins.size();
    List<Point> accuracy = new ArrayList<>();
    List<Point> confidence = new ArrayList<>();
    for (int i = 0; i < bins.size(); i++) {
      double x = plot.left() + (i + 0.5) * column;
      accuracy.add(new Point(x, y.at(bins.get(i).accuracy())));
      confidence.add(new Point(x, y.at(bins.get(i).confidence())));
    }
    List<Point> between = new ArrayList<>(confidence);
    Collections.reverse(between);
    between.addAll(0, accuracy);
    canvas.area(between, new Fill(Ink.MUTED, 0.13));
    canvas.group(
        "accuracy", group -> series(group, side, accuracy, y, Ink.SERIES_3, Shape.CIRCLE, true));
    canvas.group(
        "confidence",
        group -> series(group, side, confidence, y, Ink.SERIES_4, Shape.DIAMOND, false));
  }

  private static void series(
      Canvas canvas,
      Measured side,
      List<Point> points,
      Scale y,
      Ink ink,
      Shape shape,
      boolean accuracy) {
    for (int i = 0; i < points.size(); i++) {
      DegreePoint bin = side.degrees().get(i);
      Range range = accuracy ? bin.accuracyRange() : bin.confidenceRange();
      if (range.high() > range.low()) {
        double x = points.get(i).x() + (accuracy ? -1.5 : 1.5);
        canvas.whisker(x, y.at(range.low()), y.at(range.high()), 3, Stroke.of(ink, 1.1));
      }
    }
    canvas.line(points, new Stroke(ink, 2, accuracy ? Stroke.Dash.SOLID : Stroke.Dash.DASHED));
    for (int i = 0; i < points.size(); i++) {
      canvas.dot(
          points.get(i).x(),
          points.get(i).y(),
          4,
          shape,
          ink,
          false,
          tip(side, side.degrees().get(i)));
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
