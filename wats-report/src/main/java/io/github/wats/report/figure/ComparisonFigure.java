package io.github.wats.report.figure;

import io.github.wats.metrics.Metric;
import io.github.wats.report.MetricText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Methods, or sets of features, sorted by a metric: a dot each, with whiskers and noise floor.
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
  private static final Stroke FLOOR = new Stroke(Ink.FLOOR, 2, Stroke.Dash.DASHED);

  /** Values this many times as far from the best as the median is are beyond the axis. */
  private static final double FAR = 6;

  public ComparisonFigure {
    estimates =
        estimates.stream()
            .sorted(
                Comparator.comparing((Estimate one) -> !one.isPresent())
                    .thenComparing(Estimate::mean))
            .toList();
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
        "The best is at the top. Whiskers: "
            + whiskers
            + ". Rows with a background overlap the interval of the best; compared in pairs, some"
            + " of them may still differ."
            + (estimates.stream().anyMatch(one -> one.mean() > most())
                ? " An arrow points to a value beyond the axis."
                : "")
            + (floor.isPresent()
                ? " The dashed line is the expected value of a perfectly calibrated model on these"
                    + " nodes; smaller differences are mostly noise."
                : ""),
        "Dots of " + MetricText.name(metric) + ", as in the table below.");
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
    return DataTable.of(estimates)
        .column("", Estimate::name)
        .column(MetricText.name(metric), one -> MetricText.value(metric, one.mean()))
        .column("From", one -> MetricText.bare(metric, one.range().low()))
        .column("To", one -> MetricText.bare(metric, one.range().high()))
        .column("Remark", Estimate::remark)
        .table();
  }

  private Scene draw(double width) {
    Legend legend = new Legend().band(tie.isEmpty() ? "best" : "shares the first place", Ink.AFTER);
    if (estimates.stream().anyMatch(one -> one.name().equals(plain))) {
      legend.dot("without calibration", Ink.BEFORE, Shape.SQUARE);
    }
    if (floor.isPresent()) {
      legend.line("noise floor: a perfectly calibrated model", FLOOR);
    }
    return new DotRows(
            legend,
            MetricText.name(metric) + ", " + metric.direction(),
            metric.unit(),
            floor.isPresent() ? 0 : Double.MAX_VALUE,
            most(),
            new DotRows.Line(floor.orElse(Double.NaN), FLOOR),
            estimates.stream().map(this::row).toList())
        .draw(width);
  }

  private DotRows.Row row(Estimate estimate) {
    String name = estimate.name();
    boolean first = tied.contains(name) || best().map(estimate::equals).orElse(false);
    Ink ink = name.equals(plain) ? Ink.BEFORE : first ? Ink.AFTER : Ink.AXIS;
    String text = estimate.isPresent() ? value(estimate) : estimate.remark();
    return new DotRows.Row(
        name, estimate.mean(), estimate.range(), ink, first, text, name + ": " + text);
  }

  /** The value, and its whisker if it has one. */
  private String value(Estimate estimate) {
    Range range = estimate.range();
    String mean = MetricText.value(metric, estimate.mean());
    return range.high() > range.low()
        ? "%s (%s–%s)"
            .formatted(
                mean, MetricText.bare(metric, range.low()), MetricText.bare(metric, range.high()))
        : mean;
  }

  /** The end of an axis on which most rows can be told apart. */
  private double most() {
    List<Estimate> present = estimates.stream().filter(Estimate::isPresent).toList();
    if (present.size() < 3) {
      return Double.MAX_VALUE;
    }
    double best = present.get(0).mean();
    double spread = FAR * (present.get(present.size() / 2).range().high() - best);
    return present.stream()
        .filter(one -> one.mean() <= best + spread)
        .mapToDouble(one -> one.range().high())
        .max()
        .orElse(Double.MAX_VALUE);
  }
}
