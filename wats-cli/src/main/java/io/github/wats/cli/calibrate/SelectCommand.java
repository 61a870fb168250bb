package io.github.wats.cli.calibrate;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Measured;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.NodeGroups.By;
import io.github.wats.io.format.ProbabilityFile.Mask;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.NodeSet;
import io.github.wats.report.Advice;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.RiskFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats select}: which predictions may be accepted. */
@Command(
    name = "select",
    description = {
      "Finds the confidence from which predictions may be accepted.",
      "Bounds their error rate. One half of the validation nodes fits the calibrator, the other"
          + " gives the bound."
    },
    footer = {
      "",
      "Examples:",
      "  wats select run.npz --risk 0.05 -o accepted.npz --save model.json",
      "  wats select run.npz --risk 0.1 --by class --method ts"
    })
public final class SelectCommand extends Subcommand {
  private static final String HEADER =
      "group, held out, threshold, accepted, bound, test nodes, accepted, wrong, 95 % interval";

  /** The columns that fit into 80, of which the last three are of test nodes. */
  private static final List<Integer> MAIN = List.of(0, 1, 2, 4, 6, 7, 8);

  private static final String CHOSEN =
      "The guarantee holds for the chosen threshold only. Bounds at other thresholds hold one at a"
          + " time; who picks a threshold from this curve has no guarantee: run select again with"
          + " another --risk instead.";

  @Mixin private SplitFit.Options options = new SplitFit.Options();

  @Option(
      names = "--risk",
      paramLabel = "R",
      description = "The largest error rate of accepted predictions.")
  private @Nullable Double risk;

  @Option(
      names = "--accept-share",
      paramLabel = "A",
      description = "Instead: the share of predictions to accept; gives the bound on their errors.")
  private @Nullable Double share;

  @Option(
      names = "--level",
      paramLabel = "L",
      description = "Probability with which all bounds hold. Default: ${DEFAULT-VALUE}.")
  private double level = 0.95;

  @Option(
      names = "--save",
      paramLabel = "MODEL.json",
      description = "Write the calibrator with its thresholds; apply then writes the mask.")
  private @Nullable Path save;

  @Override
  protected Outcome execute() throws IOException {
    if ((risk == null) == (share == null)) {
      throw new UsageException("give either --risk, such as --risk 0.05, or --accept-share");
    } else if (options.by == By.COMMUNITY) {
      throw new UsageException("--by must be class or degree: a model cannot store communities");
    }
    double value = risk != null ? risk : share != null ? share : 0;
    Target target = UsageException.checked(() -> new Target(risk != null, value, level));
    SplitFit fit = options.fit(messages(), false);
    NodeGroups groups = options.groups(fit, fit.probabilities().predictions(), 1);
    NodeSet fitNodes = fit.nodes().requireSplit().validation();
    List<Choice> choices =
        Acceptance.choose(
            target,
            fit.probabilities(),
            fit.labels(),
            fit.heldOut(),
            fit.test().isEmpty() ? fitNodes : fit.test(),
            groups);
    String goal = target.goal(groups.by());
    Acceptance.Rules rules = Acceptance.Rules.of(groups.by(), choices, goal);
    boolean[] accept = rules.accept(fit.probabilities(), InputOptions.keys(fit.nodes()));
    List<String> notes = choices.stream().flatMap(choice -> choice.note().stream()).toList();
    if (isJson()) {
      notes.forEach(note -> messages().note("note: " + note));
    }
    if (save != null) {
      CalibratorFile.write(
          save,
          fit.fitted(),
          options.input.fingerprint(fit.data()),
          fit.data().classNames(),
          DriftMonitor.Summary.of(fit.nodes(), fit.calibration().probabilities()),
          options.input.isMultiLabel()
              ? Optional.empty()
              : CalibrationBaseline.of(
                  Outcomes.of(fit.probabilities(), fit.labels(), fit.heldOut()),
                  note -> messages().note("note: " + note)),
          Optional.of(rules));
    }
    Map<String, Object> fields = fit.fields();
    Measured test = measure(fit, fit.test(), accept);
    List<Measured> tests = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (int g = 0; g < choices.size(); g++) {
      tests.add(measure(fit, groups.members(g, fit.test()), accept));
      rows.add(row(choices.get(g), tests.get(g)));
    }
    DataTable table = new DataTable(List.of(HEADER.split(", ")), rows);
    ResultText text = text();
    boolean independent = !options.input.isMultiLabel();
    String kind = "test " + options.input.rowName();
    Advice advice = Advice.ofSelection(target, choices, test, kind, independent);
    text.head(advice.good() ? Tone.GOOD : Tone.WARNING, advice.sentence());
    List<String> sentences = new ArrayList<>(List.of(text.sentence(), "The goal: " + goal + "."));
    sentences.addAll(choices.size() == 1 ? List.of() : notes);
    Mask mask = new Mask("accept", 1, accept);
    String kicker = "Accepted predictions";
    options.write(
        fit, mask, kicker, sentences, () -> pictures(fit, target, choices, groups), table);
    fields.putAll(Acceptance.fields(goal, choices, fit.heldOut().size(), test, tests));
    boolean all = notes.isEmpty() || choices.size() == 1;
    String reachable = all ? "" : "bound where the threshold is none: what could be reached";
    String measured =
        options.input.ofPairs()
            ? "test pairs that are predicted links"
            : options.input.isMultiLabel()
                ? "test nodes predicted to have the label"
                : "test nodes";
    String below = "the last three columns: on " + measured;
    String more = LabelTables.more(text, table);
    text.table(LabelTables.cut(text, table), MAIN, more, below, reachable);
    String[] next =
        options.input.ofPairs() || options.input.isMultiLabel()
            ? new String[] {"calibrate", "-o", "calibrated.npz"}
            : new String[] {"sets", "--coverage", "0.9"};
    options.end(text, fit, save, next);
    return new Outcome(fields, text);
  }

  /** A curve with a slider for each group that has held-out nodes. */
  private static List<Block> pictures(
      SplitFit fit, Target target, List<Choice> choices, NodeGroups groups) {
    Map<String, List<Block>> curves = new LinkedHashMap<>();
    for (int g = 0; g < choices.size(); g++) {
      Choice choice = choices.get(g);
      NodeSet test = groups.members(g, fit.test());
      Outcomes heldOut = outcomes(fit, groups.members(g, fit.heldOut()));
      Outcomes tests = outcomes(fit, test);
      double level = choice.found().map(Acceptance::level).orElse(target.level());
      NodeSet reference = fit.test().isEmpty() ? fit.nodes().requireSplit().validation() : test;
      double[] confidences =
          Arrays.stream(reference.toArray()).mapToDouble(fit.probabilities()::confidence).toArray();
      List<Acceptance> steps = Acceptance.steps(heldOut, confidences, level);
      if (!steps.isEmpty()) {
        Stream<Acceptance> onTest =
            steps.stream().map(step -> Acceptance.at(tests, step.threshold(), level));
        List<Acceptance> known = tests.isEmpty() ? List.of() : onTest.toList();
        RiskFigure risk = new RiskFigure(target, choice, steps, known);
        Block slider = new Block.Slider(risk.figure(), risk.start());
        curves.put(choice.group().name(), List.of(slider, new Block.Warning(CHOSEN)));
      }
    }
    return curves.size() > 1
        ? List.of(new Block.Choice("group", "Group", curves))
        : curves.values().stream().findFirst().orElse(List.of());
  }

  private static Outcomes outcomes(SplitFit fit, NodeSet nodes) {
    return Outcomes.of(fit.probabilities(), fit.labels(), nodes);
  }

  private static Measured measure(SplitFit fit, NodeSet nodes, boolean[] accept) {
    return Measured.of(fit.probabilities(), fit.labels(), nodes, accept);
  }

  private static List<String> row(Choice choice, Measured test) {
    Optional<Acceptance> reached = choice.found();
    boolean none = test.risk().isEmpty();
    return List.of(
        choice.group().name(),
        Format.count(choice.nodes()),
        reached.map(at -> Format.text("%.6f", at.threshold())).orElse("none"),
        reached.map(at -> Format.percent(at.coverage())).orElse(""),
        reached.map(at -> Format.percent(at.bound())).orElse(Advice.lowest(choice)),
        Format.count(test.nodes()),
        Format.percent(test.coverage()),
        none ? "" : Format.percent(test.risk().getAsDouble()),
        none ? "" : SplitFit.text(test.interval()));
  }
}
