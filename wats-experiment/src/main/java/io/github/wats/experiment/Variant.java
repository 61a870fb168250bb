package io.github.wats.experiment;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.internal.Check;
import io.github.wats.io.json.TypedJson;
import io.github.wats.settings.SettingsSchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One of the fits made on every trained network: a method, and where it is fitted in several ways
 * the settings in which this one differs.
 *
 * @param method the registered name
 * @param point settings that tell this variant from others of the same method: {@code k} and {@code
 *     s} in a sweep, {@code features} in an ablation, any other in a benchmark
 */
public record Variant(String method, Map<String, Object> point) {
  /** The method that changes nothing. */
  public static final String UNCALIBRATED = "uncalibrated";

  public static final String WATS = "wats";

  /** Where a record holds the settings of a variant that is no grid point. */
  private static final String FIELD = "variant";

  private static final String WAVELETS_OF = "wavelet:";

  /** Not a setting of the method: how many validation nodes it is fitted on. */
  private static final String VALIDATION = "validation";

  /** The points of sweeps and ablations. */
  private static final List<String> GRID = List.of("k", "s", "features");

  public Variant {
    Check.argument(!method.isBlank(), "a variant needs a method, got none");
    point = Collections.unmodifiableMap(new LinkedHashMap<>(point));
  }

  public static Variant of(String method) {
    return new Variant(method, Map.of());
  }

  /**
   * Reads {@code ridge} or {@code ridge:mode=free}, as {@link Methods#named(String)} does. With
   * {@code ridge:validation=50} it is fitted on 50 of the validation nodes, with {@code
   * ridge:validation=20-per-class} on at most 20 of each class.
   */
  public static Variant parse(String text) {
    List<String> parts = List.of(text.trim().split(":", -1));
    Map<String, String> settings =
        new LinkedHashMap<>(SettingsSchema.parse(parts.subList(1, parts.size())));
    if (settings.isEmpty()) {
      return of(parts.get(0).trim());
    }
    String validation = settings.remove(VALIDATION);
    Method method = Methods.named(parts.get(0));
    Map<String, Object> point = new LinkedHashMap<>(method.settings(method.calibrator(settings)));
    point.keySet().retainAll(settings.keySet());
    if (validation != null) {
      Check.argument(
          validation.matches("[1-9]\\d{0,8}(-per-class)?"),
          "validation must be a number of nodes such as 50 or 20-per-class, got %s",
          validation);
      point.put(VALIDATION, validation);
    }
    return new Variant(method.name(), point);
  }

  /** A point of a sweep. */
  public static Variant ofGrid(int order, double scale) {
    Map<String, Object> point = new LinkedHashMap<>();
    point.put("k", (long) order);
    point.put("s", scale);
    return new Variant(WATS, point);
  }

  /**
   * A point of an ablation: a feature set, or {@code wavelet:degree} and {@code wavelet:constant}
   * for wavelets of another base signal.
   */
  public static Variant ofFeatures(String features) {
    return new Variant(WATS, Map.of("features", features));
  }

  /** The settings of the point, by the names of the method. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>(point);
    settings.remove(VALIDATION);
    String features = String.valueOf(point.get("features"));
    if (features.startsWith(WAVELETS_OF)) {
      settings.put("features", "wavelet");
      settings.put("base-signal", features.substring(WAVELETS_OF.length()));
    }
    return settings;
  }

  /** How many validation nodes the fit takes; empty for all. */
  Optional<String> validation() {
    return Optional.ofNullable(point.get(VALIDATION)).map(String::valueOf);
  }

  /** The value of a setting of the point, which must be a number. */
  public double number(String setting) {
    return Double.parseDouble(String.valueOf(point.get(setting)));
  }

  /** Whether this is the network as it was trained. */
  public boolean isUncalibrated() {
    return method.equals(UNCALIBRATED);
  }

  /** Whether this differs in one k and one s, as the points of a sweep do. */
  public boolean isSweepPoint() {
    return point.keySet().equals(Set.of("k", "s")) && point.get("s") instanceof Double;
  }

  /** Whether this differs in its features, as the points of an ablation do. */
  public boolean isAblationPoint() {
    return point.keySet().equals(Set.of("features"));
  }

  /** Whether this is a point of a sweep or an ablation. */
  public boolean isGridPoint() {
    return isSweepPoint() || isAblationPoint();
  }

  /** Puts the settings of this variant under names that no other field of a record has. */
  public void putPoint(Map<String, Object> line) {
    if (isGridPoint()) {
      line.putAll(point);
    } else if (!point.isEmpty()) {
      line.put(FIELD, point);
    }
  }

  /** The variant of a record's line: the inverse of {@link #putPoint}. */
  static Variant read(JsonNode line) {
    ObjectNode whole = TypedJson.MAPPER.createObjectNode().set("method", line.path("method"));
    ObjectNode point = whole.putObject("point");
    GRID.stream().filter(line::has).forEach(name -> point.set(name, line.get(name)));
    line.path(FIELD).forEachEntry(point::set);
    return TypedJson.bind(whole, Variant.class);
  }

  /** For pages: the features of an ablation, else the method's title and the point. */
  public String title() {
    return isAblationPoint()
        ? String.valueOf(point.get("features"))
        : Methods.title(method) + label().substring(method.length()).replace(':', ' ');
  }

  /** For tables and messages, as {@link #parse} reads it: {@code ts}, {@code wats:k=3:s=0.8}. */
  public String label() {
    StringBuilder text = new StringBuilder(method);
    point.forEach((name, value) -> text.append(':').append(name).append('=').append(value));
    return text.toString();
  }
}
