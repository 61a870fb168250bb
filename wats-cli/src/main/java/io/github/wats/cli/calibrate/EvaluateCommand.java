package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Method;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.Slice;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.CalibrationReport;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import io.github.wats.report.Page;
import io.github.wats.report.SliceSection;
import io.github.wats.report.Verdict;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.DegreePoint;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.SliceFigure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats evaluate}: the metrics of the test nodes. */
@Command(
    name = "evaluate",
    description = {
      "Measures calibration and accuracy on the test nodes.",
      "Of the logits, or of probabilities, which may be calibrated ones, in another file."
    },
    footer = {
      "",
      "Examples:",
      "  wats evaluate run.npz",
      "  wats evaluate run.npz --probabilities calibrated.npz --max-ece 0.02",
      "  wats evaluate predictions.csv --by class,confidence",
      "  wats evaluate run.npz --by degree,class --group region.csv --report r.html"
    })
public final class EvaluateCommand extends Subcommand {
  /** What is said without a graph. */
  static final String NO_GRAPH = "note: there is no graph, so degree-binned ECE is left out";

  @Mixin private InputOptions input = new InputOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private ReportOptions report = new ReportOptions();
  @Mixin private SliceOptions sliced = new SliceOptions();

  @Option(
      names = "--bins",
      order = GroupedHelp.ADVANCED,
      paramLabel = "M",
      description =
          "Number of bins of the calibration errors, in 1 … 1000. Default: ${DEFAULT-VALUE}.")
  private int bins = Evaluation.Options.DEFAULT.bins();

  @Option(
      names = "--max-ece",
      paramLabel = "E",
      description = "Exit with code 4 if the ECE, a fraction in 0 … 1, is above this value.")
  private @Nullable Double maxEce;

  @Override
  protected Outcome execute() throws IOException {
    sliced.check(input.isMultiLabel());
    Evaluation.Options options =
        UsageException.checked(
            () -> Evaluation.Options.REPORT.withSeed(seed.seed()).withBins(bins));
    if (maxEce != null && !(maxEce >= 0 && maxEce <= 1)) {
      throw new UsageException("--max-ece must be in 0 … 1, got " + maxEce);
    }
    Set<NodeField> parts =
        EnumSet.of(NodeField.GRAPH, NodeField.LOGITS, NodeField.LABELS, NodeField.SPLIT);
    NodeData data = InputOptions.measured(input.read(parts, messages()), messages());
    data.logits()
        .filter(Logits::areDistributions)
        .ifPresent(logits -> messages().note("note: " + Method.LOOK_LIKE_PROBABILITIES));
    Probabilities evaluated = data.network();
    if (data.degrees().isEmpty()) {
      messages().note(NO_GRAPH);
    }
    Outcomes outcomes = testOutcomes(data, evaluated);
    Evaluation evaluation =
        Evaluation.of(outcomes, options)
            .orElseThrow(
                () ->
                    data.location()
                        .invalid(
                            input.isMultiLabel()
                                ? "at least one label must have both outcomes among test nodes"
                                : "at least one test node must have a known label, got %d test"
                                    + " nodes",
                            data.requireSplit().test().size()));
    Optional<LabelTables> labels = LabelTables.of(data, Map.of("network", evaluated), bins);
    List<Slice> slices = sliced.slices(data, evaluated, outcomes);
    List<Slice> classes =
        evaluated.areTopLabels() || input.isMultiLabel()
            ? List.of()
            : Slice.ofClasses(outcomes, data::className);
    if (report.isRequested()) {
      Page page =
          new CalibrationReport(
                  input.name(),
                  "the network",
                  Optional.empty(),
                  Optional.empty(),
                  List.of(Measured.of("measured", evaluation)),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  report.provenance(seed.seed(), input.fingerprint(data)))
              .page("test " + input.rowName());
      Page more = slices.isEmpty() ? page : page.with(SliceSection.of(slices));
      report.write(labels.map(tables -> tables.on(more)).orElse(more));
    }
    int exitCode = check(evaluation);
    Map<String, Object> fields = evaluation.fields(outcomes, options, classes);
    SliceSection.addTo(fields, slices);
    labels.ifPresent(tables -> tables.addTo(fields));
    return new Outcome(fields, text(evaluation, slices, classes, labels, exitCode), exitCode);
  }

  /** The outcomes of the test nodes whose label is known; with degrees where there is a graph. */
  static Outcomes testOutcomes(NodeData data, Probabilities probabilities) {
    Outcomes outcomes =
        Outcomes.of(probabilities, data.requireLabels(), data.requireSplit().test());
    Outcomes all = data.degrees().map(outcomes::withDegrees).orElse(outcomes);
    return data.ids().severalLabels().map(of -> all.withUnits(of::node)).orElse(all);
  }

  /** The exit code: whether the ECE is at most the requested maximum. */
  private int check(Evaluation evaluation) {
    double ece = evaluation.value(Metric.ECE);
    if (maxEce == null || ece <= maxEce) {
      return ExitCode.DONE;
    }
    messages()
        .warn(
            Format.text(
                "check failed: ece is %s, above --max-ece %s",
                Format.percent(ece), Format.percent(maxEce)));
    return ExitCode.CHECK_FAILED;
  }

  private ResultText text(
      Evaluation evaluation,
      List<Slice> slices,
      List<Slice> classes,
      Optional<LabelTables> labels,
      int exitCode) {
    ResultText text = text();
    String whose = input.ofProbabilities() ? "the model of these probabilities" : "the network";
    List<String> sentences = Verdict.summary(whose, evaluation, "test " + input.rowName());
    boolean rejected = evaluation.calibrationTest().map(Verdict::isRejected).orElse(false);
    Tone good = rejected ? Tone.WARNING : Tone.GOOD;
    text.head(exitCode == ExitCode.DONE ? good : Tone.ALARM, sentences.get(0));
    text.say(sentences.stream().skip(1).toArray(String[]::new));
    text.table(table(List.of("value"), text.isWide(), evaluation));
    text.table(
        DataTable.of(evaluation.reliability().bins())
            .column(
                "confidence", b -> NumberText.plain(b.from()) + " … " + NumberText.plain(b.to()))
            .column("count", bin -> Format.count(bin.count()))
            .column("mean confidence", bin -> Format.percent(bin.confidence()))
            .column("accuracy", bin -> Format.percent(bin.accuracy()))
            .table());
    if (text.isWide()) {
      evaluation.degrees().ifPresent(bins -> text.table(degrees(bins)));
    }
    if (!slices.isEmpty()) {
      String gap = "gap: mean confidence minus accuracy, above 0 if overconfident";
      text.table(SliceFigure.table(slices), gap, SliceSection.worst(slices));
    }
    if (sliced.byClass() && !classes.isEmpty()) {
      String accuracy = "accuracy: share of nodes of the class";
      String confidence = "confidence: mean probability of the class";
      text.table(byClass(classes), accuracy, confidence);
    }
    labels.ifPresent(tables -> tables.write(text));
    boolean advise = (rejected || labels.isPresent()) && !input.ofProbabilities();
    List<String> next = new ArrayList<>(advise ? List.of("calibrate") : List.of());
    if (advise) {
      next.addAll(input.arguments());
      next.addAll(List.of("--method", input.recommended()));
    }
    return text.end(next, report.written());
  }

  /** The table of the probabilities of classes, whose slices have the same first words. */
  private static DataTable byClass(List<Slice> classes) {
    DataTable table = SliceFigure.table(classes);
    return table.named(name -> name.replaceFirst("^class probability", "class"));
  }

  private static DataTable degrees(DegreeBins bins) {
    return DataTable.of(DegreePoint.of(bins))
        .column("degree", DegreePoint::degrees)
        .column("count", bin -> Format.count(bin.count()))
        .column("mean confidence", bin -> Format.percent(bin.confidence()))
        .column("accuracy", bin -> Format.percent(bin.accuracy()))
        .table();
  }

  /**
   * The metrics of evaluations under their names, with the last one's intervals and noise floors.
   *
   * @param wide whether all metrics and all intervals are shown
   */
  static DataTable table(List<String> names, boolean wide, Evaluation... evaluations) {
    int count = evaluations.length;
    Evaluation last = evaluations[count - 1];
    DataTable.Rows<Metric> rows =
        DataTable.of(
                last.values().keySet().stream()
                    .filter(metric -> wide || last.intervals().containsKey(metric))
                    .toList())
            .column("metric", Metric::title);
    for (int k = 0; k < count; k++) {
      Evaluation one = evaluations[k];
      rows = rows.column(names.get(k), metric -> metric.format(one.value(metric)));
      if (wide || k == count - 1) {
        rows = rows.column("95 % interval", metric -> interval(metric, one));
      }
    }
    rows = rows.column("noise floor", metric -> MetricText.floor(metric, last));
    return count == 1
        ? rows.table()
        : rows.column("PHI", m -> MetricText.improvement(m, evaluations[0].value(m), last.value(m)))
            .table();
  }

  private static String interval(Metric metric, Evaluation evaluation) {
    Interval interval = evaluation.intervals().get(metric);
    return interval == null ? "" : MetricText.range(metric, interval);
  }
}
