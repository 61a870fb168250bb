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
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.synthetic.GeneratorSettings;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.Backbone;
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
  record Network(Dataset data, Backbone backbone, CalibrationData input, Probabilities before) {}

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
        "training a network ("
            + MODEL
            + ") on "
            + Format.count(data.nodeCount())
            + " nodes, "
            + Format.count(data.graph().edgeCount())
            + " edges, "
            + data.labels().classCount()
            + " classes …");
    io.github.wats.nn.TrainingData nodes =
        new io.github.wats.nn.TrainingData(data.graph(), data.requiredFeatures(), data.labels());
    Logits logits =
        backbone
            .train(nodes, split, seed, TrainingListener.SILENT)
            .logits(data.graph(), data.requiredFeatures());
    CalibrationData input =
        CalibrationData.of(data.graph(), logits)
            .withFeatures(data.requiredFeatures())
            .withLabels(data.labels())
            .withSplit(split);
    return new Network(data, backbone, input, logits.softmax());
  }

  List<Fit> fitAll(Network network) {
    List<Fit> fits = new ArrayList<>();
    for (Method method : Methods.all()) {
      notes.accept("fitting " + method.name() + " …");
      fits.add(fit(network, method.calibrator()));
    }
    return fits;
  }

  private Fit fit(Network network, Calibrator<?> calibrator) {
    CalibrationData data = network.input;
    FittedCalibrator fitted = calibrator.fit(data, seed);
    Calibration calibration = fitted.calibrate(data);
    Outcomes outcomes =
        Outcomes.of(calibration.probabilities(), data.requireLabels(), data.requireSplit().test())
            .withDegrees(data.graph()::degree);
    String name =
        fitted.report().method().equals("uncalibrated")
            ? "before"
            : "after " + Methods.of(calibrator).title();
    Evaluation evaluation =
        Evaluation.of(outcomes, Evaluation.Options.REPORT.withSeed(seed))
            .orElseThrow(() -> new IllegalStateException("a generated graph has test nodes"));
    Optional<ChangedNodes> changed =
        MostChanged.of(fitted.method(), data, network.before, calibration, Integer::toString);
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
            Map.of("epochs", (long) network.backbone.optimization().epochs()));
    List<FitRecord> records = new ArrayList<>();
    for (Fit fit : fits) {
      Evaluation evaluation = fit.measured.evaluation();
      FitRecord.Result result =
          new FitRecord.Result(
              Evaluation.ofValues(
                  evaluation.nodes(), evaluation.values(), evaluation.noiseFloors()),
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
    StringBuilder command = new StringBuilder("wats dataset generate -o graph.npz");
    Map<String, Object> defaults = SettingsSchema.valuesOf(GeneratorSettings.DEFAULT);
    SettingsSchema.valuesOf(GRAPH)
        .forEach(
            (name, value) -> {
              if (!value.equals(defaults.get(name))) {
                command.append(" --").append(name).append(' ').append(Format.setting(value));
              }
            });
    return command.append(" --seed ").append(seed).toString();
  }
}
