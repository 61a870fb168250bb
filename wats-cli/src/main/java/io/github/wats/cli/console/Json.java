package io.github.wats.cli.console;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The one JSON object a command prints. */
final class Json {
  /** Rises when a field changes its meaning or goes away. */
  static final int SCHEMA = 1;

  private Json() {}

  static String write(String command, Map<String, ?> fields) {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("schema", SCHEMA);
    object.put("command", command);
    object.putAll(fields);
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(object);
  }
}
