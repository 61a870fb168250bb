package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.metrics.ReliabilityBins.Bin;
import io.github.wats.metrics.ReliabilityBins.CurvePoint;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The reliability diagram: accuracy over confidence. */
public final class ReliabilityFigure {
  private static final double HISTOGRAM = 38;
  private static final double PANEL = 430;

  /** Bins of fewer nodes are too noisy: drawn small and hollow, without whisker. */
  public static final int FEW = 20;

  private ReliabilityFigure() {}

  /** One panel for each of {@code sides}, of which there are one or two. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "reliability", words(sides), List.of(), table(sides), width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    Measured first = sides.get(0);
    return new Words(
        sides.size() == 1
            ? "The network is %s, with an ECE of %s"
                .formatted(Phrases.confidence(first), ece(first))
            : "%s, the network is %s, with an ECE of %s; %s, the ECE is %s"
                .formatted(
                    first.heading(),
                    Phrases.confidence(first),
                    ece(first),
                    sides.get(1).name(),
                    ece(sides.get(1))),
        "Each dot is a bin of nodes with similar confidence. On the dashed line accuracy equals"
            + " confidence; above it the network is underconfident, below it overconfident. Bars"
            + " show the number of nodes; the line without dots is smoothed over the confidence"
            + " instead"
            + " of binned, with its 95 %% band; small hollow dots are bins of fewer than %s nodes."
                .formatted(FEW),
        "Reliability diagram: accuracy over confidence for "
            + String.join(" and ", sides.stream().map(Measured::name).toList())
            + ", with the number of nodes in each bin.");
  }

  private static String ece(Measured side) {
    return NumberText.percent(side.value(Metric.ECE));
  }

  private static DataTable table(List<Measured> sides) {
    DataTable.Builder table =
        new DataTable.Builder("Bin", "Confidence", "Accuracy", "From–to", "Gap (points)", "Nodes");
    for (Measured side : sides) {
      for (int i = 0; i < side.reliabilityRanges().size(); i++) {
        Bin bin = bins(side).get(i);
        Range range = side.reliabilityRanges().get(i);
        table.row(
            side.name() + ", " + range(bin),
            NumberText.percent(bin.confidence()),
            NumberText.percent(bin.accuracy()),
            NumberText.points(range.low()) + "–" + NumberText.percent(range.high()),
            NumberText.points(bin.confidence() - bin.accuracy()),
            NumberText.count(bin.count()));
      }
    }
    return table.build();
  }

  private static List<Bin> bins(Measured side) {
    return side.evaluation().reliability().bins();
  }

  /** Such as {@code 60–70 %}. */
  public static String range(Bin bin) {
    return NumberText.plain(100 * bin.from()) + "–" + NumberText.plain(100 * bin.to()) + "\u00a0%";
  }

  private static Scene draw(List<Measured> sides, double width) {
    Legend legend = new Legend();
    for (Side side : Side.of(sides)) {
      legend.dot("accuracy " + side.word(), side.ink(), side.shape());
    }
    legend.line("perfect calibration", new Stroke(Ink.TEXT, 2, Stroke.Dash.DASHED));
    legend.line(sides.get(0).whiskers(), Stroke.of(Ink.MUTED, 2));
    return new Panels(legend, sides.size(), 2, PANEL, Plot.BELOW)
        .draw(width, (plot, i) -> panel(plot, Side.of(sides).get(i)));
  }

  private static void panel(Plot whole, Side side) {
    Canvas canvas = whole.canvas();
    double bottom = whole.bottom() - HISTOGRAM - 10;
    Plot plot = new Plot(canvas, whole.left(), whole.top(), whole.right(), bottom);
    Scale x = plot.x(0, 1);
    Scale y = plot.y(0, 1);
    Measured measured = side.measured();
    plot.heading(measured.heading());
    double confidence = measured.evaluation().meanConfidence();
    double accuracy = measured.value(Metric.ACCURACY);
    String means =
        "mean confidence %s, accuracy %s"
            .formatted(NumberText.percent(confidence), NumberText.percent(accuracy));
    if (accuracy > confidence) { // dots are above the diagonal
      canvas.text(plot.right() - 6, plot.bottom() - 7, means, Font.SMALL, Anchor.END, Ink.MUTED);
    } else {
      canvas.text(plot.left() + 6, plot.top() + 13, means, Font.SMALL, Anchor.START, Ink.MUTED);
    }
    plot.frame(frame -> frame(frame, whole.bottom(), x, y));
    smooth(canvas, side, x, y);
    List<Bin> bins = bins(measured);
    for (int i = 0; i < bins.size(); i++) {
      Bin bin = bins.get(i);
      Point at = new Point(x.at(bin.confidence()), y.at(bin.accuracy()));
      boolean few = bin.count() < FEW;
      if (!few) {
        Range range = measured.reliabilityRanges().get(i);
        Stroke thin = Stroke.of(Ink.MUTED, 1.2);
        Point low = new Point(at.x(), y.at(range.low()));
        canvas.whisker(low, new Point(at.x(), y.at(range.high())), 3, thin);
      }
      canvas.add(
          new Mark.Dot(at, few ? 3 : 4.5, side.shape(), side.ink(), few, tip(measured, bin)));
    }
    histogram(whole, side);
  }

  private static void frame(Plot plot, double bottom, Scale x, Scale y) {
    Canvas canvas = plot.canvas();
    for (double tick : x.ticks(5)) {
      canvas.line(x.at(tick), plot.top(), x.at(tick), plot.bottom(), Plot.GRID);
      String text = NumberText.plain(100 * tick) + "\u00a0%";
      canvas.text(x.at(tick), bottom + 16, text, Font.SMALL, Anchor.MIDDLE, Ink.MUTED);
    }
    plot.axisLeft(y, Unit.PERCENT, "accuracy");
    plot.base();
    canvas.line(x.at(0), y.at(0), x.at(1), y.at(1), new Stroke(Ink.TEXT, 1.2, Stroke.Dash.DASHED));
    double nameX = plot.left() - Plot.LEFT + 12;
    canvas.textUpwards(nameX, bottom - HISTOGRAM / 2, "nodes", Font.SMALL, Ink.MUTED);
    canvas.line(plot.left(), bottom, plot.right(), bottom, Plot.AXIS);
    double middle = (plot.left() + plot.right()) / 2;
    canvas.text(middle, bottom + 34, "confidence", Font.PLAIN, Anchor.MIDDLE, Ink.TEXT);
  }

  /** The curve without bins, where outcomes are known, and its band. */
  private static void smooth(Canvas canvas, Side side, Scale x, Scale y) {
    List<CurvePoint> all = side.measured().evaluation().histogram().curve();
    List<CurvePoint> curve = // more points cannot be seen
        IntStream.range(0, all.size()).filter(i -> i % 2 == 0).mapToObj(all::get).toList();
    Function<ToDoubleFunction<CurvePoint>, List<Point>> line =
        value ->
            curve.stream()
                .map(point -> new Point(x.at(point.confidence()), y.at(value.applyAsDouble(point))))
                .toList();
    if (curve.size() > 1) {
      List<Point> high = line.apply(point -> point.interval().high());
      canvas.band(high, line.apply(point -> point.interval().low()), new Fill(side.ink(), 0.18));
      canvas.line(line.apply(CurvePoint::accuracy), Stroke.of(side.ink(), 1.6));
    }
  }

  private static void histogram(Plot whole, Side side) {
    Canvas canvas = whole.canvas();
    Scale x = whole.x(0, 1);
    List<Bin> finer = side.measured().evaluation().histogram().bins();
    List<Bin> bins = finer.isEmpty() ? bins(side.measured()) : finer;
    int most = bins.stream().mapToInt(Bin::count).max().orElse(1);
    double base = whole.bottom();
    Fill fill = new Fill(side.ink(), 0.45);
    for (Bin bin : bins) {
      double left = x.at(bin.from()) + 1;
      double right = x.at(bin.to()) - 1;
      double height = Math.max(1, HISTOGRAM * bin.count() / most);
      String tip = NumberText.counted(bin.count(), "node") + " at " + range(bin);
      canvas.box(left, base - height, right - left, height, fill, tip);
    }
  }

  private static String tip(Measured side, Bin bin) {
    return "%s, confidence %s: %s, mean confidence %s, accuracy %s"
        .formatted(
            side.heading(),
            range(bin),
            NumberText.counted(bin.count(), "node"),
            NumberText.percent(bin.confidence()),
            NumberText.percent(bin.accuracy()));
  }
}
