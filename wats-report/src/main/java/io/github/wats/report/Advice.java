package io.github.wats.report;

import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.PredictionSets;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What to do after a decision, in one sentence or two.
 *
 * @param good whether what was asked for was reached, by all that is known
 */
public record Advice(String sentence, boolean good) {
  /**
   * From which confidence on predictions may be accepted, or which error rate can be reached.
   *
   * @param kind what the rows are called, such as test node
   * @param independent whether the bound of {@code measured} holds: not for several labels
   */
  public static Advice ofSelection(
      Target target,
      List<Choice> choices,
      Acceptance.Measured measured,
      String kind,
      boolean independent) {
    List<Acceptance> reached = choices.stream().flatMap(choice -> choice.found().stream()).toList();
    if (reached.isEmpty()) {
      return new Advice(none(target, choices), false);
    }
    double most = reached.stream().mapToDouble(Acceptance::bound).max().orElseThrow();
    double limit = target.isRisk() ? target.value() : most;
    boolean broken =
        independent && measured.risk().isPresent() && measured.interval().low() > limit;
    String tests =
        measured.risk().isEmpty()
            ? ""
            : text(
                " Of %s %s are accepted, and %s of these are wrong%s.",
                NumberText.counted(measured.nodes(), kind),
                NumberText.percent(measured.coverage()),
                NumberText.percent(measured.risk().getAsDouble()),
                broken ? ", more than promised: they are unlike the held-out nodes" : "");
    String from =
        choices.size() == 1
            ? text("with a confidence from %.6f on: ", reached.get(0).threshold())
            : text("in %d of %d groups: in each ", reached.size(), choices.size());
    String promise =
        text(
            "at most %s of them are wrong, with probability %s%s.",
            target.isRisk() ? NumberText.goal(limit) : NumberText.finePercent(limit),
            NumberText.setting(target.level()),
            choices.size() == 1 ? "" : " for all groups");
    boolean good = !broken && reached.size() == choices.size();
    return new Advice("Accept predictions " + from + promise + tests, good);
  }

  private static String none(Target target, List<Choice> choices) {
    int nodes = choices.stream().mapToInt(Choice::nodes).sum();
    Comparator<Choice> byRisk = Comparator.comparingDouble(one -> one.lowestRisk().orElse(1));
    Choice first = Collections.min(choices, byRisk);
    String reach = lowest(first) + " can be reached";
    if (first.lowestRisk().orElse(1) < target.value()) {
      String stricter = NumberText.setting(first.lowestRisk().getAsDouble());
      reach = "the stricter --risk " + stricter + " can, as its tests begin at another threshold";
    }
    return text(
        "No threshold guarantees an error rate of %s%s with %s%s.",
        NumberText.goal(target.value()),
        choices.size() > 1 ? " in any group" : "",
        NumberText.counted(nodes, "held-out label"),
        "; " + reach + (choices.size() > 1 ? " for " + first.group().name() : ""));
  }

  /** The lowest error rate that can be reached. */
  public static String lowest(Choice choice) {
    OptionalDouble lowest = choice.lowestRisk();
    return lowest.isPresent() ? NumberText.percent(lowest.getAsDouble()) : "no other";
  }

  /**
   * How many sets have their class.
   *
   * @param notes on what cannot be reached
   */
  public static Advice ofSets(
      double coverage, Optional<PredictionSets.Measured> measured, List<String> notes) {
    String target = NumberText.goal(coverage);
    if (!notes.isEmpty()) {
      return new Advice("Too few labels for a target of " + target + ": " + notes.get(0), false);
    }
    if (measured.isEmpty()) {
      return new Advice("The target is " + target + "; no test node has a known label.", true);
    }
    PredictionSets.Measured sets = measured.get();
    boolean below = sets.interval().high() < coverage;
    String sentence =
        text(
            "%s of %s have their class in the set (target %s%s); %.2f classes on average.",
            NumberText.percent(sets.coverage()),
            NumberText.counted(sets.nodes(), "test node"),
            target,
            below ? ", which is missed" : "",
            sets.meanSize());
    return new Advice(sentence, !below);
  }

  /** The verdict of a monitor. */
  public static Advice ofMonitor(String verdict, boolean alarm) {
    String sentence = verdict.substring(0, 1).toUpperCase(Locale.ROOT) + verdict.substring(1) + ".";
    return new Advice(sentence, !alarm);
  }

  private static String text(String template, Object... values) {
    return String.format(Locale.ROOT, template, values);
  }
}
