package io.github.wats.cli.calibrate;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.wats.calibration.Method;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Format;
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
import io.github.wats.report.Page;
import io.github.wats.report.SliceSection;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.DegreePoint;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.SliceFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats evaluate}: the metrics of the test nodes. */
@Command(
    name = "evaluate",
    description = "Computes the metrics of logits or probabilities on the test nodes.",
    footer = {
      "",
      "Examples:",
      "  wats evaluate run.npz",
      "  wats evaluate run.npz --probabilities calibrated.npz --max-ece 0.02",
      "  wats evaluate run.npz --by degree,class,distance --group region.csv --report report.html"
    })
public final class EvaluateCommand extends Subcommand {
  /** What is said without a graph. */
  static final String NO_GRAPH = "note: there is no graph, so degree-binned ECE is left out";

  @Mixin private InputOptions input = new InputOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private ReportOptions report = new ReportOptions();
  @Mixin private SliceOptions sliced = new SliceOptions();

  @Option(
      names = "--probabilities",
      paramLabel = "OUT.npz",
      description = "Evaluate the array 'probabilities' of this file instead of the logits.")
  private @Nullable Path probabilities;

  @Option(
      names = "--bins",
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
    sliced.check();
    Evaluation.Options options =
        UsageException.checked(
            () -> Evaluation.Options.REPORT.withSeed(seed.seed()).withBins(bins));
    if (maxEce != null && !(maxEce >= 0 && maxEce <= 1)) {
      throw new UsageException("--max-ece must be in 0 … 1, got " + maxEce);
    }
    Set<NodeField> parts = EnumSet.of(NodeField.GRAPH, NodeField.LABELS, NodeField.SPLIT);
    if (probabilities == null) {
      parts.add(NodeField.LOGITS);
    }
    NodeData data = input.read(parts, Optional.ofNullable(probabilities), messages());
    data.logits()
        .filter(Logits::areDistributions)
        .ifPresent(logits -> messages().note("note: " + Method.LOOK_LIKE_PROBABILITIES));
    Probabilities evaluated =
        probabilities == null ? data.requireLogits().softmax() : data.requireProbabilities();
    if (data.graph().isEmpty()) {
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
    List<Slice> classes = Slice.ofClasses(outcomes, data::className);
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
              .page();
      report.write(slices.isEmpty() ? page : page.with(SliceSection.of(slices)));
    }
    return new Outcome(
        fields(evaluation, slices, classes),
        text(evaluation) + text(slices, classes),
        check(evaluation));
  }

  /** The outcomes of the test nodes whose label is known; with degrees where there is a graph. */
  static Outcomes testOutcomes(NodeData data, Probabilities probabilities) {
    Outcomes outcomes =
        Outcomes.of(probabilities, data.requireLabels(), data.requireSplit().test());
    return data.graph().map(graph -> outcomes.withDegrees(graph::degree)).orElse(outcomes);
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
      Evaluation evaluation, List<Slice> slices, List<Slice> classes) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bins", bins);
    fields.put("seed", seed.seed());
    fields.put("metrics", evaluation.fields());
    fields.put("noiseFloor", Metric.byKey(evaluation.noiseFloors()));
    evaluation.calibrationTest().ifPresent(test -> fields.put("calibrationTest", test.fields()));
    fields.put("intervals", Metric.byKey(evaluation.intervals()));
    fields.put("reliability", evaluation.reliability().bins());
    evaluation.degrees().ifPresent(bins -> fields.put("degreeBins", DegreeBin.of(bins)));
    fields.put("classGaps", classes.stream().map(Slice::fields).toList());
    if (!slices.isEmpty()) {
      fields.put("slices", slices.stream().map(Slice::fields).toList());
      fields.put("worstSlice", SliceSection.worst(slices));
    }
    return fields;
  }

  /** Bins that share a degree differ in {@code degrees}, as in the table. */
  private record DegreeBin(String degrees, @JsonUnwrapped DegreeBins.Bin bin) {
    static List<DegreeBin> of(DegreeBins bins) {
      List<String> degrees = bins.labels();
      return IntStream.range(0, degrees.size())
          .mapToObj(b -> new DegreeBin(degrees.get(b), bins.bins().get(b)))
          .toList();
    }
  }

  private static String text(Evaluation evaluation) {
    String table = table(List.of("value"), evaluation);
    DataTable.Builder reliability =
        new DataTable.Builder("confidence", "nodes", "mean confidence", "accuracy");
    for (ReliabilityBins.Bin bin : evaluation.reliability().bins()) {
      String range = Format.text("%.4f … %.4f", bin.from(), bin.to());
      row(reliability, range, bin.count(), bin.confidence(), bin.accuracy());
    }
    String test =
        evaluation
            .calibrationTest()
            .map(one -> Format.text("%s%n", MetricText.test(one)))
            .orElse("");
    String text =
        Format.text("%,d test nodes%n%n%s%s%n%s", evaluation.nodes(), table, test, reliability);
    return text + evaluation.degrees().map(EvaluateCommand::text).orElse("");
  }

  private String text(List<Slice> slices, List<Slice> classes) {
    String first = "%n%s%ngap: mean confidence minus accuracy, above 0 if overconfident%n%s%n";
    String second =
        "%n%s%naccuracy: share of nodes of the class; confidence: mean probability of the class%n";
    return (slices.isEmpty()
            ? ""
            : Format.text(first, SliceFigure.table(slices).text(), SliceSection.worst(slices)))
        + (sliced.byClass() ? Format.text(second, SliceFigure.table(classes).text()) : "");
  }

  private static String text(DegreeBins bins) {
    DataTable.Builder table =
        new DataTable.Builder("degree", "nodes", "mean confidence", "accuracy");
    for (DegreePoint bin : DegreePoint.of(bins)) {
      row(table, bin.degrees(), bin.count(), bin.confidence(), bin.accuracy());
    }
    boolean shared = bins.labels().stream().anyMatch(label -> label.matches(".*[a-z].*"));
    String note = shared ? "letters: parts of a degree that several rows share%n" : "";
    return Format.text("%n%s" + note, table);
  }

  private static void row(
      DataTable.Builder table, String range, long count, double confidence, double accuracy) {
    table.row(range, Format.count(count), Format.percent(confidence), Format.percent(accuracy));
  }

  /** The metrics of evaluations under their names, with intervals and the last one's floors. */
  static String table(List<String> names, Evaluation... evaluations) {
    List<String> header = new ArrayList<>(List.of("metric"));
    names.forEach(name -> header.addAll(List.of(name, "95 % interval")));
    header.add("noise floor");
    header.addAll(evaluations.length == 2 ? List.of("PHI") : List.of());
    Evaluation last = evaluations[evaluations.length - 1];
    List<List<String>> rows = new ArrayList<>();
    for (Metric metric : evaluations[0].values().keySet()) {
      List<String> row = new ArrayList<>(List.of(metric.key()));
      for (Evaluation evaluation : evaluations) {
        Interval interval = evaluation.intervals().get(metric);
        row.add(metric.format(evaluation.value(metric)));
        row.add(
            interval == null
                ? ""
                : metric.unit().bare(interval.low()) + " … " + metric.format(interval.high()));
      }
      Double floor = last.noiseFloors().get(metric);
      row.add(floor == null ? "" : metric.format(floor));
      if (evaluations.length == 2) {
        row.add(MetricText.improvement(metric, evaluations[0].value(metric), last.value(metric)));
      }
      rows.add(row);
    }
    return new DataTable(header, rows).text();
  }
}
