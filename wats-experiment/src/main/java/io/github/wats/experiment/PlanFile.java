package io.github.wats.experiment;

import io.github.wats.io.InvalidDataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A plan as written by hand in YAML; whatever it omits is left open. An unknown key is an error.
 *
 * @param orders k of a sweep
 * @param scales s of a sweep
 * @param features feature sets of an ablation
 * @param settings changes by method or model
 */
public record PlanFile(
    Optional<List<String>> datasets,
    Optional<List<String>> models,
    Optional<List<String>> methods,
    Optional<Integer> runs,
    Optional<String> protocol,
    Optional<Long> seed,
    Optional<List<Integer>> orders,
    Optional<List<Double>> scales,
    Optional<List<String>> features,
    Map<String, Map<String, Object>> settings) {
  private static final TreeSet<String> KEYS =
      new TreeSet<>(
          List.of(
              "datasets models methods runs protocol seed k s features settings".split(" ", -1)));

  public PlanFile {
    settings = Map.copyOf(settings);
  }

  /** Leaves everything open. */
  public static PlanFile empty() {
    return of(JsonNodeFactory.instance.objectNode());
  }

  /**
   * Reads a YAML file.
   *
   * @throws InvalidDataException naming file, key, rule and value
   */
  public static PlanFile read(Path file) throws IOException {
    try {
      YAMLMapper mapper =
          YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
      return of(mapper.readTree(Files.readString(file)));
    } catch (JacksonException broken) {
      throw new InvalidDataException(
          file
              + ": line "
              + (broken.getLocation() == null ? "?" : broken.getLocation().getLineNr())
              + ": not YAML: "
              + firstLine(broken.getOriginalMessage()),
          broken);
    } catch (IllegalArgumentException wrong) {
      throw new InvalidDataException(file + ": " + wrong.getMessage(), wrong);
    }
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }

  private static PlanFile of(JsonNode root) {
    if (!root.isObject()) {
      throw new IllegalArgumentException("a plan must be a mapping of keys to values");
    }
    for (Map.Entry<String, JsonNode> field : root.properties()) {
      if (!KEYS.contains(field.getKey())) {
        throw new IllegalArgumentException(
            "key must be one of " + String.join(", ", KEYS) + ", got " + field.getKey());
      }
    }
    return new PlanFile(
        list(root, "datasets", PlanFile::name),
        list(root, "models", PlanFile::name),
        list(root, "methods", PlanFile::name),
        one(root, "runs", PlanFile::wholeNumber).map(Math::toIntExact),
        one(root, "protocol", PlanFile::name),
        one(root, "seed", PlanFile::wholeNumber),
        list(root, "k", PlanFile::wholeNumber)
            .map(values -> values.stream().map(Math::toIntExact).toList()),
        list(root, "s", PlanFile::number),
        list(root, "features", PlanFile::name),
        settings(root.path("settings")));
  }

  private static Map<String, Map<String, Object>> settings(JsonNode node) {
    Map<String, Map<String, Object>> settings = new LinkedHashMap<>();
    if (!node.isMissingNode() && !node.isObject()) {
      throw new IllegalArgumentException(
          "settings must be a mapping of methods and models to their settings, got " + node);
    }
    for (Map.Entry<String, JsonNode> owner : node.properties()) {
      if (!owner.getValue().isObject()) {
        throw new IllegalArgumentException(
            "settings of " + owner.getKey() + " must be a mapping, got " + owner.getValue());
      }
      Map<String, Object> values = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> field : owner.getValue().properties()) {
        values.put(field.getKey(), scalar(field.getKey(), field.getValue()));
      }
      settings.put(owner.getKey(), values);
    }
    return settings;
  }

  private static <T> Optional<T> one(JsonNode root, String key, NamedReader<T> reader) {
    JsonNode node = root.get(key);
    return node == null ? Optional.empty() : Optional.of(reader.read(key, node));
  }

  /** A sequence, or one value that stands for a sequence of one. */
  private static <T> Optional<List<T>> list(JsonNode root, String key, NamedReader<T> reader) {
    JsonNode node = root.get(key);
    if (node == null) {
      return Optional.empty();
    }
    List<T> values = new ArrayList<>();
    if (node.isArray()) {
      for (JsonNode element : node) {
        values.add(reader.read(key, element));
      }
    } else {
      values.add(reader.read(key, node));
    }
    return Optional.of(values);
  }

  private interface NamedReader<T> {
    T read(String key, JsonNode node);
  }

  private static String name(String key, JsonNode node) {
    return checked(key, "a name", node, node.isString(), JsonNode::asString);
  }

  private static Long wholeNumber(String key, JsonNode node) {
    return checked(key, "a whole number", node, node.isIntegralNumber(), JsonNode::asLong);
  }

  private static Double number(String key, JsonNode node) {
    return checked(key, "a number", node, node.isNumber(), JsonNode::asDouble);
  }

  private static Object scalar(String key, JsonNode node) {
    if (node.isBoolean()) {
      return node.asBoolean();
    }
    if (node.isIntegralNumber()) {
      return node.asLong();
    }
    return node.isNumber() ? (Object) node.asDouble() : name(key, node);
  }

  private static <T> T checked(
      String key, String rule, JsonNode node, boolean holds, Function<JsonNode, T> value) {
    if (!holds) {
      throw new IllegalArgumentException(key + " must be " + rule + ", got " + node);
    }
    return value.apply(node);
  }
}
