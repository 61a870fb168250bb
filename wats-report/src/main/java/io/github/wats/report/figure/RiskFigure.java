package io.github.wats.report.figure;

import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Mark.Shape;
import io.github.wats.report.scene.Point;
import io.github.wats.report.scene.Scene;
import io.github.wats.report.scene.Stroke;
import io.github.wats.report.scene.Stroke.Dash;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The error rate of accepted predictions over the share that is accepted.
 *
 * @param steps thresholds with what held-out nodes say about them, the highest first, at least one
 * @param tests the same thresholds on test nodes; empty if none has a known label
 */
public record RiskFigure(
    Target target, Choice choice, List<Acceptance> steps, List<Acceptance> tests) {
  private static final Stroke HELD_OUT = Stroke.of(Ink.AFTER, 2);
  private static final Stroke BOUND = new Stroke(Ink.AFTER, 1.4, Dash.DASHED);
  private static final Stroke TEST = new Stroke(Ink.SERIES_3, 2, Dash.MIXED);
  private static final Stroke GOAL = new Stroke(Ink.BEFORE, 2, Dash.DOTTED);

  /** The step of the chosen threshold; if there is none, the one with the lowest bound. */
  public int start() {
    double threshold = choice.found().map(Acceptance::threshold).orElse(Double.NaN);
    int best = 0;
    for (int k = 0; k < steps.size(); k++) {
      if (steps.get(k).threshold() == threshold) {
        return k;
      }
      best = steps.get(k).bound() < steps.get(best).bound() ? k : best;
    }
    return best;
  }

  public Figure figure() {
    String name = "risk-" + choice.group().name().replaceAll("[^\\w]+", "-");
    return Figure.of(name, words(), List.of(), table(), this::draw);
  }

  private Words words() {
    String title =
        choice
            .found()
            .map(
                at ->
                    "From confidence %s on, %s are accepted and %s of them are wrong: at most %s with probability %s"
                        .formatted(
                            NumberText.decimals(at.threshold(), 3),
                            NumberText.percent(at.coverage()),
                            NumberText.percent(at.risk()),
                            NumberText.percent(at.bound()),
                            NumberText.plain(target.level())))
            .orElse("No threshold is certified for an error rate of " + goal());
    return new Words(
        title,
        "The solid line is the error rate of accepted held-out nodes; the dashed line over it is"
            + " the upper bound at each threshold. The large dot and the vertical line mark the"
            + " chosen threshold, the dotted line the target.",
        "Error rate of accepted predictions over the share accepted.");
  }

  private String goal() {
    return "at most " + NumberText.percent(target.value());
  }

  private DataTable table() {
    return DataTable.of(IntStream.range(0, steps.size()).boxed().toList())
        .column("Threshold", k -> NumberText.decimals(steps.get(k).threshold(), 4))
        .column("Accepted", k -> share(steps, k, Acceptance::coverage))
        .column("Error rate", k -> share(steps, k, Acceptance::risk))
        .column("Bound", k -> share(steps, k, Acceptance::bound))
        .column("Accepted, test", k -> share(tests, k, Acceptance::coverage))
        .column("Error rate, test", k -> share(tests, k, Acceptance::risk))
        .table();
  }

  private static String share(List<Acceptance> of, int k, ToDoubleFunction<Acceptance> value) {
    return of.isEmpty() ? "–" : NumberText.percent(value.applyAsDouble(of.get(k)));
  }

  private Scene draw(double width) {
    Legend legend = new Legend().line("held-out nodes", HELD_OUT).line("bound", BOUND);
    legend.dot("chosen threshold", Ink.BEFORE, Shape.DIAMOND).line("target", GOAL);
    if (!tests.isEmpty()) {
      legend.line("test nodes", TEST);
    }
    Plot plot = legend.plot(width, 340);
    double worst = steps.stream().mapToDouble(Acceptance::risk).max().orElse(0);
    double most = Math.max(1.6 * worst, target.isRisk() ? 1.5 * target.value() : 0);
    Scale x = plot.x(0, 1);
    Scale y = plot.y(0, Math.min(1, Math.max(0.05, most)));
    plot.axisLeft(y, Unit.PERCENT, "error rate");
    plot.axisBelow(x, Unit.PERCENT, "accepted share of the nodes");
    plot.base();
    double goal = target.isRisk() ? y.at(target.value()) : x.at(target.value());
    plot.canvas()
        .line(
            target.isRisk()
                ? List.of(new Point(plot.left(), goal), new Point(plot.right(), goal))
                : List.of(new Point(goal, plot.top()), new Point(goal, plot.bottom())),
            GOAL);
    plot.canvas().line(line(steps, Acceptance::bound, x, y), BOUND);
    plot.canvas().line(line(tests, Acceptance::risk, x, y), TEST);
    plot.canvas().line(line(steps, Acceptance::risk, x, y), HELD_OUT);
    plot.canvas()
        .group(
            "steps",
            group -> {
              for (Acceptance step : steps) {
                Point at = new Point(x.at(step.coverage()), y.clamped(step.risk()));
                String tip =
                    "From confidence %s on: %s accepted, %s wrong, bound %s"
                        .formatted(
                            NumberText.decimals(step.threshold(), 3),
                            NumberText.percent(step.coverage()),
                            NumberText.percent(step.risk()),
                            NumberText.percent(step.bound()));
                group.dot(at, 3, Shape.CIRCLE, Ink.AFTER, tip);
              }
            });
    choice
        .found()
        .filter(at -> at.accepted() > 0)
        .ifPresent(
            at -> {
              double place = x.at(at.coverage());
              Point chosen = new Point(place, y.clamped(at.risk()));
              plot.canvas()
                  .line(
                      place,
                      y.clamped(at.bound()),
                      place,
                      plot.bottom(),
                      Stroke.of(Ink.BEFORE, 1.2))
                  .dot(chosen, 6, Shape.DIAMOND, Ink.BEFORE, "chosen threshold");
            });
    return plot.scene(width, Plot.BELOW);
  }

  private static List<Point> line(
      List<Acceptance> steps, ToDoubleFunction<Acceptance> value, Scale x, Scale y) {
    return steps.stream()
        .filter(step -> step.accepted() > 0)
        .map(step -> new Point(x.at(step.coverage()), y.clamped(value.applyAsDouble(step))))
        .toList();
  }
}
