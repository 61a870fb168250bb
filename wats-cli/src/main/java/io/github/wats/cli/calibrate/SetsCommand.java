package io.github.wats.cli.calibrate;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.NodeGroups.By;
import io.github.wats.decision.PredictionSets;
import io.github.wats.decision.PredictionSets.Measured;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.decision.PredictionSets.Settings;
import io.github.wats.decision.PredictionSets.Threshold;
import io.github.wats.io.format.ProbabilityFile.Mask;
import io.github.wats.report.Advice;
import io.github.wats.report.NumberText;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.SetFigures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats sets}: prediction sets that cover the true class. */
@Command(
    name = "sets",
    description = {
      "Gives each node a set of classes that covers the true one.",
      "One half of the validation nodes fits the calibrator, the other half gives the thresholds."
    },
    footer = {
      "",
      "Examples:",
      "  wats sets run.npz --coverage 0.9 -o sets.npz",
      "  wats sets run.npz --score aps --neighbors --by degree --json"
    })
public final class SetsCommand extends Subcommand {
  private static final String HEADER =
      "group, held out, threshold, test nodes, coverage, 95 % interval, mean size, singletons";

  /** The columns that fit into 80. */
  private static final List<Integer> MAIN = List.of(0, 1, 3, 4, 5, 6);

  @Mixin private SplitFit.Options options = new SplitFit.Options();

  @Option(
      names = "--coverage",
      paramLabel = "C",
      description = "Share of sets to have the true class. Default: ${DEFAULT-VALUE}.")
  private double coverage = 0.9;

  @Option(
      names = "--score",
      paramLabel = "lac|aps|raps",
      description =
          "Smallest sets or larger for hard nodes; raps has a penalty"
              + " on unlikely classes. Default: lac.")
  private Score score = Score.LAC;

  @Option(
      names = "--neighbors",
      arity = "0..1",
      fallbackValue = "0.5",
      paramLabel = "W",
      description =
          "Mix scores with the mean of the neighbors' (DAPS). The weight is in 0 … 1; without a"
              + " value: 0.5.")
  private double neighbors;

  @Option(
      names = "--cross-fit",
      order = GroupedHelp.ADVANCED,
      description =
          "Let all validation nodes fit the calibrator and give thresholds, by five more fits. The"
              + " coverage is then close to C, but not guaranteed.")
  private boolean crossFit;

  @Override
  protected Outcome execute() throws IOException {
    if (options.input.isMultiLabel()) {
      throw new UsageException(
          "sets does not apply with --multi-label: a node may have any number of labels; select"
              + " gives the labels that may be accepted");
    }
    Settings settings = UsageException.checked(() -> new Settings(coverage, score, neighbors));
    options.input.refusePairs(
        "sets does not apply to pairs: of two labels a set says no more than the probability; use"
            + " select");
    SplitFit fit = options.fit(messages(), crossFit);
    fit.data().requireLogits();
    NodeGroups groups = options.groups(fit, fit.labels(), settings.nodesNeeded());
    PredictionSets sets =
        PredictionSets.of(
            settings,
            fit.probabilities(),
            fit.labels(),
            fit.heldOut(),
            groups,
            neighbors > 0 ? fit.data().requireGraph() : fit.nodes().graph());
    List<String> notes = sets.notes(settings, options.by);
    if (isJson() || options.by != By.NONE) {
      notes.forEach(note -> messages().note("note: " + note));
    }
    Map<String, Object> fields = fit.fields();
    fields.putAll(sets.fields(settings, groups, fit.labels(), fit.test()));
    List<List<String>> rows = new ArrayList<>();
    List<Optional<Measured>> tests = new ArrayList<>();
    for (int g = 0; g < sets.thresholds().size(); g++) {
      tests.add(sets.measure(fit.labels(), groups.members(g, fit.test())));
      rows.add(row(sets.thresholds().get(g), tests.get(g)));
    }
    if (tests.size() > 1) {
      Threshold none = new Threshold("all", fit.heldOut().size(), OptionalDouble.empty());
      rows.add(row(none, sets.measure(fit.labels(), fit.test())));
    }
    DataTable table = new DataTable(List.of(HEADER.split(", ")), rows);
    String goal = "sets by %s, target coverage %s, weight of the neighbors %s";
    String text =
        Format.text(
            goal,
            score.name().toLowerCase(Locale.ROOT),
            NumberText.setting(coverage),
            NumberText.setting(neighbors));
    ResultText result = text();
    Optional<Measured> all = sets.measure(fit.labels(), fit.test());
    Advice advice = Advice.ofSets(coverage, all, rows.size() > 1 ? List.of() : notes);
    Tone good = all.isEmpty() ? Tone.PLAIN : Tone.GOOD;
    result.head(advice.good() ? good : Tone.WARNING, advice.sentence());
    worst(sets.thresholds(), tests).ifPresent(result::say);
    List<String> sentences =
        new ArrayList<>(List.of(result.sentence(), "Prediction " + text + "."));
    sentences.addAll(rows.size() > 1 ? notes : List.of());
    Mask mask = new Mask("sets", fit.nodes().classCount(), sets.toArray());
    options.write(fit, mask, "Prediction sets", sentences, () -> pictures(fit, sets), table);
    result.table(table, MAIN, text);
    options.end(result, fit, null, "select", "--risk", "0.05");
    return new Outcome(fields, result);
  }

  /** The group that is farthest below the target, beyond chance. */
  private Optional<String> worst(List<Threshold> groups, List<Optional<Measured>> tests) {
    return IntStream.range(0, tests.size() == 1 ? 0 : tests.size())
        .boxed()
        .filter(g -> tests.get(g).map(test -> test.interval().high() < coverage).orElse(false))
        .min(Comparator.comparing(g -> tests.get(g).orElseThrow().coverage()))
        .map(
            g ->
                Format.text(
                    "The lowest coverage: %s of %s, beyond chance.",
                    NumberText.percent(tests.get(g).orElseThrow().coverage()),
                    groups.get(g).group()));
  }

  /** How the test nodes fare, by their true class and by the size of their set. */
  private List<Block> pictures(SplitFit fit, PredictionSets sets) {
    List<Block> pictures = new ArrayList<>();
    NodeGroups classes = NodeGroups.byLabel(fit.labels(), fit.data()::className);
    Map<String, Measured> byClass = new LinkedHashMap<>();
    for (int c = 0; c < classes.groups().size(); c++) {
      String name = classes.groups().get(c).name();
      sets.measure(fit.labels(), classes.members(c, fit.test()))
          .ifPresent(measured -> byClass.put(name, measured));
    }
    if (!byClass.isEmpty()) {
      boolean promised = options.by == By.CLASS;
      pictures.add(new Block.Picture(SetFigures.coverage(coverage, promised, byClass)));
    }
    if (!fit.test().isEmpty()) {
      pictures.add(new Block.Picture(SetFigures.sizes(sets.sizes(fit.test()))));
    }
    return pictures;
  }

  private static List<String> row(Threshold threshold, Optional<Measured> test) {
    return List.of(
        threshold.group(),
        Format.count(threshold.nodes()),
        threshold.value().isPresent() ? Format.number(threshold.value().getAsDouble()) : "none",
        Format.count(test.map(Measured::nodes).orElse(0)),
        test.map(sets -> Format.percent(sets.coverage())).orElse(""),
        test.map(sets -> SplitFit.text(sets.interval())).orElse(""),
        test.map(sets -> Format.text("%.2f", sets.meanSize())).orElse(""),
        test.map(sets -> Format.percent(sets.singletons())).orElse(""));
  }
}
