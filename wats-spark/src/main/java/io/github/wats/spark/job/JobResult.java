package io.github.wats.spark.job;

import io.github.wats.metrics.Metric;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The output of the job: the fields of the command's JSON, or a table. */
final class JobResult {
  private JobResult() {}

  static void print(Map<String, Object> fields, PrintWriter out, boolean asJson) {
    if (asJson) {
      JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
      out.println(mapper.writeValueAsString(fields));
      return;
    }
    List<String> columns = List.of("before", "after", "noiseFloor");
    boolean both = fields.keySet().containsAll(columns);
    fields.forEach(
        (name, value) -> {
          if (!both || !columns.contains(name)) {
            printField(out, name, value);
          }
        });
    if (!(fields.get("before") instanceof Map<?, ?> before)
        || !(fields.get("after") instanceof Map<?, ?> after)
        || !(fields.get("noiseFloor") instanceof Map<?, ?> floors)) {
      return;
    }
    String row = "%-12s  %10s  %10s  %11s%n";
    out.printf(Locale.ROOT, row, "metric", "before", "after", "noise floor");
    for (Metric metric : Metric.values()) {
      String key = metric.key();
      if (after.containsKey(key)) {
        out.printf(
            Locale.ROOT, row, key, text(metric, before), text(metric, after), text(metric, floors));
      }
    }
  }

  private static String text(Metric metric, Map<?, ?> values) {
    return values.get(metric.key()) instanceof Number value
        ? metric.format(value.doubleValue())
        : "";
  }

  private static void printField(PrintWriter out, String name, Object value) {
    if (value instanceof Iterable<?> rows) {
      out.println(name);
      rows.forEach(row -> out.println("  " + row));
    } else if (value instanceof Map<?, ?> values) {
      out.println(name);
      values.forEach((key, one) -> out.printf(Locale.ROOT, "  %-16s  %s%n", key, one));
    } else {
      out.printf(Locale.ROOT, "%-18s  %s%n", name, value);
    }
  }
}
