package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The reliability diagram: accuracy over confidence. */
public final class ReliabilityFigure {
  private static final Font COUNT = new Font(10, false);
  private static final double HISTOGRAM = 44;
  private static final double PANEL = 430;

  /** Bins of fewer nodes are too noisy: small and hollow, without line and whisker. */
  private static final int FEW = 20;

  private ReliabilityFigure() {}

  /** One panel for each of {@code sides}, of which there are one or two. */
  public static Figure of(List<Measured> sides) {
    return Figure.of(
        "reliability", words(sides), List.of(), table(sides), width -> draw(sides, width));
  }

  private static Words words(List<Measured> sides) {
    Measured first = sides.get(0);
    String title =
        sides.size() == 1
            ? "The network is %s, with an ECE of %s points"
                .formatted(Phrases.confidence(first), ece(first))
            : "%s, the network is %s, with an ECE of %s points; %s, the ECE is %s points"
                .formatted(
                    first.heading(),
                    Phrases.confidence(first),
                    ece(first),
                    sides.get(1).name(),
                    ece(sides.get(1)));
    return new Words(
        title,
        "Each dot is a bin of nodes of similar confidence. On the dashed line accuracy equals"
            + " confidence; above it the network is underconfident, below it overconfident. Bars"
            + " count the nodes; small hollow dots are bins of fewer than %s.".formatted(FEW),
        title
            + ". Reliability diagram: accuracy over confidence for "
            + String.join(" and ", sides.stream().map(Measured::name).toList())
            + ", with the number of nodes in each of the bins.");
  }

  private static String ece(Measured side) {
    return NumberText.points(side.value(Metric.ECE));
  }

  private static DataTable table(List<Measured> sides) {
    DataTable.Builder table =
        new DataTable.Builder("Bin", "Confidence", "Accuracy", "From–to", "Gap (points)", "Nodes");
    for (Measured side : sides) {
      for (int i = 0; i < side.evaluation().reliability().bins().size(); i++) {
        ReliabilityBins.Bin bin = side.evaluation().reliability().bins().get(i);
        table.row(
            side.name() + ", " + range(bin),
            NumberText.percent(bin.confidence()),
            NumberText.percent(bin.accuracy()),
            NumberText.points(side.reliabilityRanges().get(i).low())
                + "–"
                + NumberText.percent(side.reliabilityRanges().get(i).high()),
            NumberText.points(bin.accuracy() - bin.confidence()),
            NumberText.count(bin.count()));
      }
    }
    return table.build();
  }

  static String range(ReliabilityBins.Bin bin) {
    return NumberText.plain(100 * bin.from()) + "–" + NumberText.plain(100 * bin.to()) + "\u00a0%";
  }

  private static Scene draw(List<Measured> sides, double width) {
    Canvas canvas = new Canvas();
    Legend legend = new Legend();
    for (int i = 0; i < sides.size(); i++) {
      legend.dot("accuracy " + sides.get(i).name(), Sides.ink(sides, i), Sides.shape(i));
    }
    legend.line("perfect calibration", Ink.TEXT, Stroke.Dash.DASHED);
    legend.line(sides.get(0).whiskers(), Ink.MUTED, Stroke.Dash.SOLID);
    double top = legend.draw(canvas, width);
    Panels panels = Panels.of(width, sides.size(), 2, PANEL, top);
    for (int i = 0; i < sides.size(); i++) {
      Plot whole = panels.plot(canvas, i, Plot.BELOW);
      Plot plot =
          new Plot(
              canvas, whole.left(), whole.top(), whole.right(), whole.bottom() - HISTOGRAM - 10);
      panel(plot, whole, sides.get(i), Sides.ink(sides, i), Sides.shape(i));
    }
    return canvas.scene(width, panels.height());
  }

  private static void panel(Plot plot, Plot whole, Measured side, Ink ink, Shape shape) {
    Canvas canvas = plot.canvas();
    Scale x = plot.x(0, 1);
    Scale y = plot.y(0, 1);
    plot.heading(side.heading());
    for (double tick : x.ticks(5)) {
      canvas.line(x.at(tick), plot.top(), x.at(tick), plot.bottom(), Plot.GRID);
    }
    plot.axisLeft(y, Unit.PERCENT, "accuracy");
    plot.base();
    canvas.line(x.at(0), y.at(0), x.at(1), y.at(1), new Stroke(Ink.TEXT, 1.2, Stroke.Dash.DASHED));
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < side.evaluation().reliability().bins().size(); i++) {
      ReliabilityBins.Bin bin = side.evaluation().reliability().bins().get(i);
      Range range = side.reliabilityRanges().get(i);
      double middle = x.at(bin.confidence());
      if (bin.count() < FEW) {
        continue;
      }
      points.add(new Point(middle, y.at(bin.accuracy())));
      double high = Math.min(y.at(bin.accuracy()), y.at(bin.confidence()));
      double low = Math.max(y.at(bin.accuracy()), y.at(bin.confidence()));
      canvas.box(middle - 5, high, 10, low - high, new Fill(ink, 0.18), "");
      canvas.whisker(middle, y.at(range.low()), y.at(range.high()), 3, Stroke.of(Ink.MUTED, 1.2));
    }
    canvas.line(points, Stroke.of(ink, 2));
    for (ReliabilityBins.Bin bin : side.evaluation().reliability().bins()) {
      canvas.dot(
          x.at(bin.confidence()),
          y.at(bin.accuracy()),
          bin.count() < FEW ? 3 : 4.5,
          shape,
          ink,
          bin.count() < FEW,
          tip(side, bin));
    }
    histogram(plot, whole, side, ink);
  }

  private static void histogram(Plot plot, Plot whole, Measured side, Ink ink) {
    Canvas canvas = plot.canvas();
    Scale x = whole.x(0, 1);
    List<ReliabilityBins.Bin> bins = side.evaluation().reliability().bins();
    long most = bins.stream().mapToLong(ReliabilityBins.Bin::count).max().orElse(1);
    double base = whole.bottom();
    double room = HISTOGRAM - 12; // the rest is for the numbers over the bars
    for (ReliabilityBins.Bin bin : bins) {
      double left = x.at(bin.from()) + 1;
      double right = x.at(bin.to()) - 1;
      double height = Math.max(1, room * bin.count() / most);
      canvas.box(left, base - height, right - left, height, new Fill(ink, 0.45), tip(side, bin));
      if (right - left >= 22) {
        canvas.text(
            (left + right) / 2,
            base - height - 3,
            compact(bin.count()),
            COUNT,
            Anchor.MIDDLE,
            Ink.MUTED);
      }
    }
    canvas.textUpwards(
        plot.left() - Plot.LEFT + 12, base - HISTOGRAM / 2, "nodes", Font.SMALL, Ink.MUTED);
    whole.base();
    for (double tick : x.ticks(5)) {
      canvas.text(
          x.at(tick),
          base + 16,
          NumberText.plain(100 * tick) + "\u00a0%",
          Font.SMALL,
          Anchor.MIDDLE,
          Ink.MUTED);
    }
    whole.nameBelow("confidence");
  }

  private static String tip(Measured side, ReliabilityBins.Bin bin) {
    return "%s, confidence %s: %s, mean confidence %s, accuracy %s"
        .formatted(
            side.heading(),
            range(bin),
            NumberText.counted(bin.count(), "node"),
            NumberText.percent(bin.confidence()),
            NumberText.percent(bin.accuracy()));
  }

  /** {@code 1,234} as {@code 1.2k}. */
  private static String compact(long count) {
    if (count < 1000) {
      return "" + count;
    }
    if (count < 999_500) {
      return String.format(Locale.ROOT, count < 9950 ? "%.1fk" : "%.0fk", count / 1e3);
    }
    return String.format(Locale.ROOT, count < 9_950_000 ? "%.1fM" : "%.0fM", count / 1e6);
  }
}
