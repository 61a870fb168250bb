package io.github.wats.spark.job;

import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.Settings;
import io.github.wats.spark.CalibrationMetrics;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What the job prints: the fields of {@code wats calibrate --json}, or a table for people. */
record JobResult(
    FitReport fit, Optional<CalibrationMetrics> before, Optional<CalibrationMetrics> after) {
  /** That of {@code wats calibrate}. */
  private static final int SCHEMA = 1;

  String json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schema", SCHEMA);
    fields.put("command", "calibrate");
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings().asMap());
    before.ifPresent(metrics -> fields.put("before", fields(metrics)));
    after.ifPresent(metrics -> fields.put("after", fields(metrics)));
    after.ifPresent(metrics -> fields.put("noiseFloor", metrics.noiseFloor()));
    Map<String, Object> how = new LinkedHashMap<>();
    how.put("epochs", fit.epochs());
    how.put("seconds", fit.seconds());
    how.put("converged", fit.converged());
    how.put("earlyStopping", Settings.choiceText(fit.earlyStopping()));
    how.put("notes", fit.notes());
    fields.put("fit", how);
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(fields)
        + System.lineSeparator();
  }

  private static Map<String, Object> fields(CalibrationMetrics metrics) {
    Map<String, Object> fields = new LinkedHashMap<>(metrics.asMap());
    fields.put("nodes", metrics.nodes());
    return fields;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%s: %d steps, early stopping %s, seed %d%s",
        fit.method(),
        fit.epochs(),
        Settings.choiceText(fit.earlyStopping()),
        fit.seed(),
        fit.converged() ? "" : ", NOT converged");
    if (before.isPresent() && after.isPresent()) {
      line(text, "%,d test nodes", after.get().nodes());
      line(text, "");
      line(text, "%-12s  %10s  %10s  %11s", "metric", "before", "after", "noise floor");
      Map<String, Double> then = before.get().asMap();
      Map<String, Double> floor = after.get().noiseFloor();
      after
          .get()
          .asMap()
          .forEach(
              (name, value) ->
                  line(
                      text,
                      "%-12s  %10s  %10s  %11s",
                      name,
                      number(name, then),
                      number(name, value),
                      floor.containsKey(name) ? number(name, floor) : ""));
    } else {
      line(text, "no test node has a known label: nothing to compare");
    }
    return text.toString();
  }

  private static String number(String name, Map<String, Double> values) {
    return number(name, values.getOrDefault(name, Double.NaN));
  }

  /** Errors and accuracies in percent, others with four digits. */
  private static String number(String name, double value) {
    return name.equals("nll") || name.equals("brier")
        ? String.format(Locale.ROOT, "%.4f", value)
        : String.format(Locale.ROOT, "%.2f %%", 100 * value);
  }

  @SuppressWarnings({"AnnotateFormatMethod", "FormatStringAnnotation"})
  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
  }
}
