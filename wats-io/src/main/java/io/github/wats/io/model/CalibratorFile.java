package io.github.wats.io.model;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.io.Origin;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Files of fitted calibrators: method, settings, seed, fit, parameters, the data it was fitted on
 * and the library that wrote it. Equal fits give equal bytes.
 */
public final class CalibratorFile {
  private static final DocumentFormat FORMAT =
      new DocumentFormat("wats-calibrator", 2, "a stored calibrator");

  private CalibratorFile() {}

  /**
   * A calibrator read from a file.
   *
   * @param calibrator ready to be applied
   * @param library the version of the library that wrote it
   * @param data what it was fitted on, as passed to {@link #write}
   */
  public record Stored(FittedCalibrator calibrator, String library, Map<String, String> data) {}

  /** The file beside {@code file} that its large arrays are in, if it has any. */
  public static Path arraysOf(Path file) {
    return DocumentFormat.archiveOf(file);
  }

  /**
   * Writes a calibrator.
   *
   * @param data what it was fitted on: names and fingerprints of files
   */
  public static void write(Path file, FittedCalibrator calibrator, Map<String, String> data)
      throws IOException {
    CalibratorState form = calibrator.state();
    FitReport report = form.report();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("library", Library.VERSION);
    fields.put("method", report.method());
    fields.put("settings", report.settings());
    fields.put("seed", report.seed());
    fields.put("data", data);
    Map<String, Object> fit = new LinkedHashMap<>();
    fit.put("epochs", report.epochs());
    fit.put("converged", report.converged());
    fit.put("earlyStopping", SettingsSchema.text(report.earlyStopping()));
    fit.put("losses", report.losses());
    fit.put("validationLosses", report.validationLosses());
    fit.put("notes", report.notes());
    fields.put("fit", fit);
    fields.put("texts", form.texts());
    FORMAT.write(file, fields, form.arrays());
  }

  /** Reads a calibrator; one of another format or version, truncated or edited is refused. */
  public static Stored read(Path file) throws IOException {
    ObjectNode root = FORMAT.readTree(file);
    Origin origin = Origin.of(file);
    Calibrator<?> calibrator =
        origin.checked(
            () ->
                Methods.named(root.path("method").asString(""))
                    .calibrator(DocumentFormat.values(root.path("settings"))));
    JsonNode fit = root.path("fit");
    FitReport report =
        origin.checked(
            () ->
                new FitReport(
                    calibrator,
                    root.path("seed").longValue(),
                    fit.path("epochs").intValue(),
                    fit.path("losses").valueStream().map(JsonNode::doubleValue).toList(),
                    fit.path("validationLosses").valueStream().map(JsonNode::doubleValue).toList(),
                    fit.path("converged").booleanValue(),
                    0,
                    earlyStopping(fit.path("earlyStopping").asString("")),
                    fit.path("notes").valueStream().map(JsonNode::asString).toList()));
    CalibratorState form =
        new CalibratorState(FORMAT.arrays(file, root), texts(root.path("texts")), report);
    FittedCalibrator fitted = origin.checked(() -> Methods.restore(form));
    return new Stored(fitted, root.path("library").asString(""), texts(root.path("data")));
  }

  private static EarlyStopping earlyStopping(String text) {
    return SettingsSchema.of(Training.DEFAULT).bind(Map.of("early-stopping", text)).earlyStopping();
  }

  private static Map<String, String> texts(JsonNode object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.forEachEntry((name, value) -> texts.put(name, value.asString()));
    return texts;
  }
}
