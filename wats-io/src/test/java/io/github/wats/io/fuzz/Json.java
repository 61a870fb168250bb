package io.github.wats.io.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes to JSON that leave it JSON, so that readers look at types, names and numbers. */
public final class Json {
  static final JsonMapper MAPPER = JsonMapper.builder().build();

  private static final String[] VALUES = {
    "null",
    "true",
    "0",
    "1",
    "-1",
    "3",
    "2147483647",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "1e999",
    "1e300",
    "0.5",
    "-0.0",
    "1e-320",
    "\"\"",
    "\"NaN\"",
    "\"-Infinity\"",
    "\"1\"",
    "\"../x\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "[]",
    "[0]",
    "[null]",
    "[[1,2],[3]]",
    "{}",
    "{\"a\":{}}",
    "[0.5,1,2,3,4,5,6,7,8,9,10,11]"
  };

  private Json() {}

  /** The object a document holds, unless it is no JSON object. */
  public static Optional<ObjectNode> object(byte[] document) {
    try {
      return MAPPER.readTree(document) instanceof ObjectNode object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  public static byte[] bytes(JsonNode node) {
    return MAPPER.writeValueAsBytes(node);
  }

  /** Changes one value, or adds, removes, renames or moves one; now and then any word. */
  public static byte[] edit(byte[] document, Script script) {
    Optional<ObjectNode> root = script.next(8) == 0 ? Optional.empty() : object(document);
    if (root.isEmpty()) {
      return Editor.text(document, script);
    }
    List<JsonNode> containers = new ArrayList<>();
    collect(root.get(), containers);
    JsonNode container = containers.get(script.next(containers.size()));
    JsonNode other = containers.get(script.next(containers.size())).deepCopy();
    if (container instanceof ObjectNode object) {
      edit(object, other, script);
    } else if (container instanceof ArrayNode array) {
      edit(array, other, script);
    }
    return bytes(root.get());
  }

  /** Changes one line of several that are JSON each. */
  public static byte[] editLine(byte[] document, Script script) {
    String[] lines = new String(document, StandardCharsets.UTF_8).split("\n", -1);
    int at = script.next(Math.max(1, lines.length - 1));
    lines[at] =
        new String(
            edit(lines[at].getBytes(StandardCharsets.UTF_8), script), StandardCharsets.UTF_8);
    return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainer()) {
      containers.add(node);
      for (JsonNode child : node) {
        collect(child, containers);
      }
    }
  }

  private static void edit(ObjectNode object, JsonNode other, Script script) {
    if (object.isEmpty()) {
      object.set(script.pick(Editor.WORDS), value(script));
      return;
    }
    String[] names = object.propertyNames().toArray(String[]::new);
    String name = script.pick(names);
    switch (script.next(8)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(script.pick(Editor.WORDS), object.remove(name));
      case 2 -> object.set(name, other);
      case 3 -> object.set(name, object.get(script.pick(names)).deepCopy());
      default -> object.set(name, value(script));
    }
  }

  private static void edit(ArrayNode array, JsonNode other, Script script) {
    int at = script.next(array.size() + 1);
    if (at == array.size()) {
      array.add(value(script));
      return;
    }
    switch (script.next(6)) {
      case 0 -> array.remove(at);
      case 1 -> array.insert(at, array.get(at).deepCopy());
      case 2 -> array.set(at, other);
      case 3 -> array.removeAll();
      default -> array.set(at, value(script));
    }
  }

  private static JsonNode value(Script script) {
    return MAPPER.readTree(script.pick(VALUES));
  }
}
