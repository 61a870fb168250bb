package io.github.wats.spark.job;

import java.io.PrintWriter;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The output of the job: the fields of the command's JSON, or the same as lines of text. */
final class JobResult {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private JobResult() {}

  static void print(Map<String, Object> fields, PrintWriter out, boolean asJson) {
    if (asJson) {
      out.println(MAPPER.writeValueAsString(fields));
    } else {
      print("", fields, out);
    }
  }

  private static void print(String indent, Map<?, ?> fields, PrintWriter out) {
    fields.forEach(
        (name, value) -> {
          if (value instanceof Map<?, ?> inner) {
            out.println(indent + name);
            print(indent + "  ", inner, out);
          } else if (value instanceof Iterable<?> rows) {
            out.println(indent + name);
            rows.forEach(row -> out.println(indent + "  " + row));
          } else {
            out.println((indent + name + " ".repeat(18)).substring(0, 18) + "  " + value);
          }
        });
  }
}
