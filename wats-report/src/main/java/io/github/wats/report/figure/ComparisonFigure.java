package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.report.MetricText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Canvas;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Anchor;
import io.github.wats.report.scene.Mark.Font;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Methods, or sets of features, beside each other: a bar each, with whiskers and noise floor.
 *
 * @param name of the figure
 * @param metric lower is better
 * @param estimates in the order of the rows, at least one with a value
 * @param plain the row without calibration, drawn in the color of before; may be absent
 * @param floor what a perfectly calibrated model would score
 * @param tied rows that share the first place with the best
 * @param tie why they do, such as {@code no significant difference from}
 * @param whiskers what the whiskers are
 */
public record ComparisonFigure(
    String name,
    Metric metric,
    List<Estimate> estimates,
    String plain,
    OptionalDouble floor,
    List<String> tied,
    String tie,
    String whiskers) {
  private static final double ROW = 27;
  private static final Fill PAPER = Fill.of(Ink.PAPER);
  private static final Stroke FLOOR = new Stroke(Ink.FLOOR, 2, Stroke.Dash.DASHED);

  /** Bars longer than this many medians are cut, or the others would be too short to see. */
  private static final double CUT = 3;

  public ComparisonFigure {
    estimates = List.copyOf(estimates);
    tied = List.copyOf(tied);
  }

  public Figure figure() {
    return Figure.of(name, words(), List.of(), table(), this::draw);
  }

  /** The first of those that differ by rounding alone. */
  private Optional<Estimate> best() {
    return estimates.stream()
        .filter(Estimate::isPresent)
        .min(Comparator.comparingDouble(estimate -> Math.rint(1e9 * estimate.mean())));
  }

  private Words words() {
    return new Words(
        best().map(this::title).orElse("No results yet"),
        "Shorter bars are better. Whiskers: %s.".formatted(whiskers)
            + (floor.isPresent()
                ? " The dashed line is the expected value of a perfectly calibrated model on these"
                    + " nodes; smaller differences are mostly noise."
                : ""),
        "Bars of " + MetricText.name(metric) + " per row of the table below.");
  }

  private String title(Estimate best) {
    List<String> others = tied.stream().filter(name -> !name.equals(best.name())).toList();
    return "%s has the lowest %s: %s%s%s"
        .formatted(
            best.name(),
            MetricText.name(metric),
            MetricText.value(metric, best.mean()),
            others.isEmpty() ? "" : "; " + tie + " " + Phrases.names(others),
            floor.isEmpty()
                ? ""
                : " (noise floor " + MetricText.value(metric, floor.getAsDouble()) + ")");
  }

  private DataTable table() {
    DataTable.Builder table =
        new DataTable.Builder("", MetricText.name(metric), "From", "To", "Remark");
    for (Estimate estimate : estimates) {
      table.row(
          estimate.name(),
          MetricText.value(metric, estimate.mean()),
          MetricText.bare(metric, estimate.range().low()),
          MetricText.bare(metric, estimate.range().high()),
          estimate.remark());
    }
    return table.build();
  }

  private Scene draw(double width) {
    Canvas canvas = new Canvas();
    Legend legend = new Legend().line("noise floor: a perfectly calibrated model", FLOOR);
    double top = floor.isPresent() ? legend.draw(canvas, width) : 0;
    double names = 0;
    double values = 0;
    for (Estimate estimate : estimates) {
      names = Math.max(names, Font.STRONG.width(estimate.name()));
      values = Math.max(values, Font.STRONG.width(value(estimate, width)));
    }
    double left = Math.min(names, 0.36 * width) + 14;
    double bottom = top + 6 + ROW * estimates.size();
    Plot plot = new Plot(canvas, left, top + 6, width - values - 14, bottom);
    Scale x = Scale.fromZero(limit(), plot.left(), plot.right());
    plot.axisBelow(x, metric.unit(), MetricText.name(metric) + ", " + metric.direction());
    for (int i = 0; i < estimates.size(); i++) {
      Estimate estimate = estimates.get(i);
      String value = value(estimate, width);
      row(plot, x, estimate, value, plot.top() + (i + 0.5) * ROW);
    }
    canvas.line(plot.left(), plot.top(), plot.left(), plot.bottom(), Plot.AXIS);
    if (floor.isPresent()) {
      double place = x.clamped(floor.getAsDouble());
      canvas.line(place, plot.top() - 4, place, plot.bottom(), FLOOR);
    }
    for (int i = 0; i < estimates.size(); i++) {
      if (!estimates.get(i).isPresent()) {
        remark(plot, estimates.get(i).remark(), plot.top() + (i + 0.5) * ROW);
      }
    }
    return plot.scene(width, Plot.BELOW);
  }

  private void row(Plot plot, Scale x, Estimate estimate, String value, double middle) {
    Canvas canvas = plot.canvas();
    boolean best = tied.contains(estimate.name()) || best().map(estimate::equals).orElse(false);
    Font font = best ? Font.STRONG : Font.PLAIN;
    name(plot, estimate.name(), font, middle);
    if (!estimate.isPresent()) {
      return;
    }
    boolean before = estimate.name().equals(plain);
    Ink ink = before ? Ink.BEFORE : best ? Ink.AFTER : Ink.AXIS;
    double end = x.clamped(estimate.mean());
    String tip = estimate.name() + ": " + value(estimate, Figure.WIDE);
    canvas.box(plot.left(), middle - 8, end - plot.left(), 16, Fill.of(ink), tip);
    if (estimate.mean() > x.to()) {
      cut(canvas, plot.right() - 22, middle);
    } else if (estimate.range().high() > estimate.range().low()) {
      double low = x.clamped(estimate.range().low());
      double high = x.clamped(estimate.range().high());
      canvas.lyingWhisker(middle, low, high, 4, Stroke.of(Ink.TEXT, 1.4));
    }
    canvas.text(plot.right() + 8, middle + 4, value, font, Anchor.START, Ink.TEXT);
  }

  /** The name at the left; one of several parts, joined by +, may take two lines. */
  private static void name(Plot plot, String name, Font font, double middle) {
    double room = plot.left() - 10;
    int cut = name.lastIndexOf('+');
    if (font.width(name) <= room || cut <= 0) {
      String fitting = font.shortened(name, room);
      plot.canvas().text(plot.left() - 8, middle + 4, fitting, font, Anchor.END, Ink.TEXT);
      return;
    }
    Font small = new Font(Font.SMALL.size(), font.bold());
    String first = small.shortened(name.substring(0, cut), room);
    String second = small.shortened(name.substring(cut), room);
    plot.canvas()
        .text(plot.left() - 8, middle - 2, first, small, Anchor.END, Ink.TEXT)
        .text(plot.left() - 8, middle + 10, second, small, Anchor.END, Ink.TEXT);
  }

  private static void remark(Plot plot, String text, double middle) {
    String fitting = Font.PLAIN.shortened(text, plot.width() - 10);
    plot.canvas()
        .box(plot.left() + 4, middle - 9, Font.PLAIN.width(fitting) + 8, 18, PAPER, "")
        .text(plot.left() + 8, middle + 4, fitting, Font.PLAIN, Anchor.START, Ink.MUTED);
  }

  /** Two slanted gaps: the bar is longer than drawn. */
  private static void cut(Canvas canvas, double x, double y) {
    for (double shift : new double[] {0, 8}) {
      canvas.area(
          List.of(
              new Point(x + shift, y + 10),
              new Point(x + shift + 5, y - 10),
              new Point(x + shift + 9, y - 10),
              new Point(x + shift + 4, y + 10)),
          PAPER);
    }
  }

  /** The value, and where there is room its whisker. */
  private String value(Estimate estimate, double width) {
    if (!estimate.isPresent()) {
      return "–";
    }
    Range range = estimate.range();
    String mean = MetricText.value(metric, estimate.mean());
    return range.high() > range.low() && width >= Figure.WIDE
        ? "%s (%s–%s)"
            .formatted(
                mean, MetricText.bare(metric, range.low()), MetricText.bare(metric, range.high()))
        : mean;
  }

  /** The highest value that is shown in full. */
  private double limit() {
    double[] means =
        estimates.stream()
            .filter(Estimate::isPresent)
            .mapToDouble(Estimate::mean)
            .sorted()
            .toArray();
    if (means.length == 0) {
      return 1;
    }
    double most = CUT * means[means.length / 2];
    double shown = floor.orElse(0);
    for (Estimate estimate : estimates) {
      if (estimate.isPresent() && (estimate.mean() <= most || means.length < 3)) {
        double end = Math.max(estimate.mean(), Math.min(estimate.range().high(), most));
        shown = Math.max(shown, end);
      }
    }
    return shown;
  }
}
