package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.Advice;
import io.github.wats.report.NumberText;
import io.github.wats.report.Page;
import io.github.wats.report.Section;
import io.github.wats.report.Section.Block;
import io.github.wats.report.figure.DataTable;
import io.github.wats.report.figure.DriftFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
  /** A check whose value is above this says so in words: only that of labels can be. */
  private static final double OVERWHELMING = 1e6;

  @Parameters(
      index = "0",
      paramLabel = "MODEL.json",
      description = "Calibrator written by calibrate --save or select --save.")
  private Path model = Path.of("");

  @Mixin private InputOptions input = new InputOptions();
  @Mixin private ReportOptions report = new ReportOptions();

  @Option(
      names = "--false-alarm",
      paramLabel = "P",
      description = "Probability of an alarm if nothing has changed. Default: ${DEFAULT-VALUE}.")
  private double falseAlarm = 0.01;

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
    if (!(falseAlarm > 0 && falseAlarm < 1)) {
      throw new UsageException("--false-alarm must be above 0 and below 1, got " + falseAlarm);
    }
    if (!(margin >= 0 && margin < 1)) {
      throw new UsageException("--margin must be at least 0 and below 1, got " + margin);
    }
    CalibratorFile.Stored stored = CalibratorFile.read(model);
    FittedCalibrator fitted = stored.calibrator();
    NodeData data = stored.prepared(input.readFor(stored, messages(), NodeField.values()));
    CalibrationData nodes = input.calibrationData(data, Methods.named(fitted.method()));
    Calibration calibration = data.location().checked(() -> fitted.calibrate(nodes));
    Probabilities calibrated = calibration.probabilities();
    Probabilities predicted = data.calibrated(calibrated);
    NodeSet monitored = DriftMonitor.monitored(nodes);
    data.location().check(!monitored.isEmpty(), "at least one node must not be a training node");
    Optional<Outcomes> outcomes =
        data.labels().map(labels -> Outcomes.of(predicted, labels, monitored));
    DriftMonitor.Result result =
        data.location()
            .checked(
                () ->
                    DriftMonitor.Result.of(
                        stored.summary(),
                        (then, each) -> then.checks(nodes, calibrated, each),
                        stored.baseline(),
                        outcomes,
                        falseAlarm,
                        margin));
    List<Finding> checks = result.checks();
    List<Change> gaps = result.gaps();
    boolean alarmed = result.alarm();
    List<String> notes = new ArrayList<>(calibration.notes());
    notes.addAll(stored.notes(model));
    notes.forEach(note -> messages().note("note: " + note));
    Optional<Evaluation> metrics =
        outcomes.flatMap(now -> Evaluation.of(now, Evaluation.Options.DEFAULT));
    Optional<ExpectedAccuracy> expected = // outcomes of a node are dependent
        stored.isOfLabels()
            ? Optional.empty()
            : Optional.of(ExpectedAccuracy.of(predicted, monitored, stored.baseline()));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fitted.report().method());
    fields.putAll(result.fields(monitored.size(), falseAlarm, expected, metrics));
    fields.put("notes", notes);
    ResultText text = text();
    Advice advice = Advice.ofMonitor(result.verdict(), alarmed);
    text.head(advice.good() ? Tone.GOOD : Tone.ALARM, advice.sentence());
    String accuracy = expected.map(of -> accuracy(of, monitored.size(), metrics)).orElse("");
    text.say(accuracy);
    addChecks(text, checks);
    if (text.isWide() && metrics.isPresent()) {
      text.table(EvaluateCommand.table(List.of("value"), true, metrics.get()));
    }
    if (!gaps.isEmpty() && (text.isWide() || alarmed)) {
      text.table(table(gaps), "gap: accuracy minus confidence, in points");
    }
    List<String> next = new ArrayList<>(List.of("calibrate"));
    next.addAll(input.arguments());
    next.addAll(List.of("--method", fitted.report().method(), "--save", "new-model.json"));
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
      section.add(new Block.Grid(findings(checks)));
      Section last = report.provenance(input.fingerprint(data)).section();
      List<String> said = List.of(text.sentence(), accuracy);
      report.write(new Page("Drift report", input.name(), said, List.of(section.build(), last)));
    }
    text.end(alarmed ? next : List.of(), report.written());
    return new Outcome(fields, text, alarm && alarmed ? ExitCode.CHECK_FAILED : ExitCode.DONE);
  }

  private String accuracy(ExpectedAccuracy expected, int nodes, Optional<Evaluation> now) {
    String measured =
        now.map(
                all ->
                    Format.text(
                        "; that of %s with a label is %s%s",
                        NumberText.counted(all.nodes(), input.rowName()),
                        NumberText.percent(all.value(Metric.ACCURACY)),
                        all.value(Metric.ACCURACY) < expected.low() ? ", lower than expected" : ""))
            .orElse("");
    return Format.text(
        "The expected accuracy of %s is %s (%s … %s)%s.",
        NumberText.counted(nodes, input.rowName()),
        NumberText.percent(expected.value()),
        NumberText.points(expected.low()),
        NumberText.percent(expected.high()),
        measured);
  }

  /** The alarms, and how many other checks passed; with {@code --wide} all checks. */
  private static void addChecks(ResultText text, List<Finding> checks) {
    List<Finding> alarms = checks.stream().filter(Finding::alarm).toList();
    int passed = checks.size() - alarms.size();
    String others = NumberText.counted(passed, alarms.isEmpty() ? "check" : "other check");
    String below =
        passed == 0 ? "" : others + " passed" + (text.isWide() ? "" : "; --wide shows all");
    if (text.isWide() || !alarms.isEmpty()) {
      text.table(findings(text.isWide() ? checks : alarms), below);
    } else {
      text.say(below);
    }
  }

  private static DataTable findings(List<Finding> checks) {
    return DataTable.of(checks)
        .column("check", Finding::name)
        .column("value", one -> isHuge(one) ? "over a million" : Format.number(one.value()))
        .column("limit", one -> NumberText.plain(one.limit()))
        .column(
            "", one -> !one.alarm() ? "" : isHuge(one) ? "alarm, overwhelming evidence" : "alarm")
        .table();
  }

  private static boolean isHuge(Finding check) {
    return check.value() > OVERWHELMING;
  }

  private static DataTable table(List<Change> gaps) {
    return DataTable.of(gaps)
        .column("confidence", gap -> gap.then().range())
        .column("labels", gap -> Format.count(gap.now().nodes()))
        .column("gap at the fit", gap -> NumberText.finePoints(gap.then().mean()))
        .column("gap now", gap -> NumberText.finePoints(gap.now().mean()))
        .column(
            "no alarm",
            gap -> NumberText.finePoints(gap.low()) + " … " + NumberText.finePoints(gap.high()))
        .table();
  }
}
