package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ReportFiles;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import io.github.wats.cli.console.UsageException;
import io.github.wats.cli.console.Version;
import io.github.wats.experiment.FitKey;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.experiment.Protocol;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.TableJson;
import io.github.wats.experiment.Task;
import io.github.wats.experiment.Variant;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.report.CalibrationReport.Temperatures;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.MethodsReport;
import io.github.wats.report.MethodsReport.MethodResult;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import io.github.wats.report.figure.Measured;
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
import java.util.Set;
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

  /** Methods whose most changed nodes the page explains. */
  private static final Set<String> EXPLAINED = Set.of("wats", "ridge");

  /** The columns of the table. */
  private static final List<Metric> SHOWN =
      List.of(Metric.ECE, Metric.DEGREE_ECE, Metric.NLL, Metric.BRIER, Metric.ACCURACY);

  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the report and the GCN's node file. Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("wats-demo");

  @Option(
      names = "--figures",
      description = "Also write each figure as SVG and PNG into the subfolder figures.")
  private boolean figures;

  @Override
  protected Outcome execute() throws IOException {
    Path run = folder.resolve("run.npz");
    Path report = folder.resolve("report.html");
    refuseOtherFiles(run, report);
    makeFolder("--output", folder);
    Network network = train();
    List<Fit> fits = fitAll(network);
    messages().note("writing the report …");
    NodeFileWriter.write(run, network.nodes());
    Page page = page(network, fits);
    ReportFiles.write(page, report, figures ? folder.resolve("figures") : null);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seed", seed.seed());
    fields.put("results", TableJson.results(ResultTable.of(records(network, fits), List.of())));
    fields.put("report", report.toString());
    fields.put("run", run.toString());
    return new Outcome(fields, text(page, fits, report, run));
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

  /** A fitted method and what was measured with it. */
  private record Fit(
      FitReport report,
      Measured measured,
      Optional<Temperatures> temperatures,
      Optional<ChangedNodes> changed) {
    String method() {
      return report.method();
    }
  }

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

  private List<Fit> fitAll(Network network) {
    Probabilities before = network.input.logits().softmax();
    List<Fit> fits = new ArrayList<>();
    for (Method method : Methods.all()) {
      messages().note("fitting " + method.name() + " …");
      fits.add(fit(network, before, method.calibrator()));
    }
    return fits;
  }

  private Fit fit(Network network, Probabilities before, Calibrator<?> calibrator) {
    CalibrationData data = network.input;
    FittedCalibrator fitted = calibrator.fit(data, seed.seed());
    Calibration calibration = fitted.calibrate(data);
    Outcomes outcomes = EvaluateCommand.testOutcomes(network.nodes, calibration.probabilities());
    String name =
        fitted.report().method().equals("uncalibrated")
            ? "before"
            : "after " + Methods.of(calibrator).title();
    Evaluation evaluation =
        Evaluation.of(outcomes, Evaluation.Options.REPORT.withSeed(seed.seed()))
            .orElseThrow(() -> new IllegalStateException("a generated graph has test nodes"));
    Optional<ChangedNodes> changed =
        MostChanged.of(fitted.method(), network.nodes, before, calibration);
    Optional<Temperatures> temperatures = ReportOptions.temperatures(calibration, data.graph());
    return new Fit(fitted.report(), Measured.of(name, evaluation), temperatures, changed);
  }

  /** The fits as records of a benchmark of one run. */
  private List<FitRecord> records(Network network, List<Fit> fits) {
    Task task = new Task(network.data.name(), MODEL, 0);
    FitRecord.Origin origin =
        new FitRecord.Origin(
            Protocol.PAPER,
            seed.seed(),
            Version.value("version"),
            network.data.fingerprint(),
            PaperSettings.backbone(MODEL, network.data.name()).settings());
    List<FitRecord> records = new ArrayList<>();
    for (Fit fit : fits) {
      FitRecord.Result result =
          new FitRecord.Result(
              fit.measured.evaluation(),
              fit.report.epochs(),
              fit.report.converged(),
              fit.report.seconds(),
              0,
              List.of(),
              fit.report.notes());
      records.add(
          new FitRecord(
              new FitKey(task, Variant.of(fit.method())),
              origin,
              fit.report.settings(),
              Optional.of(result),
              Optional.empty()));
    }
    return records;
  }

  /** What the graph was made from, for the report. */
  private static Map<String, String> facts(Network network) {
    Map<String, String> facts = new LinkedHashMap<>();
    SettingsSchema.valuesOf(GRAPH)
        .forEach((name, value) -> facts.put("graph, " + name, Format.setting(value)));
    facts.put("data", network.data.fingerprint());
    return facts;
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

  private Page page(Network network, List<Fit> fits) {
    List<MethodResult> results =
        fits.stream()
            .map(fit -> new MethodResult(Methods.title(fit.method()), fit.measured()))
            .toList();
    int shown = fits.stream().map(Fit::method).toList().indexOf("wats");
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Version.text());
    facts.put("seed", "" + seed.seed());
    facts.putAll(facts(network));
    return new MethodsReport(
            TITLE,
            "the GCN",
            "The graph is generated, not real: it grows by preferential attachment, and labels are"
                + " wrong more often at nodes of low degree ("
                + graphCommand()
                + ").",
            results,
            shown,
            fits.get(shown).report(),
            fits.get(shown).temperatures(),
            fits.stream()
                .filter(fit -> EXPLAINED.contains(fit.method()))
                .flatMap(fit -> fit.changed().stream())
                .toList(),
            new Provenance("wats demo --seed " + seed.seed(), facts))
        .page();
  }

  private static String text(Page page, List<Fit> fits, Path report, Path run) {
    List<String> header = new ArrayList<>(List.of("method"));
    SHOWN.forEach(metric -> header.add(metric.title()));
    header.addAll(List.of("noise floor", "fit"));
    Table table = new Table(header);
    for (Fit fit : fits) {
      Evaluation evaluation = fit.measured().evaluation();
      List<String> row = new ArrayList<>(List.of(fit.method()));
      SHOWN.forEach(metric -> row.add(metric.format(evaluation.value(metric))));
      row.add(Metric.ECE.format(evaluation.noiseFloor(Metric.ECE)));
      row.add(Format.seconds(fit.report().seconds()));
      table.row(row);
    }
    return Format.text(
        "%s%n%n%s%nreport: %s%nnext:   %s calibrate %s --report report.html%n",
        page.verdict().get(0),
        table,
        report,
        System.getProperty("wats.command", "wats"), // as the launcher was called
        run);
  }
}
