package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
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
import io.github.wats.report.BeforeAfter;
import io.github.wats.report.CalibrationReport;
import io.github.wats.report.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats calibrate}: from a file of logits to calibrated probabilities. */
@Command(
    name = "calibrate",
    description = {
      "Fits a calibrator and calibrates all nodes.",
      "Fits on the validation nodes; compares the metrics of the test nodes before and after"
          + " calibration."
    },
    footer = {
      "",
      "Examples:",
      "  wats calibrate run.npz -o calibrated.npz --save model.json",
      "  wats calibrate run.npz --method ts --json",
      "  wats calibrate run.npz --report report.html --figures figures",
      "  wats calibrate --graph e.csv --logits z.npy --labels y.npy --split split.npz",
      "  wats calibrate --method ts --logits z.csv --labels y.csv --split split.csv",
      "  wats calibrate --method isotonic predictions.csv -o calibrated.csv"
    })
public final class CalibrateCommand extends Subcommand {
  /** What a next command writes. */
  static final List<String> FILES = List.of("-o", "calibrated.npz", "--save", "model.json");

  /** What is said of pairs without a prior. */
  static final String SAMPLED_MIX =
      "probabilities hold for pairs drawn like the validation pairs, with as many links: give the"
          + " share of links among all pairs with --prior";

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
      order = GroupedHelp.ADVANCED,
      description = "With --save, leave out the five fits that monitor needs to compare labels.")
  private boolean noBaseline;

  @Option(
      names = "--no-metrics",
      description = "Leave out the metrics of the test nodes, which take longer than most fits.")
  private boolean noMetrics;

  @Option(
      names = "--metrics-if-worse",
      hidden = true,
      description = "Leave out the metrics where calibration increased neither NLL nor ECE.")
  private boolean metricsIfWorse;

  @Option(
      names = "--prior",
      order = GroupedHelp.ADVANCED,
      paramLabel = "P",
      description =
          "With --pairs: the share of links among all pairs, for which written probabilities then"
              + " hold. Metrics and the saved model are of the given mix of pairs.")
  private @Nullable Double prior;

  @Option(
      names = "--negatives-per-positive",
      order = GroupedHelp.ADVANCED,
      paramLabel = "K",
      description = "The same as --prior 1/(1 + K): so many pairs are not linked for one that is.")
  private @Nullable Double negatives;

  @Option(
      names = "--no-summary",
      hidden = true,
      description = "With --save, leave out what monitor compares new data with.")
  private boolean noSummary;

  @Option(
      names = "--fitted",
      paramLabel = "MODEL.json",
      hidden = true,
      description = "Show what this calibrator does, which was fitted on the same nodes before.")
  private @Nullable Path fittedBefore;

  @Override
  protected Outcome execute() throws IOException {
    if (noBaseline && save == null) {
      throw new UsageException("--no-baseline has no effect without --save");
    }
    if ((prior != null || negatives != null)
        && (!input.ofPairs() || (prior != null && negatives != null))) {
      throw new UsageException("give --prior or --negatives-per-positive, with --pairs alone");
    }
    Optional<Double> links = links();
    if (links.isPresent() && output == null) {
      throw new UsageException("--prior has no effect without -o: metrics are of the given pairs");
    }
    if (!links.map(share -> share > 0 && share < 1).orElse(true)) {
      throw new UsageException("--prior must be above 0 and below 1, got " + links.get());
    }
    return calibrate(input.ofRows(method.calibrator()));
  }

  /** Everything that is shown or written is computed once. */
  Outcome calibrate(Calibrator<?> calibrator) throws IOException {
    NodeData data = input.readForFit(calibrator.needsFeatures(), messages());
    CalibrationData nodes = input.calibrationData(data, method.method());
    if (data.degrees().isEmpty()) {
      messages().note(EvaluateCommand.NO_GRAPH);
    }
    boolean silent = noMetrics && !report.isRequested();
    Optional<Probabilities> network = silent ? Optional.empty() : Optional.of(data.network());
    if (report.isRequested()
        && EvaluateCommand.testOutcomes(data, network.orElseThrow()).isEmpty()) {
      throw new UsageException("a report needs test nodes with known labels");
    }
    if (fittedBefore == null) {
      tellLongFit(nodes);
    }
    FittedCalibrator fitted =
        fittedBefore != null
            ? CalibratorFile.read(fittedBefore).calibrator()
            : data.location().checked(() -> calibrator.fit(nodes, seed.seed()));
    Calibration calibration = data.location().checked(() -> fitted.calibrate(nodes));
    FitReport fit = fitted.report().withNotes(calibration.notes()).withNotes(nodes.doubts());
    fit.notes().forEach(note -> messages().note("note: " + note));
    if (input.ofPairs() && prior == null && negatives == null) {
      messages().note("note: " + SAMPLED_MIX);
    }
    Probabilities after = data.calibrated(calibration.probabilities());
    Optional<BeforeAfter> comparison =
        network
            .filter(before -> !metricsIfWorse || !isBetter(data, before, after))
            .flatMap(before -> compare(fit.method(), data, before, after));
    Optional<LabelTables> labels = comparison.flatMap(both -> labels(data, network, after));
    if (output != null) {
      ProbabilityFile.write(
          output,
          data,
          data.classNames(),
          withPrior(nodes, after),
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
          noSummary
              ? Optional.empty()
              : DriftMonitor.Summary.of(nodes, calibration.probabilities()),
          noBaseline || input.isMultiLabel()
              ? Optional.empty()
              : CalibrationBaseline.crossFitted(
                  calibrator, nodes, seed.seed(), note -> messages().note("note: " + note)),
          Optional.empty());
    }
    if (report.isRequested()) {
      BeforeAfter both = comparison.orElseThrow();
      Page page =
          new CalibrationReport(
                  input.name(),
                  "the network",
                  Optional.of(both.advice()),
                  both.change(),
                  both.sides(),
                  Optional.of(fit),
                  data.degrees().flatMap(of -> ReportOptions.temperatures(calibration, of)),
                  ReportOptions.mostChanged(
                      fitted.method(), data, network.orElseThrow(), calibration),
                  report.provenance(seed.seed(), origin))
              .page("test " + input.rowName());
      report.write(labels.map(tables -> tables.on(page)).orElse(page));
    }
    Map<String, Object> fields = BeforeAfter.fields(fit, comparison);
    if (report.isRequested()) {
      fields.put("figures", comparison.orElseThrow().of(Evaluation::curves));
    }
    if (!data.classNames().isEmpty()) {
      fields.put("classNames", data.classNames());
    }
    data.ids().severalLabels().ifPresent(all -> fields.put("labels", all.names()));
    labels.ifPresent(tables -> tables.addTo(fields));
    return new Outcome(fields, isJson() ? text() : text(fit, comparison, labels));
  }

  private static Optional<LabelTables> labels(
      NodeData data, Optional<Probabilities> network, Probabilities calibrated) {
    Map<String, Probabilities> both = new LinkedHashMap<>();
    both.put("before", network.orElseThrow());
    both.put("after", calibrated);
    return LabelTables.of(data, both, Options.REPORT.bins());
  }

  /** Their share among all pairs, if it is given. */
  private Optional<Double> links() {
    return Optional.ofNullable(prior)
        .or(() -> Optional.ofNullable(negatives).map(count -> 1 / (1 + count)));
  }

  /** For the share of links among all pairs instead of that among the validation pairs. */
  private Probabilities withPrior(CalibrationData pairs, Probabilities sampled) {
    if (links().isEmpty()) {
      return sampled;
    }
    double links = links().get();
    String rule = "--prior needs validation pairs of both labels";
    List<Double> from = pairs.validationShares().orElseThrow(() -> new UsageException(rule));
    return sampled.withPrior(
        from.stream().mapToDouble(share -> share).toArray(), new double[] {1 - links, links});
  }

  /** Tells what a long fit is likely to take. */
  private void tellLongFit(CalibrationData nodes) {
    double seconds = CompareCommand.seconds(method.method(), nodes);
    if (seconds > CompareCommand.LONG_SECONDS) {
      String text = "fitting %s: at its defaults about %.0f s of processor time for one fit …";
      messages().note(Format.text(text, method.method().name(), seconds));
    }
  }

  /** Whether NLL and ECE of the test nodes did not rise; not known of top labels, without NLL. */
  private static boolean isBetter(NodeData data, Probabilities network, Probabilities calibrated) {
    Outcomes own = EvaluateCommand.testOutcomes(data, network);
    Outcomes other = EvaluateCommand.testOutcomes(data, calibrated);
    return !own.isEmpty()
        && !network.areTopLabels()
        && Stream.of(Metric.NLL, Metric.ECE)
            .noneMatch(metric -> metric.isBetter(value(metric, own), value(metric, other)));
  }

  private static double value(Metric metric, Outcomes outcomes) {
    return metric.of(outcomes, Options.REPORT.bins()).orElseThrow();
  }

  /** Empty without test nodes of known label. */
  private Optional<BeforeAfter> compare(
      String method, NodeData data, Probabilities network, Probabilities calibrated) {
    Options options = Options.REPORT.withSeed(seed.seed());
    Outcomes own = EvaluateCommand.testOutcomes(data, network);
    Outcomes other = EvaluateCommand.testOutcomes(data, calibrated);
    Optional<BeforeAfter> both =
        BeforeAfter.of(method, own, other, options, "test " + input.rowName());
    if (both.isEmpty()) {
      messages().note("note: no test node has a known label, so there is nothing to compare");
    } else if (isJson()) {
      both.get().warning().ifPresent(warning -> messages().note("note: " + warning));
    }
    return both;
  }

  private static ResultText head(ResultText text, BeforeAfter both) {
    Tone tone = both.objection().isEmpty() ? Tone.GOOD : Tone.WARNING;
    return text.head(both.isCalibrated() ? tone : Tone.PLAIN, both.advice());
  }

  private ResultText text(
      FitReport fit, Optional<BeforeAfter> comparison, Optional<LabelTables> labels) {
    ResultText text = text();
    if (comparison.isPresent()) {
      BeforeAfter both = comparison.get();
      head(text, both);
      List<String> sentences = new ArrayList<>(both.summary());
      both.change().ifPresent(sentences::add);
      text.say(sentences.toArray(String[]::new));
      text.table(
          EvaluateCommand.table(
              List.of("before", "after"), text.isWide(), both.before(), both.after()));
      labels.ifPresent(tables -> tables.write(text));
    } else {
      text.head(Tone.PLAIN, BeforeAfter.unmeasured(fit));
    }
    String summary = fit.summary().isEmpty() ? "" : ", " + fit.summary();
    String how =
        Format.text("in %s%s, seed %d", Format.seconds(fit.seconds()), summary, fit.seed());
    boolean good = comparison.map(both -> both.choice().method().equals(fit.method())).orElse(true);
    String command = !good ? "compare" : output == null && save == null ? "calibrate" : "select";
    List<String> next = new ArrayList<>(List.of(command));
    next.addAll(input.arguments());
    if (good) {
      next.addAll(List.of("--method", fit.method()));
      next.addAll(command.equals("select") ? List.of("--risk", "0.05") : FILES);
    }
    return text.end(next, fit.method() + ": fitted " + how, report.written(output, save));
  }
}
