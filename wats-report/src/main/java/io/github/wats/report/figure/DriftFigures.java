package io.github.wats.report.figure;

import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.DriftMonitor.Distribution;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** New data beside those of the fit. */
public final class DriftFigures {
  private static final Stroke THEN = new Stroke(Ink.BEFORE, 2, Stroke.Dash.DASHED);
  private static final Stroke NOW = Stroke.of(Ink.AFTER, 2);

  private DriftFigures() {}

  /** The distribution function of each quantity that both have, at least one. */
  public static Figure distributions(Summary then, Summary now) {
    List<String> names =
        then.quantities().keySet().stream().filter(now.quantities()::containsKey).toList();
    DataTable.Builder table =
        new DataTable.Builder("quantity", "value", "up to it, at the fit", "up to it, now");
    for (String name : names) {
      Distribution old = of(then, name);
      Distribution recent = of(now, name);
      for (double value : old.values()) {
        table.row(
            name,
            NumberText.decimals(value, 3),
            NumberText.percent(share(old, value)),
            NumberText.percent(share(recent, value)));
      }
    }
    Words words =
        new Words(
            "Distributions of %s at the fit and now".formatted(Phrases.names(names, "quantities")),
            "The share of nodes whose value is at most that on the axis. The largest distance"
                + " between the lines is the check ks.",
            "Distribution functions at the fit and now, in panels.");
    return Figure.of(
        "distributions", words, List.of(), table.build(), width -> draw(names, then, now, width));
  }

  private static Distribution of(Summary summary, String name) {
    return Objects.requireNonNull(summary.quantities().get(name));
  }

  /** The share of nodes up to a value. */
  private static double share(Distribution distribution, double value) {
    double sum = 0;
    for (int k = 0; k < distribution.values().size(); k++) {
      sum += distribution.values().get(k) <= value ? distribution.shares().get(k) : 0;
    }
    return Math.min(1, sum);
  }

  private static Scene draw(List<String> names, Summary then, Summary now, double width) {
    Legend legend = new Legend().line("at the fit", THEN).line("now", NOW);
    return new Panels(legend, names.size(), 3, 215, 34)
        .draw(width, (plot, i) -> panel(plot, names.get(i), then, now));
  }

  private static void panel(Plot plot, String name, Summary then, Summary now) {
    Distribution old = of(then, name);
    Distribution recent = of(now, name);
    double from = Math.min(old.values().get(0), recent.values().get(0));
    Scale x = plot.x(from, Math.max(from + 1e-9, Math.max(end(old), end(recent))));
    Scale y = plot.y(0, 1);
    plot.heading(name);
    plot.axisLeft(y, Unit.PERCENT, "share of nodes");
    plot.ticksBelow(x, 3);
    plot.base();
    plot.canvas().line(steps(old, x, y), THEN).line(steps(recent, x, y), NOW);
  }

  /** Where the axis ends: without the last twentieth, which may reach far. */
  private static double end(Distribution distribution) {
    return distribution.values().get(Math.max(0, distribution.values().size() - 2));
  }

  private static List<Point> steps(Distribution distribution, Scale x, Scale y) {
    List<Point> points = new ArrayList<>();
    double before = 0;
    for (double value : distribution.values()) {
      double share = share(distribution, value);
      points.add(new Point(x.clamped(value), y.at(before)));
      points.add(new Point(x.clamped(value), y.at(share)));
      before = share;
      if (value >= x.to()) {
        return points;
      }
    }
    points.add(new Point(x.at(x.to()), y.at(before)));
    return points;
  }

  /** How often each class is predicted. */
  public static Figure classes(Summary then, Summary now, List<String> classNames) {
    return new ColumnFigure(
            "class",
            classNames,
            List.of("at the fit", "now"),
            List.of(then.classShares(), now.classShares()))
        .figure(
            "classes",
            "Predicted classes at the fit and now",
            "The share of nodes for which the network predicts each class.");
  }

  /** Gaps of confidence and accuracy by labels that have arrived, at least one. */
  public static Figure gaps(List<Change> gaps, Finding evidence) {
    DataTable table =
        DataTable.of(gaps)
            .column("confidence", gap -> gap.then().range())
            .column("labels", gap -> NumberText.count(gap.now().nodes()))
            .column("at the fit", gap -> NumberText.percent(gap.then().mean()))
            .column("now", gap -> NumberText.percent(gap.now().mean()))
            .column("no alarm", gap -> NumberText.points(gap.low(), gap.high()))
            .column("evidence", gap -> evidence(gap.wealth()))
            .table();
    List<DotRows.Row> rows = new ArrayList<>();
    for (Change gap : gaps) {
      String name = gap.then().range();
      String now = NumberText.percent(gap.now().mean());
      Range range = new Range(gap.low(), gap.high());
      boolean beyond = gap.now().mean() < gap.low() || gap.now().mean() > gap.high();
      rows.add(DotRows.Row.of(name, gap.now().mean(), range, beyond, name + ": " + now));
    }
    String title =
        "Labels are evidence of %s against the probabilities; %s would be an alarm"
            .formatted(evidence(evidence.value()), NumberText.count(Math.round(evidence.limit())));
    String reading =
        "A dot is accuracy minus mean confidence of the labels so far, a whisker where it is no"
            + " reason for an alarm. The evidence is an e-value: it counts all labels, in any"
            + " order, since a node file has no times; run monitor again when labels have arrived.";
    Legend legend = DotRows.legend("beyond what is no alarm", "no alarm");
    String axis = "accuracy − confidence";
    Words words = new Words(title, reading, "Dots of gaps with the range that is no alarm.");
    DotRows dots = new DotRows(legend, axis, Unit.PERCENT, 0, 0, rows);
    return Figure.of("gaps", words, List.of(), table, dots::draw);
  }

  /** An e-value as people write it. */
  private static String evidence(double value) {
    return value < 0.01 ? "< 0.01" : value < 1e6 ? NumberText.plain(value) : "over 1,000,000";
  }
}
