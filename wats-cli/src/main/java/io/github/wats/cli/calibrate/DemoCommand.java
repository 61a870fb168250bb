package io.github.wats.cli.calibrate;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ReportFiles;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.cli.console.Version;
import io.github.wats.experiment.FitKey;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.experiment.Protocol;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.Task;
import io.github.wats.experiment.Variant;
import io.github.wats.experiment.page.TableJson;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.metrics.Evaluation;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Split;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats demo}: a comparison of all methods that needs no data. */
@Command(
    name = "demo",
    description = {
      "Compares all methods on a generated graph and writes a report.",
      "Generates the graph, trains a GCN on it and fits every method; needs no network or files."
    },
    footer = {"", "Examples:", "  wats demo", "  wats demo --seed 1 -o another-demo"})
public final class DemoCommand extends Subcommand {
  /** A graph on which the miscalibration of the network depends on where a node sits. */
  private static final GeneratorSettings GRAPH = GeneratorSettings.GROWING;

  private static final String TITLE = "Demo: every calibrator on a generated graph";

  private static final String MODEL = "gcn";

  private static final String SHOWN_IN_DETAIL = "wats";

  /** Methods whose most changed nodes the page explains. */
  private static final List<String> EXPLAINED = List.of("wats", "ridge");

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
    Network network = train();
    MethodComparison comparison =
        MethodComparison.of(
            network.nodes,
            network.input,
            HeldOutEvaluation.testNodes(network.input, seed.seed()),
            Methods.all(),
            seed.seed(),
            messages());
    Map<String, Evaluation> evaluations = comparison.evaluations();
    messages().note("writing the report …");
    NodeFileWriter.write(run, network.nodes());
    Page page = page(network, comparison, evaluations);
    ReportFiles.write(page, report, figures ? folder.resolve("figures") : null);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seed", seed.seed());
    fields.put("results", TableJson.results(table(network, comparison, evaluations)));
    fields.put("report", report.toString());
    fields.put("run", run.toString());
    return new Outcome(fields, text(comparison, report, run));
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

  /** The network and the nodes it was trained, calibrated and tested on. */
  private record Network(Dataset data, NodeData nodes, CalibrationData input) {}

  private Network train() {
    messages().note("generating a graph …");
    Dataset data = Datasets.generate(GRAPH, seed.seed());
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
    NodeData nodes = data.nodeData(Optional.of(split)).withLogits(logits);
    return new Network(data, nodes, nodes.calibrationData());
  }

  /** The fits as those of a benchmark of one run. */
  private ResultTable table(
      Network network, MethodComparison comparison, Map<String, Evaluation> evaluations) {
    Task task = new Task(network.data.name(), MODEL, 0);
    FitRecord.RunInfo info =
        new FitRecord.RunInfo(
            Protocol.PAPER,
            seed.seed(),
            Version.value("version"),
            network.data.fingerprint(),
            PaperSettings.backbone(MODEL, network.data.name()).settings());
    List<FitRecord> records = new ArrayList<>();
    evaluations.forEach(
        (method, evaluation) -> {
          FitReport fit = comparison.predictions(method).report();
          FitRecord.Result result =
              new FitRecord.Result(
                  evaluation,
                  fit.epochs(),
                  fit.converged(),
                  fit.seconds(),
                  0,
                  List.of(),
                  fit.notes());
          records.add(
              new FitRecord(
                  new FitKey(task, Variant.of(method)),
                  info,
                  fit.settings(),
                  Optional.of(result),
                  Optional.empty()));
        });
    return ResultTable.of(records, List.of());
  }

  /** The command that generates the graph again. */
  private String graphCommand() {
    Map<String, Object> defaults = SettingsSchema.valuesOf(GeneratorSettings.DEFAULT);
    String options =
        SettingsSchema.valuesOf(GRAPH).entrySet().stream()
            .filter(setting -> !setting.getValue().equals(defaults.get(setting.getKey())))
            .map(setting -> " --" + setting.getKey() + " " + Format.setting(setting.getValue()))
            .collect(Collectors.joining());
    return Format.text("wats dataset generate -o graph.npz%s --seed %d", options, seed.seed());
  }

  private Page page(
      Network network, MethodComparison comparison, Map<String, Evaluation> evaluations) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Version.text());
    facts.put("seed", "" + seed.seed());
    SettingsSchema.valuesOf(GRAPH)
        .forEach((name, value) -> facts.put("graph, " + name, Format.setting(value)));
    facts.put("data", network.data.fingerprint());
    return comparison.page(
        TITLE,
        "the GCN",
        List.of(
            comparison.recommendation(),
            "The graph is generated, not real: it grows by preferential attachment, and labels are"
                + " wrong more often at nodes of low degree ("
                + graphCommand()
                + ")."),
        evaluations,
        SHOWN_IN_DETAIL,
        EXPLAINED,
        new Provenance("wats demo --seed " + seed.seed(), facts));
  }

  private static String text(MethodComparison comparison, Path report, Path run) {
    List<String> methods = List.copyOf(comparison.methods().keySet());
    return Format.text(
        "%s%nreport: %s%nnext:   %s calibrate %s --report report.html%n",
        new ComparisonText(comparison, methods).text(),
        report,
        System.getProperty("wats.command", "wats"), // as the launcher was called
        run);
  }
}
