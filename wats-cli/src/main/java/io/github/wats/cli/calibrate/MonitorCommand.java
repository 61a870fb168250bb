package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.io.NodeData;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.Page;
import io.github.wats.report.Section;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.DriftFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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
  @Parameters(
      index = "0",
      paramLabel = "MODEL.json",
      description = "Calibrator written by calibrate --save or select --save.")
  private Path model = Path.of("");

  @Mixin private InputOptions input = new InputOptions();
  @Mixin private ReportOptions report = new ReportOptions();

  @Option(
      names = "--level",
      paramLabel = "L",
      description = "Probability of no alarm if nothing has changed. Default: ${DEFAULT-VALUE}.")
  private double level = 0.99;

  @Option(
      names = "--margin",
      paramLabel = "M",
      description =
          "How much worse labels may agree with probabilities than at the fit. Default:"
              + " ${DEFAULT-VALUE} (2 points of confidence).")
  private double margin = 0.02;

  @Option(names = "--alarm", description = "Exit with code 4 if a check raises an alarm.")
  private boolean alarm;

  @Override
  protected Outcome execute() throws IOException {
    if (!(level > 0 && level < 1)) {
      throw new UsageException("--level must be above 0 and below 1, got " + level);
    }
    if (!(margin >= 0 && margin < 1)) {
      throw new UsageException("--margin must be at least 0 and below 1, got " + margin);
    }
    CalibratorFile.Stored stored = CalibratorFile.read(model);
    FittedCalibrator fitted = stored.calibrator();
    NodeData data = input.read(InputOptions.ALL, messages());
    stored.classNames(data);
    CalibrationData nodes = input.calibrationData(data, Methods.named(fitted.method()));
    Calibration calibration = data.location().checked(() -> fitted.calibrate(nodes));
    Probabilities calibrated = calibration.probabilities();
    Probabilities predicted = data.calibrated(calibrated);
    NodeSet monitored = DriftMonitor.monitored(nodes);
    data.location().check(!monitored.isEmpty(), "at least one node must not be a training node");
    Optional<Outcomes> outcomes =
        data.labels()
            .map(labels -> Outcomes.of(predicted, labels, monitored))
            .filter(labeled -> !labeled.isEmpty());
    List<String> notes = new ArrayList<>(calibration.notes());
    // labels and data share the level
    double each = outcomes.isPresent() ? 1 - (1 - level) / 2 : level;
    List<Finding> checks = new ArrayList<>();
    if (stored.summary().isPresent()) {
      DriftMonitor.Summary then = stored.summary().get();
      checks.addAll(data.location().checked(() -> then.checks(nodes, calibrated, each)));
    } else {
      notes.add(model + " has no summary of its fit to compare with: calibrate --save writes one");
    }
    Optional<CalibrationBaseline> baseline = stored.baseline();
    List<Change> gaps =
        outcomes
            .flatMap(now -> baseline.map(then -> then.changes(now, each, margin)))
            .orElse(List.of());
    if (!gaps.isEmpty()) {
      checks.add(CalibrationBaseline.check(gaps, each));
    }
    if (baseline.isEmpty()) {
      notes.add(
          model
              + " does not say how labels agreed with its probabilities at the fit: new labels are"
              + " not compared, and the interval of the expected accuracy leaves out the"
              + " uncertainty of the fit; calibrate --save and select --save write it, from 50"
              + " labeled nodes on");
    }
    notes.forEach(note -> messages().note("note: " + note));
    Optional<Evaluation> metrics =
        outcomes.flatMap(now -> Evaluation.of(now, Evaluation.Options.DEFAULT));
    boolean alarmed = checks.stream().anyMatch(Finding::alarm);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.report().method());
    fields.put("nodes", monitored.size());
    fields.put("level", level);
    fields.put("alarm", alarmed);
    fields.put("verdict", verdict(checks, gaps, outcomes.isPresent()));
    fields.put("checks", checks);
    fields.put("gaps", gaps);
    ExpectedAccuracy expected = ExpectedAccuracy.of(predicted, monitored, baseline);
    fields.put("expectedAccuracy", expected);
    metrics.ifPresent(values -> fields.put("metrics", values.fields()));
    fields.put("notes", notes);
    DataTable.Builder table = new DataTable.Builder("check", "value", "limit", "");
    for (Finding check : checks) {
      String value = Format.text(check.value() < 1e6 ? "%.4f" : "%.1e", check.value());
      table.row(check.name(), value, Format.number(check.limit()), check.alarm() ? "alarm" : "");
    }
    metrics.ifPresent(
        all -> all.values().forEach((m, x) -> table.row(m.key(), m.format(x), "", "")));
    DataTable.Builder gapTable =
        new DataTable.Builder("confidence", "labels", "gap at the fit", "gap now", "no alarm");
    for (Change gap : gaps) {
      gapTable.row(
          gap.then().range(),
          Format.count(gap.now().nodes()),
          Format.percent(gap.then().mean()),
          Format.percent(gap.now().mean()),
          Format.text("%.2f … %.2f %%", 100 * gap.low(), 100 * gap.high()));
    }
    String text =
        Format.text(
            "%s%n%n%s%s%nexpected accuracy of %,d nodes: %s (%.2f … %.2f %%)%n",
            fields.get("verdict"),
            table,
            gaps.isEmpty() ? "" : Format.text("%n%s", gapTable),
            monitored.size(),
            Format.percent(expected.value()),
            100 * expected.low(),
            100 * expected.high());
    if (report.isRequested()) {
      Section.Builder section = new Section.Builder("drift", "Then and now");
      notes.forEach(note -> section.add(new Block.Warning("Note: " + note + ".")));
      if (!gaps.isEmpty()) {
        section.figure(DriftFigures.gaps(gaps, checks.get(checks.size() - 1)));
      }
      Optional<DriftMonitor.Summary> now = DriftMonitor.Summary.of(nodes, calibrated);
      if (stored.summary().isPresent() && now.isPresent()) {
        DriftMonitor.Summary then = stored.summary().get();
        section.figure(DriftFigures.distributions(then, now.get()));
        List<String> names =
            IntStream.range(0, calibrated.classCount()).mapToObj(data::className).toList();
        section.figure(DriftFigures.classes(then, now.get(), names));
      }
      section.add(new Block.Grid(table.build()));
      String expects = "Expected accuracy of %,d nodes: %s (%.2f … %.2f %%).";
      List<String> verdict =
          List.of(
              verdict(checks, gaps, outcomes.isPresent()) + ".",
              Format.text(
                  expects,
                  monitored.size(),
                  Format.percent(expected.value()),
                  100 * expected.low(),
                  100 * expected.high()));
      Section last = report.provenance(input.fingerprint(data)).section();
      report.write(new Page("Drift report", input.name(), verdict, List.of(section.build(), last)));
    }
    return new Outcome(
        fields, text + report.written(), alarm && alarmed ? ExitCode.CHECK_FAILED : ExitCode.DONE);
  }

  private String verdict(List<Finding> checks, List<Change> gaps, boolean labels) {
    List<String> raised = checks.stream().filter(Finding::alarm).map(Finding::name).toList();
    if (raised.isEmpty()) {
      boolean data = checks.size() > (gaps.isEmpty() ? 0 : 1);
      return "no alarm: "
          + (data ? "the data are like those of the fit" : "no data of the fit to compare with")
          + (labels ? labelText(gaps) : "; no label has arrived");
    }
    if (!raised.contains(CalibrationBaseline.CHECK)) {
      String advice = "; label some new nodes to see whether the probabilities still hold";
      return "alarm: " + String.join(", ", raised) + (labels ? labelText(gaps) : advice);
    }
    Change worst = Collections.max(gaps, Comparator.comparingDouble(Change::wealth));
    return Format.text(
        "alarm: %s; probabilities %sare too %s: fit again with new labels",
        String.join(", ", raised),
        worst.then().range().equals("all") ? "" : "of " + worst.then().range() + " ",
        worst.now().mean() < 0 ? "high" : "low");
  }

  private String labelText(List<Change> gaps) {
    String none = "; no evidence that the gap between accuracy and confidence is larger by more";
    return gaps.isEmpty()
        ? "; labels were not compared"
        : Format.text("%s than %.1f points", none, 100 * margin);
  }
}
