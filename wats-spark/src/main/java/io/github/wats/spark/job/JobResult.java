package io.github.wats.spark.job;

import io.github.wats.calibration.FitReport;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The output of the job: the fields of {@code wats calibrate --json}, or a table. */
record JobResult(FitReport fit, Optional<Evaluation> before, Optional<Evaluation> after) {
  void print(PrintWriter out, boolean asJson) {
    if (!asJson) {
      printText(out);
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schema", 1); // as in wats calibrate
    fields.put("command", "calibrate");
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings());
    before.ifPresent(measured -> fields.put("before", measured.fields()));
    after.ifPresent(measured -> fields.put("after", measured.fields()));
    after.ifPresent(measured -> fields.put("noiseFloor", Metric.byKey(measured.noiseFloors())));
    fields.put("fit", fit.fields());
    JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    out.println(mapper.writeValueAsString(fields));
  }

  private void printText(PrintWriter out) {
    String summary = fit.summary().isEmpty() ? "" : fit.summary() + ", ";
    out.printf(Locale.ROOT, "%s: %sseed %d%n", fit.method(), summary, fit.seed());
    if (before.isEmpty() || after.isEmpty()) {
      out.println("no test node has a known label: no metrics");
      return;
    }
    out.printf(Locale.ROOT, "%,d test nodes%n%n", after.get().nodes());
    String row = "%-12s  %10s  %10s  %11s%n";
    out.printf(Locale.ROOT, row, "metric", "before", "after", "noise floor");
    Map<Metric, Double> floors = after.get().noiseFloors();
    for (Metric metric : after.get().values().keySet()) {
      out.printf(
          Locale.ROOT,
          row,
          metric.key(),
          metric.format(before.get().value(metric)),
          metric.format(after.get().value(metric)),
          floors.containsKey(metric) ? metric.format(floors.get(metric)) : "");
    }
  }
}
