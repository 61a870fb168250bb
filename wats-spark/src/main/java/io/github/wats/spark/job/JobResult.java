package io.github.wats.spark.job;

import io.github.wats.calibration.FitReport;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The output of the job: the fields of {@code wats calibrate --json}, or a table. */
record JobResult(FitReport fit, Optional<Evaluation> before, Optional<Evaluation> after) {
  /** As in {@code wats calibrate}. */
  private static final int SCHEMA = 1;

  String json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schema", SCHEMA);
    fields.put("command", "calibrate");
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings());
    before.ifPresent(measured -> fields.put("before", measured.fields()));
    after.ifPresent(measured -> fields.put("after", measured.fields()));
    after.ifPresent(measured -> fields.put("noiseFloor", Metric.byKey(measured.noiseFloors())));
    Map<String, Object> how = new LinkedHashMap<>();
    how.put("epochs", fit.epochs());
    how.put("seconds", fit.seconds());
    how.put("converged", fit.converged());
    how.put("earlyStopping", SettingsSchema.text(fit.earlyStopping()));
    how.put("notes", fit.notes());
    fields.put("fit", how);
    return JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build()
            .writeValueAsString(fields)
        + System.lineSeparator();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%s: %sseed %d",
        fit.method(),
        fit.summary().isEmpty() ? "" : fit.summary() + ", ",
        fit.seed());
    if (before.isPresent() && after.isPresent()) {
      line(text, "%,d test nodes", after.get().nodes());
      line(text, "");
      line(text, "%-12s  %10s  %10s  %11s", "metric", "before", "after", "noise floor");
      Map<Metric, Double> floors = after.get().noiseFloors();
      after
          .get()
          .values()
          .forEach(
              (metric, value) ->
                  line(
                      text,
                      "%-12s  %10s  %10s  %11s",
                      metric.key(),
                      metric.format(before.get().value(metric)),
                      metric.format(value),
                      floors.containsKey(metric) ? metric.format(floors.get(metric)) : ""));
    } else {
      line(text, "no test node has a known label: no metrics");
    }
    return text.toString();
  }

  @SuppressWarnings({"AnnotateFormatMethod", "FormatStringAnnotation"})
  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append(System.lineSeparator());
  }
}
