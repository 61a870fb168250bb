package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.ProbabilityFile;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.CalibrationReport;
import io.github.wats.report.NumberText;
import io.github.wats.report.Verdict;
import io.github.wats.report.figure.Measured;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats calibrate}: from a file of logits to calibrated probabilities. */
@Command(
    name = "calibrate",
    description = {
      "Fits a calibrator on the validation nodes and calibrates all nodes.",
      "Compares the metrics of the test nodes before and after calibration."
    },
    footer = {
      "",
      "Examples:",
      "  wats calibrate run.npz -o calibrated.npz --save model.json",
      "  wats calibrate run.npz --method ts --json",
      "  wats calibrate run.npz --report report.html --figures figures",
      "  wats calibrate --graph edges.csv --logits logits.npy --labels y.npy --split split.npz",
      "  wats calibrate --method ts --logits z.csv --labels y.csv --split split.csv -o out.csv"
    })
public final class CalibrateCommand extends Subcommand {
  @Mixin private InputOptions input = new InputOptions();
  @Mixin private MethodOptions method = new MethodOptions();
  @Mixin private SeedOption seed = new SeedOption();
  @Mixin private ReportOptions report = new ReportOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT.npz",
      description = "Write probabilities, classes, and temperatures if any, as .npz, .csv or .tsv.")
  private @Nullable Path output;

  @Option(
      names = "--save",
      paramLabel = "MODEL.json",
      description =
          "Write the fitted calibrator for apply, explain and monitor; takes five more fits.")
  private @Nullable Path save;

  @Option(
      names = "--no-baseline",
      description = "With --save, leave out the five fits that monitor needs to compare labels.")
  private boolean noBaseline;

  @Override
  protected Outcome execute() throws IOException {
    if (noBaseline && save == null) {
      throw new UsageException("--no-baseline has no effect without --save");
    }
    return calibrate(method.calibrator());
  }

  /** Everything that is shown or written is computed once. */
  Outcome calibrate(Calibrator<?> calibrator) throws IOException {
    NodeData data = input.readForFit(calibrator.needsFeatures(), messages());
    CalibrationData nodes = input.calibrationData(data, method.method());
    if (data.graph().isEmpty()) {
      messages().note(EvaluateCommand.NO_GRAPH);
    }
    Probabilities before = nodes.logits().softmax();
    if (report.isRequested() && EvaluateCommand.testOutcomes(data, before).isEmpty()) {
      throw new UsageException("a report needs test nodes with known labels");
    }
    FittedCalibrator fitted = data.location().checked(() -> calibrator.fit(nodes, seed.seed()));
    Calibration calibration = data.location().checked(() -> fitted.calibrate(nodes));
    FitReport fit = fitted.report().withNotes(calibration.notes()).withNotes(nodes.doubts());
    fit.notes().forEach(note -> messages().note("note: " + note));
    Optional<BeforeAfter> comparison =
        compare(fit.method(), data, before, calibration.probabilities());
    if (output != null) {
      ProbabilityFile.write(
          output,
          data,
          data.classNames(),
          calibration.probabilities(),
          calibration.temperatures(),
          Optional.empty());
    }
    Map<String, String> origin =
        save != null || report.isRequested() ? input.fingerprint(data) : Map.of();
    if (save != null) {
      CalibratorFile.write(
          save,
          fitted,
          origin,
          data.classNames(),
          DriftMonitor.Summary.of(nodes, calibration.probabilities()),
          noBaseline
              ? Optional.empty()
              : CalibrationBaseline.crossFitted(
                  calibrator, nodes, seed.seed(), note -> messages().note("note: " + note)),
          Optional.empty());
    }
    if (report.isRequested()) {
      BeforeAfter both = comparison.orElseThrow();
      report.write(
          new CalibrationReport(
                  input.name(),
                  "the network",
                  both.advice(),
                  both.change(),
                  both.sides(fit.method()),
                  Optional.of(fit),
                  data.graph().flatMap(graph -> ReportOptions.temperatures(calibration, graph)),
                  ReportOptions.mostChanged(fitted.method(), data, before, calibration),
                  report.provenance(seed.seed(), origin))
              .page());
    }
    Map<String, Object> fields = fields(fit, comparison);
    if (!data.classNames().isEmpty()) {
      fields.put("classNames", data.classNames());
    }
    return new Outcome(fields, text(fit, comparison) + report.written(output, save));
  }

  /**
   * The metrics of the test nodes: what the text, the JSON and the page show.
   *
   * @param choice between the network and the calibrator, by their losses
   * @param otherClasses how many nodes have another class than the network's
   */
  private record BeforeAfter(
      Evaluation before, Evaluation after, MethodChoice choice, long otherClasses) {
    /** What to do, where calibration does not help. */
    Optional<String> advice() {
      boolean leave = choice.method().equals(ComparisonOutput.UNCALIBRATED.name());
      return leave && choice.losses().size() > 1 && warning().isEmpty()
          ? Optional.of("By NLL on the test nodes, " + choice.reason() + ".")
          : Optional.empty();
    }

    Optional<String> change() {
      return Verdict.otherClasses(otherClasses, before, after);
    }

    Optional<String> warning() {
      return Verdict.warning(before, after);
    }

    List<Measured> sides(String method) {
      return List.of(
          Measured.of("before", before), Measured.of("after " + Methods.title(method), after));
    }
  }

  /** Empty without test nodes of known label. */
  private Optional<BeforeAfter> compare(
      String method, NodeData data, Probabilities network, Probabilities calibrated) {
    Options options = Options.REPORT.withSeed(seed.seed());
    Outcomes own = EvaluateCommand.testOutcomes(data, network);
    Outcomes other = EvaluateCommand.testOutcomes(data, calibrated);
    Optional<Evaluation> before = Evaluation.of(own, options);
    Optional<Evaluation> after = Evaluation.of(other, options);
    if (before.isEmpty() || after.isEmpty()) {
      messages().note("note: no test node has a known label, so there is nothing to compare");
      return Optional.empty();
    }
    Map<String, double[]> losses = new LinkedHashMap<>();
    losses.put(ComparisonOutput.UNCALIBRATED.name(), losses(own));
    losses.put(method, losses(other));
    IntStream all = IntStream.range(0, own.size());
    long others = all.filter(k -> own.predictedClass(k) != other.predictedClass(k)).count();
    BeforeAfter both = new BeforeAfter(before.get(), after.get(), MethodChoice.of(losses), others);
    both.warning().ifPresent(warning -> messages().note("note: " + warning));
    return Optional.of(both);
  }

  private static double[] losses(Outcomes nodes) {
    double[] losses = new double[nodes.size()];
    Arrays.setAll(losses, k -> MethodChoice.loss(nodes.probability(k, nodes.label(k))));
    return losses;
  }

  private Map<String, Object> fields(FitReport fit, Optional<BeforeAfter> comparison) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings());
    comparison.ifPresent(both -> fields.put("before", both.before.fields()));
    comparison.ifPresent(both -> fields.put("after", both.after.fields()));
    comparison.ifPresent(
        both ->
            fields.put(
                "phi",
                Metric.byKey(Metric.improvements(both.before.values(), both.after.values()))));
    fields.put(
        "noiseFloor",
        comparison.map(both -> Metric.byKey(both.after.noiseFloors())).orElse(Map.of()));
    comparison.ifPresent(both -> fields.put("intervals", intervals(both)));
    comparison.flatMap(BeforeAfter::warning).ifPresent(text -> fields.put("warning", text));
    comparison.ifPresent(
        both -> {
          fields.put("recommended", both.choice.method());
          fields.put("reason", both.choice.reason());
          fields.put("otherClasses", both.otherClasses);
        });
    fields.put("fit", fit.fields());
    return fields;
  }

  private static Map<String, Object> intervals(BeforeAfter both) {
    Map<String, Object> intervals = new LinkedHashMap<>();
    intervals.put("before", Metric.byKey(both.before.intervals()));
    intervals.put("after", Metric.byKey(both.after.intervals()));
    return intervals;
  }

  private static String text(FitReport fit, Optional<BeforeAfter> comparison) {
    String summary = fit.summary().isEmpty() ? "" : ", " + fit.summary();
    String how =
        Format.text("%s: fitted in %s%s%n", fit.method(), Format.seconds(fit.seconds()), summary);
    String nodes =
        comparison
            .map(both -> NumberText.counted(both.after.nodes(), "test node") + ", ")
            .orElse("");
    List<String> sides = List.of("before", "after");
    String table =
        comparison
            .map(both -> EvaluateCommand.table(sides, both.before, both.after))
            .map(text -> Format.text("%n%s", text))
            .orElse("");
    String verdict =
        comparison
            .map(
                both ->
                    Stream.of(
                            both.advice().stream(),
                            Verdict.summary("the network", both.sides(fit.method()), "test node")
                                .stream(),
                            both.change().stream())
                        .flatMap(sentences -> sentences))
            .map(sentences -> sentences.collect(Collectors.joining(System.lineSeparator())))
            .map(text -> Format.text("%s%n%n", text))
            .orElse("");
    return Format.text("%s%s%sseed %d%n%s", verdict, how, nodes, fit.seed(), table);
  }
}
