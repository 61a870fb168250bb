package io.github.wats.cli.calibrate;

import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ReportFiles;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.cli.console.Version;
import io.github.wats.decision.Comparison;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.experiment.Protocol;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
import io.github.wats.report.NumberText;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats demo}: a comparison of all methods that needs no data. */
@Command(
    name = "demo",
    description = {
      "Compares all methods on a generated graph, with a report.",
      "Generates the graph, trains a GCN on it and fits every method; needs no network or files."
    },
    footer = {"", "Examples:", "  wats demo", "  wats demo --seed 1 -o another-demo"})
public final class DemoCommand extends Subcommand {
  /** A graph on which the miscalibration of the network depends on where a node sits. */
  private static final GeneratorSettings GRAPH = GeneratorSettings.GROWING;

  private static final String TITLE = "Demo: every calibrator on a generated graph";

  private static final String MODEL = "gcn";

  /** Methods whose most changed nodes the page explains, after the recommended one. */
  private static final List<String> EXPLAINED = List.of("auto", "wats", "ridge");

  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the report and the GCN's node file. Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("wats-demo");

  @Option(
      names = "--figures",
      description = "Also write each figure as SVG into the subfolder figures.")
  private boolean figures;

  @Override
  protected Outcome execute() throws IOException {
    Path run = folder.resolve("run.npz");
    Path report = folder.resolve("report.html");
    refuseOtherFiles(run, report);
    makeFolder("--output", folder);
    messages().note("generating a graph …");
    Dataset data = Datasets.generate(GRAPH, seed.seed());
    NodeData nodes = train(data);
    ComparisonOutput output =
        ComparisonOutput.of(
            nodes,
            HeldOutEvaluation.testNodes(nodes.calibrationData(), seed.seed()),
            ComparisonOutput.atDefaults(Methods.all()),
            Evaluation.Options.REPORT,
            messages());
    messages().note("writing the report …");
    NodeFileWriter.write(run, nodes);
    Page page = page(data, output);
    ReportFiles.write(page, report, figures ? folder.resolve("figures") : null);
    Map<String, Object> fields = output.fields();
    fields.put("results", results(data.name(), output.comparison()));
    fields.put("report", report.toString());
    fields.put("run", run.toString());
    List<String> next = new ArrayList<>(output.next(List.of(run.toString())));
    ResultText text = output.write(text());
    return new Outcome(fields, text.end(next, output.summary(), "report: " + report));
  }

  /** Only the files of an earlier demo, whose page says so, may be replaced. */
  private static void refuseOtherFiles(Path run, Path report) throws IOException {
    boolean fresh = !Files.exists(run) && !Files.exists(report);
    boolean demo =
        Files.isRegularFile(run)
            && Files.isRegularFile(report)
            && Files.readString(report, StandardCharsets.ISO_8859_1).contains(TITLE);
    if (!fresh && !demo) {
      throw new UsageException(
          Format.text(
              "--output: %s would be replaced, but its folder is not of a demo: move the file away"
                  + " or give another folder",
              Files.exists(run) ? run : report));
    }
  }

  /** The nodes that a network was trained on, with its logits. */
  private NodeData train(Dataset data) {
    Split split = Protocol.PAPER.split(data.nodeCount(), seed.seed(), 0);
    Backbone backbone = PaperSettings.backbone(MODEL, data.name());
    messages()
        .note(
            Format.text(
                "training a network (%s) on %,d nodes, %,d edges, %d classes …",
                MODEL, data.nodeCount(), data.graph().edgeCount(), data.classCount()));
    FeatureMatrix features = data.requiredFeatures();
    TrainingData training = new TrainingData(data.graph(), features, data.labels());
    Logits logits =
        backbone
            .train(training, split, seed.seed(), TrainingListener.SILENT)
            .logits(data.graph(), features);
    return data.nodeData(Optional.of(split)).withLogits(logits);
  }

  /** The methods as the results of a benchmark of one run. */
  private static List<Map<String, Object>> results(String dataset, Comparison comparison) {
    List<Map<String, Object>> results = new ArrayList<>();
    comparison
        .evaluations()
        .forEach(
            (method, evaluation) -> {
              Map<String, Object> fields = new LinkedHashMap<>();
              fields.put("dataset", dataset);
              fields.put("model", MODEL);
              fields.put("method", method);
              fields.put("runs", 1);
              fields.putAll(oneRun(evaluation.values()));
              fields.put("paper", null); // it has no results on generated graphs
              fields.put("floors", oneRun(evaluation.noiseFloors()));
              fields.put("seconds", oneRun(comparison.seconds(method)));
              results.add(fields);
            });
    return results;
  }

  private static Map<String, Object> oneRun(Map<Metric, Double> values) {
    Map<String, Object> fields = new LinkedHashMap<>();
    values.forEach((metric, value) -> fields.put(metric.key(), oneRun(value)));
    return fields;
  }

  private static Map<String, Object> oneRun(double value) {
    return Map.of("mean", value, "std", 0.0);
  }

  /** The command that generates the graph again. */
  private String graphCommand() {
    Map<String, Object> defaults = SettingsSchema.valuesOf(GeneratorSettings.DEFAULT);
    String options =
        SettingsSchema.valuesOf(GRAPH).entrySet().stream()
            .filter(setting -> !setting.getValue().equals(defaults.get(setting.getKey())))
            .map(setting -> " --" + setting.getKey() + " " + NumberText.setting(setting.getValue()))
            .collect(Collectors.joining());
    return Format.text("wats dataset generate -o graph.npz%s --seed %d", options, seed.seed());
  }

  private Page page(Dataset data, ComparisonOutput output) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Version.text());
    facts.put("seed", "" + seed.seed());
    SettingsSchema.valuesOf(GRAPH)
        .forEach((name, value) -> facts.put("graph, " + name, NumberText.setting(value)));
    facts.put("data", data.fingerprint());
    return output.page(
        TITLE,
        "the GCN",
        List.of(
            output.comparison().recommendation(),
            "The graph is generated, not real: it grows by preferential attachment, and labels are"
                + " wrong more often at nodes of low degree ("
                + graphCommand()
                + ")."),
        Stream.concat(Stream.of(output.comparison().choice().method()), EXPLAINED.stream())
            .filter(name -> !name.equals(ComparisonOutput.UNCALIBRATED.name()))
            .distinct()
            .toList(),
        new Provenance("wats demo --seed " + seed.seed(), facts));
  }
}
