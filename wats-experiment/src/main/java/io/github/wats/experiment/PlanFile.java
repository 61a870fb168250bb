package io.github.wats.experiment;

import io.github.wats.calibration.Methods;
import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.json.TypedJson;
import io.github.wats.nn.Backbone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.type.TypeReference;
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
  private static final Set<String> KEYS =
      new TreeSet<>(
          List.of(
              "datasets models methods runs protocol seed k s features settings".split(" ", -1)));

  private static final Rule<String> NAME =
      new Rule<>("a name", JsonNode::isString, JsonNode::asString);
  private static final Rule<Integer> COUNT = Rule.whole(1, Integer.MAX_VALUE, JsonNode::intValue);
  private static final Rule<Long> SEED = Rule.whole(0, Plan.MOST_SEED, JsonNode::longValue);
  private static final Rule<Double> NUMBER =
      new Rule<>("a number", JsonNode::isNumber, n -> n.doubleValue(Double.NaN));

  /** A plan is written by hand. */
  private static final long MOST_BYTES = 1L << 20;

  /** What a value must be, and how it is read. */
  private record Rule<T>(String text, Predicate<JsonNode> holds, Function<JsonNode, T> value) {
    static <T> Rule<T> whole(long low, long high, Function<JsonNode, T> value) {
      Predicate<JsonNode> whole = n -> n.isIntegralNumber() && n.canConvertToLong();
      return new Rule<>(
          "a whole number in %s … %s".formatted(low, high),
          whole.and(n -> n.longValue() >= low && n.longValue() <= high),
          value);
    }

    T read(String key, JsonNode node) {
      Check.argument(holds.test(node), "%s must be %s, got %s", key, text, node);
      return value.apply(node);
    }

    Optional<T> one(JsonNode root, String key) {
      return Optional.ofNullable(root.get(key)).map(node -> read(key, node));
    }

    /** A sequence, or a single value as a sequence of one. */
    Optional<List<T>> list(JsonNode root, String key) {
      return Optional.ofNullable(root.get(key))
          .map(node -> node.isArray() ? node.valueStream() : Stream.of(node))
          .map(nodes -> nodes.map(node -> read(key, node)).toList());
    }
  }

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
      PlanFile plan = of(mapper.readTree(TypedJson.text(file, MOST_BYTES)));
      plan.check();
      return plan;
    } catch (JacksonException broken) {
      Object line = broken.getLocation() == null ? "?" : broken.getLocation().getLineNr();
      String reason = broken.getOriginalMessage().lines().findFirst().orElse("");
      throw new InvalidDataException(
          "%s: line %s: not YAML: %s".formatted(file, line, reason), broken);
    } catch (IllegalArgumentException wrong) {
      throw new InvalidDataException(file + ": " + wrong.getMessage(), wrong);
    }
  }

  private static PlanFile of(JsonNode root) {
    Check.argument(root.isObject(), "a plan must be a mapping of keys to values");
    for (String key : root.propertyNames()) {
      Check.argument(
          KEYS.contains(key), "key must be one of %s, got %s", String.join(", ", KEYS), key);
    }
    return new PlanFile(
        NAME.list(root, "datasets"),
        NAME.list(root, "models"),
        NAME.list(root, "methods"),
        COUNT.one(root, "runs"),
        NAME.one(root, "protocol"),
        SEED.one(root, "seed"),
        COUNT.list(root, "k"),
        NUMBER.list(root, "s"),
        NAME.list(root, "features"),
        settings(root.path("settings")));
  }

  /** Numbers are in range. */
  private void check() {
    Plan.checkSeed(seed.orElse(0L), runs.orElse(1));
    orders.orElse(List.of()).forEach(k -> checkSettings(Variant.WATS, Map.of("k", k)));
    scales.orElse(List.of()).forEach(s -> checkSettings(Variant.WATS, Map.of("s", s)));
    settings.forEach(PlanFile::checkSettings);
  }

  private static void checkSettings(String owner, Map<String, Object> values) {
    if (Backbone.all().containsKey(owner)) {
      Backbone.named(owner).with(values);
    } else {
      Methods.named(owner).calibrator(values);
    }
  }

  private static Map<String, Map<String, Object>> settings(JsonNode node) {
    Check.argument(
        node.isMissingNode() || node.isObject(),
        "settings must be a mapping of methods and models to their settings, got %s",
        node);
    Map<String, Map<String, Object>> settings = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> owner : node.properties()) {
      JsonNode values = owner.getValue();
      Check.argument(
          values.isObject(), "settings of %s must be a mapping, got %s", owner.getKey(), values);
      for (Map.Entry<String, JsonNode> value : values.properties()) {
        if (!value.getValue().isNumber() && !value.getValue().isBoolean()) {
          NAME.read(value.getKey(), value.getValue());
        }
      }
      settings.put(owner.getKey(), TypedJson.MAPPER.convertValue(values, new TypeReference<>() {}));
    }
    return settings;
  }
}
