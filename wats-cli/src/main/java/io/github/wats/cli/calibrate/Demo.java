package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.experiment.FitKey;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.experiment.Protocol;
import io.github.wats.experiment.Task;
import io.github.wats.experiment.Variant;
import io.github.wats.io.NodeData;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.Backbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.report.CalibrationReport.Temperatures;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.figure.Measured;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The work of {@code wats demo}: a graph, a network on it, and every calibrator on that. */
final class Demo {
  /** A graph on which the miscalibration of the network depends on where a node sits. */
  static final GeneratorSettings GRAPH = GeneratorSettings.GROWING;

  static final String MODEL = "gcn";

  private final long seed;
  private final Consumer<String> notes;

  /**
   * @param notes receives a line at each step
   */
  Demo(long seed, Consumer<String> notes) {
    this.seed = seed;
    this.notes = notes;
  }

  /** The network and the nodes it was trained, calibrated and tested on. */
  record Network(Dataset data, NodeData nodes, CalibrationData input) {}

  /** A fitted method and what was measured with it. */
  record Fit(
      FitReport report,
      Measured measured,
      Optional<Temperatures> temperatures,
      Optional<ChangedNodes> changed) {
    String method() {
      return report.method();
    }
  }

  Network train() {
    notes.accept("generating a graph …");
    Dataset data = Datasets.generate(GRAPH, seed);
    Split split = Protocol.PAPER.split(data.nodeCount(), seed, 0);
    Backbone backbone = PaperSettings.backbone(MODEL, data.name());
    notes.accept(
        Format.text(
            "training a network (%s) on %,d nodes, %,d edges, %d classes …",
            MODEL, data.nodeCount(), data.graph().edgeCount(), data.classCount()));
    FeatureMatrix features = data.requiredFeatures();
    TrainingData training = new TrainingData(data.graph(), features, data.labels());
    Logits logits =
        backbone
            .train(training, split, seed, TrainingListener.SILENT)
            .logits(data.graph(), features);
    NodeData nodes = data.nodeData(Optional.of(split)).withLogits(logits);
    return new Network(data, nodes, nodes.calibrationData());
  }

  List<Fit> fitAll(Network network) {
    Probabilities before = network.input.logits().softmax();
    List<Fit> fits = new ArrayList<>();
    for (Method method : Methods.all()) {
      notes.accept("fitting " + method.name() + " …");
      fits.add(fit(network, before, method.calibrator()));
    }
    return fits;
  }

  private Fit fit(Network network, Probabilities before, Calibrator<?> calibrator) {
    CalibrationData data = network.input;
    FittedCalibrator fitted = calibrator.fit(data, seed);
    Calibration calibration = fitted.calibrate(data);
    Outcomes outcomes = EvaluateCommand.testOutcomes(network.nodes, calibration.probabilities());
    String name =
        fitted.report().method().equals("uncalibrated")
            ? "before"
            : "after " + Methods.of(calibrator).title();
    Evaluation evaluation =
        Evaluation.of(outcomes, Evaluation.Options.REPORT.withSeed(seed))
            .orElseThrow(() -> new IllegalStateException("a generated graph has test nodes"));
    Optional<ChangedNodes> changed =
        MostChanged.of(fitted.method(), data, before, calibration, Integer::toString);
    Optional<Temperatures> temperatures = ReportOptions.temperatures(calibration, data.graph());
    return new Fit(fitted.report(), Measured.of(name, evaluation), temperatures, changed);
  }

  /** The fits as records of a benchmark of one run. */
  List<FitRecord> records(Network network, List<Fit> fits, String version) {
    Task task = new Task(network.data.name(), MODEL, 0);
    FitRecord.Origin origin =
        new FitRecord.Origin(
            Protocol.PAPER,
            seed,
            version,
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
  static Map<String, String> facts(Network network) {
    Map<String, String> facts = new LinkedHashMap<>();
    SettingsSchema.valuesOf(GRAPH)
        .forEach((name, value) -> facts.put("graph, " + name, Format.setting(value)));
    facts.put("data", network.data.fingerprint());
    return facts;
  }

  /** The command that generates the graph again. */
  String graphCommand() {
    Map<String, Object> defaults = SettingsSchema.valuesOf(GeneratorSettings.DEFAULT);
    String options =
        SettingsSchema.valuesOf(GRAPH).entrySet().stream()
            .filter(setting -> !setting.getValue().equals(defaults.get(setting.getKey())))
            .map(setting -> " --" + setting.getKey() + " " + Format.setting(setting.getValue()))
            .collect(Collectors.joining());
    return Format.text("wats dataset generate -o graph.npz%s --seed %d", options, seed);
  }
}
