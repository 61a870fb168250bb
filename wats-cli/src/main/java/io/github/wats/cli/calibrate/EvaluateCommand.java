package io.github.wats.cli.calibrate;

import io.github.wats.cli.calibrate.ReportOptions.Facts;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Part;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.figure.Measured;
import java.io.IOException;
import java.nio.file.Path;
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

/** {@code wats evaluate}: how true the probabilities of the test nodes are. */
@Command(
    name = "evaluate",
    description = "Measures logits or probabilities on the test nodes.",
    footer = {
      "",
      "Examples:",
      "  wats evaluate run.npz",
      "  wats evaluate run.npz --probabilities calibrated.npz --max-ece 0.02"
    })
public final class EvaluateCommand extends Subcommand {
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private ReportOptions report = new ReportOptions();

  @Option(
      names = "--probabilities",
      paramLabel = "OUT.npz",
      description = "Measure the array 'probabilities' of this file instead of the logits.")
  private @Nullable Path probabilities;

  @Option(
      names = "--bins",
      paramLabel = "M",
      description = "Bins of the calibration errors. Default: ${DEFAULT-VALUE}.")
  private int bins = Evaluation.Options.DEFAULT.bins();

  @Option(
      names = "--max-ece",
      paramLabel = "E",
      description = "Exit with 4 if the error binned by confidence (a share, 0 … 1) is above this.")
  private @Nullable Double maxEce;

  @Override
  protected String commandName() {
    return "evaluate";
  }

  @Override
  protected Outcome execute() throws IOException {
    checkOptions();
    NodeData data = input.read(parts());
    Probabilities judged =
        probabilities == null ? data.requireLogits().softmax() : given(probabilities, data);
    Evaluation evaluation =
        Evaluation.of(testOutcomes(data, judged), report.evaluation(seed.seed()).withBins(bins))
            .orElseThrow(
                () ->
                    data.origin()
                        .invalid(
                            "there must be a test node with a known label, got %d test nodes",
                            data.requireSplit().test().size()));
    report.write(
        input.name(),
        List.of(Measured.of("measured", evaluation)),
        Optional.empty(),
        new Facts(seed.seed(), input.fingerprint(data)));
    return new Outcome(fields(evaluation), text(evaluation), check(evaluation));
  }

  /** The outcomes of the test nodes whose label is known; with degrees where there is a graph. */
  static Outcomes testOutcomes(NodeData data, Probabilities probabilities) {
    Outcomes outcomes =
        Outcomes.of(probabilities, data.requireLabels(), data.requireSplit().test());
    return data.graph().map(graph -> outcomes.withDegrees(graph::degree)).orElse(outcomes);
  }

  private static Probabilities given(Path file, NodeData data) throws IOException {
    Probabilities given = ProbabilityFile.read(file, data.ids());
    int known = data.requireLabels().classCount();
    if (given.classCount() != known) {
      throw new InvalidDataException(
          String.format(
              "%s: probabilities must be of the %d classes of the labels, got %d",
              file, known, given.classCount()));
    }
    return given;
  }

  /** The exit code: whether what the user demanded holds. */
  private int check(Evaluation evaluation) {
    double ece = evaluation.value(Metric.ECE);
    if (maxEce == null || ece <= maxEce) {
      return ExitCode.DONE;
    }
    messages()
        .warn(
            "check failed: ece is "
                + Format.percent(ece)
                + ", above --max-ece "
                + Format.percent(maxEce));
    return ExitCode.CHECK_FAILED;
  }

  private void checkOptions() {
    input.refuseMethodSettings();
    if (bins < 1) {
      throw new UsageException("--bins must be at least 1, got " + bins);
    }
    if (maxEce != null && !(maxEce >= 0 && maxEce <= 1)) {
      throw new UsageException("--max-ece is a share and must be in 0 … 1, got " + maxEce);
    }
  }

  private Set<Part> parts() {
    Set<Part> parts = EnumSet.of(Part.GRAPH, Part.LABELS, Part.SPLIT);
    if (probabilities == null) {
      parts.add(Part.LOGITS);
    }
    return parts;
  }

  private Map<String, Object> fields(Evaluation evaluation) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bins", bins);
    fields.put("seed", seed.seed());
    fields.put("metrics", evaluation.fields());
    fields.put("noiseFloor", Metric.byKey(evaluation.noiseFloors()));
    fields.put("reliability", evaluation.reliability().bins());
    evaluation.degrees().ifPresent(found -> fields.put("degreeBins", found.bins()));
    return fields;
  }

  private static String text(Evaluation evaluation) {
    Table table = new Table("metric", "value", "noise floor");
    evaluation
        .values()
        .forEach(
            (metric, value) ->
                table.row(metric.key(), metric.format(value), floor(evaluation, metric)));
    List<String> blocks = new ArrayList<>();
    blocks.add(Format.count(evaluation.nodes()) + " test nodes" + System.lineSeparator());
    blocks.add(table.toString());
    blocks.add(reliability(evaluation.reliability()).toString());
    evaluation.degrees().ifPresent(degrees -> blocks.add(degrees(degrees).toString()));
    return String.join(System.lineSeparator(), blocks);
  }

  /** The noise floor of a metric, or nothing. */
  static String floor(Evaluation evaluation, Metric metric) {
    Double floor = evaluation.noiseFloors().get(metric);
    return floor == null ? "" : metric.format(floor);
  }

  private static Table reliability(ReliabilityBins reliability) {
    Table table = new Table("confidence", "nodes", "mean confidence", "accuracy");
    for (ReliabilityBins.Bin bin : reliability.bins()) {
      table.row(
          Format.number(bin.from()) + " … " + Format.number(bin.to()),
          Format.count(bin.count()),
          Format.percent(bin.confidence()),
          Format.percent(bin.accuracy()));
    }
    return table;
  }

  private static Table degrees(DegreeBins degrees) {
    Table table = new Table("degree", "nodes", "mean confidence", "accuracy");
    for (DegreeBins.Bin bin : degrees.bins()) {
      table.row(
          bin.minDegree() + " … " + bin.maxDegree(),
          Format.count(bin.count()),
          Format.percent(bin.confidence()),
          Format.percent(bin.accuracy()));
    }
    return table;
  }
}
