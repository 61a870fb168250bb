package io.github.wats.cli;

import io.github.wats.cli.ReportOptions.Facts;
import io.github.wats.cli.ReportOptions.Side;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.NodeData;
import io.github.wats.io.NodeFile.Part;
import io.github.wats.io.ProbabilityFile;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.MetricSet;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
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
final class EvaluateCommand extends Subcommand {
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
  private int bins = MetricSet.DEFAULT_BINS;

  @Option(
      names = "--max-ece",
      paramLabel = "E",
      description = "Exit with 4 if the error binned by confidence (a share, 0 … 1) is above this.")
  private @Nullable Double maxEce;

  @Override
  String commandName() {
    return "evaluate";
  }

  @Override
  Outcome execute() throws IOException {
    checkOptions();
    NodeData data = input.read(parts());
    Probabilities judged =
        probabilities == null ? data.requireLogits().softmax() : given(probabilities, data);
    NodeSet test = data.requireSplit().test();
    Evaluation evaluation =
        Evaluation.of(judged, data.requireLabels(), test, data.graph(), bins, seed.seed());
    MetricSet metrics =
        evaluation
            .metrics()
            .orElseThrow(
                () ->
                    data.origin()
                        .invalid(
                            "there must be a test node with a known label, got %d test nodes",
                            test.size()));
    Map<String, Double> floor = evaluation.noiseFloor();
    report.write(
        input.name(),
        List.of(new Side("measured", evaluation.outcomes())),
        Optional.empty(),
        new Facts(bins, seed.seed(), input.fingerprint(data)));
    return new Outcome(
        fields(evaluation, metrics, floor), text(evaluation, metrics, floor), check(metrics));
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
  private int check(MetricSet metrics) {
    if (maxEce == null || metrics.ece() <= maxEce) {
      return ExitCode.DONE;
    }
    messages()
        .warn(
            "check failed: ece is "
                + Format.percent(metrics.ece())
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

  private Map<String, Object> fields(
      Evaluation evaluation, MetricSet metrics, Map<String, Double> floor) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bins", bins);
    fields.put("seed", seed.seed());
    fields.put("metrics", Evaluation.fields(metrics));
    fields.put("noiseFloor", floor);
    fields.put("reliability", evaluation.reliability().bins());
    evaluation.degreeBins().ifPresent(found -> fields.put("degreeBins", found.bins()));
    return fields;
  }

  private static String text(Evaluation evaluation, MetricSet metrics, Map<String, Double> floor) {
    Table table = new Table("metric", "value", "noise floor");
    metrics
        .asMap()
        .forEach(
            (name, value) ->
                table.row(
                    name,
                    Format.metric(name, value),
                    floor.containsKey(name) ? Format.percent(floor.get(name)) : ""));
    List<String> blocks = new ArrayList<>();
    blocks.add(Format.count(metrics.nodes()) + " test nodes" + System.lineSeparator());
    blocks.add(table.toString());
    blocks.add(reliability(evaluation.reliability()).toString());
    Optional<DegreeBins> degrees = evaluation.degreeBins();
    if (degrees.isPresent()) {
      blocks.add(degrees(degrees.get()).toString());
    }
    return String.join(System.lineSeparator(), blocks);
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
