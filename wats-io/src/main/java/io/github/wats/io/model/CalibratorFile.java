package io.github.wats.io.model;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.calibration.Training;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.NodeData;
import io.github.wats.prediction.Logits;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Files of fitted calibrators: method, settings, seed, fit, parameters, the data it was fitted on
 * and the library that wrote it. Equal fits give equal bytes.
 */
public final class CalibratorFile {
  private static final DocumentFormat FORMAT =
      new DocumentFormat("wats-calibrator", 2, "a stored calibrator");

  static final String CLASSES = "classes";

  /** Among the data of a fit on pairs: the fingerprint of their file. */
  public static final String PAIRS = "pairs.sha256";

  private static final String SCORES = "scores"; // in the data; files without it are of logits
  private static final String ZERO = "zero"; // the logarithm of it stands for that of 0
  private static final String SUMMARY = "summary";
  private static final String BASELINE = "baseline";
  private static final String ACCEPTANCE = "acceptance";

  private CalibratorFile() {}

  /**
   * A calibrator read from a file.
   *
   * @param calibrator ready to be applied
   * @param library the version of the library that wrote it
   * @param data what it was fitted on, as passed to {@link #write}
   * @param summary what the fit saw, for {@code monitor}, if the writer had it
   * @param baseline how labels agreed with the probabilities at the fit, for {@code monitor}
   * @param acceptance which predictions are accepted, if {@code select} wrote the file
   */
  public record Stored(
      FittedCalibrator calibrator,
      String library,
      Map<String, String> data,
      Optional<DriftMonitor.Summary> summary,
      Optional<CalibrationBaseline> baseline,
      Optional<Acceptance.Rules> acceptance) {
    /** The names of the classes in the order of the fit; empty if they had none. */
    public List<String> classNames() {
      return data.containsKey(CLASSES) ? List.of(data.get(CLASSES).split("\n", -1)) : List.of();
    }

    /** Whether it was fitted on pairs of nodes; false also where the file does not say. */
    public boolean isOfPairs() {
      return data.containsKey(PAIRS);
    }

    /** Whether the rows are labels of nodes. */
    public boolean isOfLabels() {
      return calibrator instanceof MultiLabelCalibrator.Fitted;
    }

    /** What {@code monitor} cannot compare, for want of it in the file. */
    public List<String> notes(Object file) {
      List<String> notes = new ArrayList<>();
      if (summary.isEmpty()) {
        notes.add(file + " has no summary of its fit to compare with: calibrate --save writes one");
      }
      if (baseline.isEmpty() && !isOfLabels()) {
        notes.add(
            file
                + " does not say how labels agreed with its probabilities at the fit: new labels"
                + " are not compared, and the interval of the expected accuracy leaves out the"
                + " uncertainty of the fit; calibrate --save and select --save write it, from 50"
                + " labeled nodes on");
      }
      return notes;
    }

    /** What the scores of the fit were. */
    public Logits.Source scores() {
      String own = data.getOrDefault(SCORES, name(Logits.Source.LOGITS));
      return Logits.Source.valueOf(own.toUpperCase(Locale.ROOT));
    }

    /** What probabilities of 0 were taken as, unless the fit was on logits or the file is old. */
    public OptionalDouble zero() {
      String text = data.getOrDefault(ZERO, "");
      return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }

    /**
     * Data to calibrate as those of the fit were: with its zeros, and the names of its classes if
     * they have none.
     *
     * @throws InvalidDataException if classes, or the kind of scores, differ from those of the fit
     */
    public NodeData prepared(NodeData nodes) {
      checkScores(nodes);
      List<String> own = nodes.classNames();
      List<String> fitted = classNames();
      String rule = "classes must be those of the fit in their order, %s, got %s";
      boolean same = fitted.isEmpty() || own.isEmpty() || own.equals(fitted);
      nodes.location().check(same, rule, fitted, own);
      return nodes.withZero(zero()).withClassNames(own.isEmpty() || isOfLabels() ? fitted : own);
    }

    /** Refuses scores of another kind than those of the fit, and says what to give. */
    private void checkScores(NodeData nodes) {
      String fitted = name(scores());
      String advice =
          switch (fitted) {
            case "logits" -> "give the network's raw scores ('logits', --logits FILE)";
            case "probabilities" ->
                "give its probabilities ('probabilities', --probabilities FILE)";
            default -> "give a table with the columns prediction and confidence";
          };
      String got = name(nodes.scores());
      String rule = "must have %s, which the model was fitted on, got %s: %s, or fit again on %s";
      nodes.location().check(fitted.equals(got), rule, fitted, got, advice, got);
    }
  }

  /** What the data of a fit, as passed to {@link #write}, say of the scores of the network. */
  public static Map<String, String> scores(Logits.Source source, OptionalDouble zero) {
    Map<String, String> data = new LinkedHashMap<>();
    if (source != Logits.Source.LOGITS) {
      data.put(SCORES, name(source));
    }
    zero.ifPresent(value -> data.put(ZERO, Double.toString(value)));
    return data;
  }

  private static String name(Logits.Source source) {
    return source.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Writes a calibrator.
   *
   * @param data what it was fitted on: names and fingerprints of files
   */
  public static void write(Path file, FittedCalibrator calibrator, Map<String, String> data)
      throws IOException {
    write(file, calibrator, data, List.of(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** Writes a calibrator with all that {@link Stored} has. */
  public static void write(
      Path file,
      FittedCalibrator calibrator,
      Map<String, String> data,
      List<String> classNames,
      Optional<DriftMonitor.Summary> summary,
      Optional<CalibrationBaseline> baseline,
      Optional<Acceptance.Rules> acceptance)
      throws IOException {
    if (calibrator instanceof MultiLabelCalibrator.Fitted several) {
      LabelsFile.write(file, several, data, classNames, summary, acceptance);
      return;
    }
    Map<String, String> all = new LinkedHashMap<>(data);
    if (!classNames.isEmpty()) {
      all.put(CLASSES, String.join("\n", classNames));
    }
    Map<String, Object> more = new LinkedHashMap<>();
    summary.ifPresent(value -> more.put(SUMMARY, value));
    baseline.ifPresent(value -> more.put(BASELINE, value));
    acceptance.ifPresent(value -> more.put(ACCEPTANCE, value));
    CalibratorState form = calibrator.state();
    FORMAT.write(file, Fields.of(form, all), more, form.arrays());
  }

  /** Reads a calibrator; one of another format or version, truncated or edited is refused. */
  public static Stored read(Path file) throws IOException {
    if (LabelsFile.isOne(file)) {
      return LabelsFile.read(file);
    }
    DocumentFormat.Document<Fields> document = FORMAT.read(file, Fields.class);
    Fields fields = document.fields();
    FittedCalibrator fitted =
        Location.of(file)
            .checked(
                () -> {
                  CalibratorState state =
                      new CalibratorState(document.arrays(), fields.texts, fields.report());
                  state.integers(CLASSES, 1, 1, Integer.MAX_VALUE);
                  return Methods.restore(state);
                });
    return new Stored(
        fitted,
        fields.library,
        fields.data,
        document.optional(SUMMARY, DriftMonitor.Summary.class),
        document.optional(BASELINE, CalibrationBaseline.class),
        document.optional(ACCEPTANCE, Acceptance.Rules.class));
  }

  record Fields(
      String library,
      String method,
      Map<String, Object> settings,
      long seed,
      Map<String, String> data,
      Fit fit,
      Map<String, String> texts) {
    static Fields of(CalibratorState state, Map<String, String> data) {
      FitReport report = state.report();
      return new Fields(
          Library.VERSION,
          report.method(),
          report.settings(),
          report.seed(),
          data,
          Fit.of(report),
          state.texts());
    }

    FitReport report() {
      return new FitReport(
          calibrator(),
          seed,
          fit.epochs,
          fit.losses,
          fit.validationLosses,
          fit.converged,
          0,
          SettingsSchema.of(Training.DEFAULT)
              .bind(Map.of("early-stopping", fit.earlyStopping))
              .earlyStopping(),
          fit.notes,
          FitReport.UNKNOWN_CLASSES);
    }

    /** Once auto chose a method, which its files hold: they are files of that method. */
    private Calibrator<?> calibrator() {
      String chosen = texts.get("chosen");
      if (chosen == null) {
        return Methods.named(method).calibrator(settings);
      }
      Map<String, String> own = new LinkedHashMap<>();
      for (String name : Methods.named(chosen).schema().names()) {
        own.put(name, texts.get("chosen." + name));
      }
      own.values().removeIf(Objects::isNull);
      return Methods.named(chosen).calibrator(own);
    }
  }

  record Fit(
      int epochs,
      boolean converged,
      String earlyStopping,
      List<Double> losses,
      List<Double> validationLosses,
      List<String> notes) {
    static Fit of(FitReport report) {
      return new Fit(
          report.epochs(),
          report.converged(),
          SettingsSchema.text(report.earlyStopping()),
          report.losses(),
          report.validationLosses(),
          report.notes());
    }
  }
}
