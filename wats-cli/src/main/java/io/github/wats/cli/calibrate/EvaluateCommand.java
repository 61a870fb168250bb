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
import io.github.wats.metrics.ReliabilityBins;
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
import java.util.LinkedHashMap;
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
    if (input.isMultiLabel()) {
      if (maxEce != null) {
        throw new UsageException("--max-ece does not apply with --multi-label");
      }
      return new LabelRun(input, messages(), text(), report, seed.seed())
          .evaluate(sliced.names(), bins);
    }
    sliced.check();
    Evaluation.Options options =
        UsageException.checked(
            () -> Evaluation.Options.REPORT.withSeed(seed.seed()).withBins(bins));
    if (maxEce != null && !(maxEce >= 0 && maxEce <= 1)) {
      throw new UsageException("--max-ece must be in 0 … 1, got " + maxEce);
    }
    Set<NodeField> parts =
        EnumSet.of(NodeField.GRAPH, NodeField.LOGITS, NodeField.LABELS, NodeField.SPLIT);
    NodeData data = input.read(parts, messages());
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
                            "at least one test node must have a known label, got %d test nodes",
                            data.requireSplit().test().size()));
    List<Slice> slices = sliced.slices(data, evaluated, outcomes);
    List<Slice> classes =
        evaluated.areTopLabels() ? List.of() : Slice.ofClasses(outcomes, data::className);
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
      report.write(slices.isEmpty() ? page : page.with(SliceSection.of(slices)));
    }
    int exitCode = check(evaluation);
    return new Outcome(
        fields(outcomes, evaluation, slices, classes),
        text(evaluation, slices, classes, exitCode),
        exitCode);
  }

  /** The outcomes of the test nodes whose label is known; with degrees where there is a graph. */
  static Outcomes testOutcomes(NodeData data, Probabilities probabilities) {
    Outcomes outcomes =
        Outcomes.of(probabilities, data.requireLabels(), data.requireSplit().test());
    return data.degrees().map(outcomes::withDegrees).orElse(outcomes);
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

  private Map<String, Object> fields(
      Outcomes outcomes, Evaluation evaluation, List<Slice> slices, List<Slice> classes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bins", bins);
    fields.put("seed", seed.seed());
    fields.put("metrics", evaluation.fields());
    fields.put("noiseFloor", Metric.byKey(evaluation.noiseFloors()));
    evaluation.calibrationTest().ifPresent(test -> fields.put("calibrationTest", test.fields()));
    fields.put("intervals", Metric.byKey(evaluation.intervals()));
    fields.putAll(curves(evaluation));
    if (outcomes.hasDegrees()) { // the bins of the error
      fields.put("degreeBins", DegreeBins.of(outcomes, bins).fields());
    }
    fields.put("classGaps", classes.stream().map(Slice::fields).toList());
    if (!slices.isEmpty()) {
      fields.put("slices", slices.stream().map(Slice::fields).toList());
      fields.put("worstSlice", SliceSection.worst(slices));
    }
    return fields;
  }

  /** What reliability, degree and risk-coverage diagrams draw. */
  static Map<String, Object> curves(Evaluation evaluation) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("reliability", evaluation.reliability().bins());
    evaluation.degrees().ifPresent(bins -> fields.put("degreeBins", bins.fields()));
    fields.put("coverage", evaluation.coverage());
    return fields;
  }

  private ResultText text(
      Evaluation evaluation, List<Slice> slices, List<Slice> classes, int exitCode) {
    ResultText text = text();
    List<Measured> measured = List.of(Measured.of("measured", evaluation));
    String whose = input.ofProbabilities() ? "the model of these probabilities" : "the network";
    List<String> sentences = Verdict.summary(whose, measured, "test " + input.rowName());
    boolean rejected = evaluation.calibrationTest().map(Verdict::isRejected).orElse(false);
    Tone good = rejected ? Tone.WARNING : Tone.GOOD;
    text.head(exitCode == ExitCode.DONE ? good : Tone.ALARM, sentences.get(0));
    text.say(sentences.stream().skip(1).toArray(String[]::new));
    text.table(table(List.of("value"), text.isWide(), evaluation));
    DataTable.Builder reliability =
        new DataTable.Builder("confidence", "nodes", "mean confidence", "accuracy");
    for (ReliabilityBins.Bin bin : evaluation.reliability().bins()) {
      String range = NumberText.plain(bin.from()) + " … " + NumberText.plain(bin.to());
      row(reliability, range, bin.count(), bin.confidence(), bin.accuracy());
    }
    text.table(reliability.build());
    if (text.isWide()) {
      evaluation.degrees().ifPresent(bins -> addDegrees(text, bins));
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
    boolean advise = rejected && !input.ofProbabilities();
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
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : table.rows()) {
      List<String> cells = new ArrayList<>(row);
      cells.set(0, row.get(0).replaceFirst("^class probability", "class"));
      rows.add(cells);
    }
    return new DataTable(table.header(), rows);
  }

  private static void addDegrees(ResultText text, DegreeBins bins) {
    DataTable.Builder table =
        new DataTable.Builder("degree", "nodes", "mean confidence", "accuracy");
    for (DegreePoint bin : DegreePoint.of(bins)) {
      row(table, bin.degrees(), bin.count(), bin.confidence(), bin.accuracy());
    }
    text.table(table.build());
  }

  private static void row(
      DataTable.Builder table, String range, long count, double confidence, double accuracy) {
    table.row(range, Format.count(count), Format.percent(confidence), Format.percent(accuracy));
  }

  /**
   * The metrics of evaluations under their names, with the last one's intervals and noise floors.
   *
   * @param wide whether all metrics and all intervals are shown
   */
  static DataTable table(List<String> names, boolean wide, Evaluation... evaluations) {
    Evaluation last = evaluations[evaluations.length - 1];
    List<String> header = new ArrayList<>(List.of("metric"));
    for (int k = 0; k < names.size(); k++) {
      header.add(names.get(k));
      header.addAll(wide || k == names.size() - 1 ? List.of("95 % interval") : List.of());
    }
    header.add("noise floor");
    header.addAll(evaluations.length == 2 ? List.of("PHI") : List.of());
    List<List<String>> rows = new ArrayList<>();
    for (Metric metric : last.values().keySet()) {
      Double floor = last.noiseFloors().get(metric);
      List<String> row = new ArrayList<>(List.of(metric.title()));
      for (int k = 0; k < evaluations.length; k++) {
        Interval interval = evaluations[k].intervals().get(metric);
        row.add(metric.format(evaluations[k].value(metric)));
        if (wide || k == evaluations.length - 1) {
          row.add(interval == null ? "" : MetricText.range(metric, interval));
        }
      }
      row.add(floor == null ? "" : metric.format(floor));
      if (evaluations.length == 2) {
        row.add(MetricText.improvement(metric, evaluations[0].value(metric), last.value(metric)));
      }
      if (wide || last.intervals().containsKey(metric)) {
        rows.add(row);
      }
    }
    return new DataTable(header, rows);
  }
}
