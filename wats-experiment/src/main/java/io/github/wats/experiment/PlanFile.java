package io.github.wats.experiment;

import io.github.wats.calibration.Methods;
import io.github.wats.internal.Check;
import io.github.wats.io.InvalidDataException;
import io.github.wats.io.Location;
import io.github.wats.io.json.TypedJson;
import io.github.wats.nn.Backbone;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A plan as written by hand in YAML; whatever it omits is left open. An unknown key is an error.
 *
 * @param k orders of a sweep
 * @param s scales of a sweep
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
    Optional<List<Integer>> k,
    Optional<List<Double>> s,
    Optional<List<String>> features,
    Optional<Map<String, Map<String, Object>>> settings) {
  private static final Set<String> KEYS =
      new TreeSet<>(
          Arrays.stream(PlanFile.class.getRecordComponents())
              .map(RecordComponent::getName)
              .toList());

  /** Keys with a sequence, or a single value in place of a sequence of one. */
  private static final Set<String> SEQUENCES =
      Set.of("datasets", "models", "methods", "k", "s", "features");

  /** A plan is written by hand. */
  private static final long MOST_BYTES = 1L << 20;

  /** Leaves everything open. */
  public static PlanFile empty() {
    return of(TypedJson.MAPPER.createObjectNode());
  }

  /**
   * Reads a YAML file.
   *
   * @throws InvalidDataException naming file, key, rule and value
   */
  public static PlanFile read(Path file) throws IOException {
    YAMLMapper mapper =
        YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    String text = TypedJson.text(file, MOST_BYTES);
    try {
      JsonNode root = mapper.readTree(text);
      return Location.of(file).checked(() -> of(root).checked());
    } catch (JacksonException broken) {
      Object line = broken.getLocation() == null ? "?" : broken.getLocation().getLineNr();
      String reason = broken.getOriginalMessage().lines().findFirst().orElse("");
      throw Location.of(file).invalid(broken, "line %s: not YAML: %s", line, reason);
    }
  }

  private static PlanFile of(JsonNode root) {
    Check.argument(root.isObject(), "a plan must be a mapping of keys to values");
    ObjectNode plan = TypedJson.MAPPER.createObjectNode();
    KEYS.forEach(plan::putNull);
    root.forEachEntry(
        (key, value) -> {
          Check.argument(
              KEYS.contains(key), "key must be one of %s, got %s", String.join(", ", KEYS), key);
          Check.argument(!value.isNull(), "%s must have a value, got none", key);
          boolean single = SEQUENCES.contains(key) && !value.isArray();
          plan.set(key, single ? plan.arrayNode().add(value) : value);
        });
    return TypedJson.bind(plan, PlanFile.class);
  }

  /** This, with all numbers in range. */
  private PlanFile checked() {
    Plan.checkSeed(seed.orElse(0L), Plan.checkedRuns(runs.orElse(1)));
    k.orElse(List.of()).forEach(order -> checkSettings(Variant.WATS, Map.of("k", order)));
    s.orElse(List.of()).forEach(scale -> checkSettings(Variant.WATS, Map.of("s", scale)));
    settings.orElse(Map.of()).forEach(PlanFile::checkSettings);
    return this;
  }

  private static void checkSettings(String owner, Map<String, Object> values) {
    if (Backbone.all().containsKey(owner)) {
      Backbone.named(owner).with(values);
    } else {
      Methods.named(owner).calibrator(values);
    }
  }
}
