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

/** The methods that see a node by its own row: they need no graph when they are fitted. */
final class SparkMethods {
  static final List<Method> ALL =
      Methods.all().stream().filter(method -> method.scope() != Method.Scope.GRAPH).toList();
  static final List<String> NAMES = ALL.stream().map(Method::name).toList();
  private static final String FEATURES = "features";

  private SparkMethods() {}

  /** Throws, with the reason, unless the method can be used here; returns its proper name. */
  static String checked(String method) {
    String name = Methods.named(method).name();
    Check.argument(
        NAMES.contains(name),
        "%s needs the whole graph in one memory; on Spark there are %s (use wats calibrate"
            + " on one machine)",
        name,
        String.join(", ", NAMES));
    return name;
  }

  /** The calibrator; settings of the wavelets come from the features, not from here. */
  static Calibrator<?> calibrator(
      String method, Map<String, ?> settings, Optional<WaveletSettings> wavelets) {
    String name = checked(method);
    for (String setting : GraphWavelets.settings().names()) {
      Check.argument(
          !settings.containsKey(setting),
          "%s is a setting of GraphWavelets; the column of features remembers it",
          setting);
    }
    Map<String, Object> all = new LinkedHashMap<>(settings);
    if (needsFeatures(name)) {
      all.putAll(SettingsSchema.valuesOf(wavelets.orElseThrow()));
    }
    Calibrator<?> calibrator = Methods.named(name).calibrator(all);
    wavelets(calibrator);
    return calibrator;
  }

  static boolean needsFeatures(String method) {
    return Methods.named(checked(method)).scope() == Method.Scope.NODE;
  }

  /** The wavelets a calibrator needs, or empty where it looks at logits alone. */
  static Optional<WaveletSettings> wavelets(Calibrator<?> calibrator) {
    Method method = Methods.of(calibrator);
    if (!needsFeatures(method.name())) {
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
