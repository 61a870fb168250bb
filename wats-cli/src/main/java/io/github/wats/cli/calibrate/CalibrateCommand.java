package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.calibrate.ReportOptions.Facts;
import io.github.wats.cli.calibrate.ReportOptions.FittedMethod;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Part;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.figure.Measured;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats calibrate}: the main job, from a file of logits to calibrated probabilities. */
@Command(
    name = "calibrate",
    description = {
      "Fits a calibrator on the validation nodes and calibrates all nodes.",
      "Compares before and after on the test nodes."
    },
    footer = {
      "",
      "Examples:",
      "  wats calibrate run.npz -o calibrated.npz --save model.json",
      "  wats calibrate run.npz --method ts --json",
      "  wats calibrate run.npz --report report.html --figures figures",
      "  wats calibrate --graph edges.csv --logits logits.npy --labels y.npy --split split.npz"
    })
public final class CalibrateCommand extends Subcommand {
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private MethodOptions method = new MethodOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private ReportOptions report = new ReportOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT.npz",
      description = "Write probabilities, and temperatures if any; also as .csv or .tsv.")
  private @Nullable Path output;

  @Option(names = "--save", paramLabel = "MODEL.json", description = "Write the fitted calibrator.")
  private @Nullable Path save;

  @Override
  protected String commandName() {
    return "calibrate";
  }

  @Override
  protected Outcome execute() throws IOException {
    return calibrate(method.calibrator(input.methodSettings()));
  }

  /** Everything that is shown or written is computed once. */
  Outcome calibrate(Calibrator<?> calibrator) throws IOException {
    NodeData data = input.read(parts());
    data.requireLabels();
    data.origin()
        .check(
            !data.requireSplit().calibration().isEmpty(),
            "array 'val_mask' (or 'val_idx') must name at least one calibration node, got none");
    CalibrationData nodes = data.calibrationData();
    if (looksLikeProbabilities(nodes.logits())) {
      messages().note("note: the logits are shares that add up to 1: are they probabilities?");
    }
    FittedCalibrator fitted = data.origin().checked(() -> calibrator.fit(nodes, seed.seed()));
    FitReport fit = fitted.report();
    fit.notes().forEach(note -> messages().note("note: " + note));
    Calibration calibration = fitted.calibrate(nodes);
    Probabilities before = nodes.logits().softmax();
    Comparison comparison = compare(data, before, calibration.probabilities());
    if (output != null) {
      ProbabilityFile.write(
          output, data.ids(), calibration.probabilities(), calibration.temperatures());
    }
    Map<String, String> origin =
        save != null || report.isAsked() ? input.fingerprint(data) : Map.of();
    if (save != null) {
      CalibratorFile.write(save, fitted, origin);
    }
    if (report.isAsked()) {
      Optional<ChangedNodes> changed =
          MostChanged.of(fitted.method(), nodes, before, calibration, data.ids()::get);
      report.write(
          input.name(),
          comparison.sides(fit),
          Optional.of(new FittedMethod(fit, nodes.graph(), calibration, changed)),
          new Facts(seed.seed(), origin));
    }
    return new Outcome(fields(fit, comparison), text(fit, comparison) + written());
  }

  private Set<Part> parts() {
    Set<Part> parts = EnumSet.of(Part.GRAPH, Part.LOGITS, Part.LABELS, Part.SPLIT);
    if (method.method().needsFeatures()) {
      parts.add(Part.FEATURES);
    }
    return parts;
  }

  /** What the text, the JSON and the page show; empty without test nodes of known label. */
  private record Comparison(Optional<Evaluation> before, Optional<Evaluation> after) {
    List<Measured> sides(FitReport fit) {
      return Stream.concat(
              before.stream().map(evaluation -> Measured.of("before", evaluation)),
              after.stream()
                  .map(
                      evaluation ->
                          Measured.of("after " + Methods.title(fit.method()), evaluation)))
          .toList();
    }
  }

  private Comparison compare(NodeData data, Probabilities network, Probabilities calibrated) {
    Options options = report.evaluation(seed.seed());
    Outcomes given = EvaluateCommand.testOutcomes(data, network);
    Optional<Evaluation> before =
        Evaluation.of(given, report.isAsked() ? options : Options.METRICS);
    Optional<Evaluation> after =
        Evaluation.of(EvaluateCommand.testOutcomes(data, calibrated), options);
    if (before.isEmpty() || after.isEmpty()) {
      messages().note("note: no test node has a known label: nothing to compare");
    } else {
      double nll = before.get().value(Metric.NLL);
      double nllAfter = after.get().value(Metric.NLL);
      if (nllAfter > nll) {
        messages()
            .note(
                String.format(
                    "note: the NLL of the test nodes rose from %s to %s: it did more harm than"
                        + " good",
                    Metric.NLL.format(nll), Metric.NLL.format(nllAfter)));
      }
    }
    return new Comparison(before, after);
  }

  /** A frequent mistake, which makes the network look less sure than it is. */
  private static boolean looksLikeProbabilities(Logits logits) {
    for (int i = 0; i < logits.nodeCount(); i++) {
      double sum = 0;
      for (int c = 0; c < logits.classCount(); c++) {
        if (logits.get(i, c) < 0) {
          return false;
        }
        sum += logits.get(i, c);
      }
      if (Math.abs(sum - 1) > 1e-3) {
        return false;
      }
    }
    return true;
  }

  private Map<String, Object> fields(FitReport fit, Comparison comparison) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings());
    comparison.before().ifPresent(evaluation -> fields.put("before", evaluation.fields()));
    comparison.after().ifPresent(evaluation -> fields.put("after", evaluation.fields()));
    fields.put(
        "noiseFloor",
        comparison.after().map(after -> Metric.byKey(after.noiseFloors())).orElse(Map.of()));
    Map<String, Object> how = new LinkedHashMap<>();
    how.put("epochs", fit.epochs());
    how.put("seconds", fit.seconds());
    how.put("converged", fit.converged());
    how.put("earlyStopping", SettingsSchema.text(fit.earlyStopping()));
    how.put("notes", fit.notes());
    fields.put("fit", how);
    return fields;
  }

  private String written() {
    List<String> files =
        Stream.concat(Stream.of(output, save).flatMap(Stream::ofNullable), report.places())
            .map(Path::toString)
            .toList();
    String end = System.lineSeparator();
    return files.isEmpty() ? "" : end + "written to " + String.join(", ", files) + end;
  }

  private static String text(FitReport fit, Comparison comparison) {
    String end = System.lineSeparator();
    StringBuilder text = new StringBuilder();
    text.append(fit.method()).append(": fitted in ").append(Format.seconds(fit.seconds()));
    if (fit.epochs() > 0) {
      text.append(", ").append(fit.epochs()).append(" steps");
    }
    text.append(", early stopping ").append(SettingsSchema.text(fit.earlyStopping()));
    text.append(", seed ").append(fit.seed());
    text.append(fit.converged() ? "" : ", NOT converged").append(end);
    if (comparison.before().isPresent() && comparison.after().isPresent()) {
      Evaluation after = comparison.after().get();
      text.append(Format.count(after.nodes())).append(" test nodes").append(end);
      Table table = new Table("metric", "before", "after", "noise floor");
      comparison
          .before()
          .get()
          .values()
          .forEach(
              (metric, value) ->
                  table.row(
                      metric.key(),
                      metric.format(value),
                      metric.format(after.value(metric)),
                      EvaluateCommand.floor(after, metric)));
      text.append(end).append(table);
    }
    return text.toString();
  }
}
