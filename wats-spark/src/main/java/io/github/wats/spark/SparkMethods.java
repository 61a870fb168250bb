package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The methods that Spark supports: they calibrate a node from its own logits and features. */
final class SparkMethods {
  static final List<Method> ALL =
      Methods.all().stream().filter(method -> method.scope() != Method.Scope.GRAPH).toList();
  static final List<String> NAMES = ALL.stream().map(Method::name).toList();
  private static final String FEATURES = "features";

  private SparkMethods() {}

  /** The method of that name; throws if it needs the whole graph. */
  static Method named(String name) {
    Method method = Methods.named(name);
    Check.argument(
        NAMES.contains(method.name()),
        "%s needs the whole graph in the memory of one machine; Spark supports %s (use wats"
            + " calibrate on one machine)",
        method.name(),
        String.join(", ", NAMES));
    return method;
  }

  static boolean needsFeatures(Method method) {
    return method.scope() == Method.Scope.NODE;
  }

  /** The calibrator; the settings of the wavelets are those of the features. */
  static Calibrator<?> calibrator(
      String name, Map<String, String> settings, Optional<WaveletSettings> wavelets) {
    Method method = named(name);
    for (String setting : GraphWavelets.settings().names()) {
      Check.argument(
          !settings.containsKey(setting),
          "%s is a setting of GraphWavelets, which stores it with the features",
          setting);
    }
    Map<String, Object> all = new LinkedHashMap<>(settings);
    if (needsFeatures(method)) {
      all.putAll(SettingsSchema.valuesOf(wavelets.orElseThrow()));
    }
    Calibrator<?> calibrator = method.calibrator(all);
    wavelets(calibrator);
    return calibrator;
  }

  /** The wavelets a calibrator needs, or empty if it needs logits alone. */
  static Optional<WaveletSettings> wavelets(Calibrator<?> calibrator) {
    Method method = named(Methods.of(calibrator).name());
    if (!needsFeatures(method)) {
      return Optional.empty();
    }
    Map<String, Object> settings = new LinkedHashMap<>(method.settings(calibrator));
    Object features = settings.getOrDefault(FEATURES, NodeFeatures.WAVELET);
    Check.argument(
        features.toString().equals(NodeFeatures.WAVELET.toString()),
        "features must be %s on Spark, got %s",
        NodeFeatures.WAVELET,
        features);
    settings.keySet().retainAll(GraphWavelets.settings().names());
    return Optional.of(GraphWavelets.settings().bind(settings));
  }

  /** Settings from entries such as {@code epochs=100}. */
  static Map<String, String> settings(String[] entries) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String entry : entries) {
      int equals = entry.indexOf('=');
      Check.argument(equals > 0, "settings must be name=value, got %s", entry);
      settings.put(entry.substring(0, equals), entry.substring(equals + 1));
    }
    return settings;
  }
}
