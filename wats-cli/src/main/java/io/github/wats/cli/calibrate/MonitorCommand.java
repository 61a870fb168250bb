package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.Part;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Outcomes;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats monitor}: whether a saved calibrator is still valid for new data. */
@Command(
    name = "monitor",
    description = {
      "Compares new data with what the fit of a calibrator saw.",
      "Nodes that are neither training nor validation nodes are compared, or else validation nodes."
    },
    footer = {
      "",
      "Examples:",
      "  wats monitor model.json new-run.npz",
      "  wats monitor model.json new-run.npz --alarm --json"
    })
public final class MonitorCommand extends Subcommand {
  private static final String CALIBRATION = "calibration";

  @Parameters(
      index = "0",
      paramLabel = "MODEL.json",
      description = "Calibrator written by calibrate --save or select --save.")
  private Path model = Path.of("");

  @Mixin private InputOptions input = new InputOptions();

  @Option(
      names = "--level",
      paramLabel = "L",
      description = "Probability of no alarm if nothing has changed. Default: ${DEFAULT-VALUE}.")
  private double level = 0.99;

  @Option(names = "--alarm", description = "Exit with code 4 if a check raises an alarm.")
  private boolean alarm;

  @Override
  protected Outcome execute() throws IOException {
    input.refuseMethodSettings();
    if (!(level > 0 && level < 1)) {
      throw new UsageException("--level must be above 0 and below 1, got " + level);
    }
    CalibratorFile.Stored stored = CalibratorFile.read(model);
    FittedCalibrator fitted = stored.calibrator();
    NodeData data = input.read(EnumSet.complementOf(EnumSet.of(Part.PROBABILITIES)), messages());
    stored.classNames(data);
    CalibrationData nodes = input.calibrationData(data, Methods.named(fitted.method()));
    Calibration calibration = data.origin().checked(() -> fitted.calibrate(nodes));
    Probabilities calibrated = calibration.probabilities();
    NodeSet monitored = DriftMonitor.monitored(nodes);
    data.origin().check(!monitored.isEmpty(), "at least one node must not be a training node");
    Optional<Outcomes> outcomes =
        data.labels()
            .map(labels -> Outcomes.of(calibrated, labels, monitored))
            .filter(known -> !known.isEmpty());
    List<String> notes = new ArrayList<>(calibration.notes());
    List<Finding> checks = new ArrayList<>();
    if (stored.summary().isPresent()) {
      DriftMonitor.Summary then = stored.summary().get();
      int others = outcomes.isPresent() ? 1 : 0;
      checks.addAll(data.origin().checked(() -> then.checks(nodes, calibrated, level, others)));
    } else {
      notes.add(
          model + " has no summary of its fit to compare with: write it with calibrate --save");
    }
    double limit = (checks.size() + 1) / (1 - level);
    outcomes.ifPresent(
        known -> checks.add(new Finding(CALIBRATION, DriftMonitor.evidence(known), limit)));
    notes.forEach(note -> messages().note("note: " + note));
    Optional<Evaluation> metrics =
        outcomes.flatMap(known -> Evaluation.of(known, Evaluation.Options.DEFAULT));
    boolean alarmed = checks.stream().anyMatch(Finding::alarm);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.report().method());
    fields.put("nodes", monitored.size());
    fields.put("level", level);
    fields.put("alarm", alarmed);
    fields.put("verdict", verdict(checks, metrics));
    fields.put("checks", checks);
    ExpectedAccuracy expected = ExpectedAccuracy.of(calibrated, monitored);
    fields.put("expectedAccuracy", expected);
    metrics.ifPresent(found -> fields.put("metrics", found.fields()));
    fields.put("notes", notes);
    Table table = new Table("check", "value", "limit", "");
    for (Finding check : checks) {
      String value = Format.text(check.value() < 1e6 ? "%.4f" : "%.1e", check.value());
      table.row(check.name(), value, Format.number(check.limit()), check.alarm() ? "alarm" : "");
    }
    metrics.ifPresent(
        found -> found.values().forEach((m, x) -> table.row(m.key(), m.format(x), "", "")));
    String text =
        Format.text(
            "%s%n%n%s%nexpected accuracy of %,d nodes: %s (%.2f … %.2f %%)%n",
            fields.get("verdict"),
            table,
            monitored.size(),
            Format.percent(expected.value()),
            100 * expected.low(),
            100 * expected.high());
    return new Outcome(fields, text, alarm && alarmed ? ExitCode.CHECK_FAILED : ExitCode.DONE);
  }

  private static String verdict(List<Finding> checks, Optional<Evaluation> metrics) {
    List<String> raised = checks.stream().filter(Finding::alarm).map(Finding::name).toList();
    if (raised.isEmpty()) {
      String data = checks.size() > 1 ? "the data are like those of the fit" : "nothing to compare";
      return "no alarm: "
          + data
          + (metrics.isPresent()
              ? "; labels agree with the probabilities"
              : "; no label has arrived");
    }
    String gap = metrics.map(m -> m.reliability().overconfidence() > 0 ? "high" : "low").orElse("");
    return "alarm: "
        + String.join(", ", raised)
        + (raised.contains(CALIBRATION)
            ? "; probabilities are too " + gap + ": fit again with new labels"
            : "; label some new nodes to see whether the probabilities still hold");
  }
}
