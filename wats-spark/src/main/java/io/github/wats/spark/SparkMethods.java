package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The methods that Spark supports: those that do not read the whole graph. */
final class SparkMethods {
  static final List<String> NAMES =
      Methods.all().stream()
          .filter(method -> method.scope() != Method.Scope.GRAPH)
          .map(Method::name)
          .toList();

  private SparkMethods() {}

  /** The method of that name; throws if it needs the whole graph. */
  static Method named(String name) {
    Method method = Methods.named(name);
    Check.argument(
        method.scope() != Method.Scope.GRAPH,
        "%s needs the whole graph in the memory of one machine; Spark supports %s (use wats"
            + " calibrate on one machine)",
        method.name(),
        String.join(", ", NAMES));
    return method;
  }

  /** The calibrator; the settings of given wavelets are those of the features. */
  static Calibrator<?> calibrator(
      String name, Map<String, String> settings, Optional<WaveletSettings> given) {
    Method method = named(name);
    Set<String> ofWavelets = GraphWavelets.settings().names();
    Map<String, Object> all = new LinkedHashMap<>(settings);
    for (String setting : given.isPresent() ? ofWavelets : Set.<String>of()) {
      Check.argument(
          !settings.containsKey(setting),
          "%s is a setting of GraphWavelets, which stores it with the features",
          setting);
    }
    if (method.schema().names().containsAll(ofWavelets)) { // the wavelets of others are fixed
      given.ifPresent(wavelets -> all.putAll(SettingsSchema.valuesOf(wavelets)));
    }
    Calibrator<?> calibrator = method.calibrator(all);
    Optional<WaveletSettings> needed = wavelets(inputs(calibrator, 2, 1, true));
    Check.argument(
        needed.isEmpty() || given.isEmpty() || needed.equals(given),
        "%s needs features with the default settings of GraphWavelets, got %s",
        method.name(),
        given);
    return calibrator;
  }

  /** What a calibrator reads of each node; throws if that is the whole graph. */
  static NodeInputs inputs(
      Calibrator<?> calibrator, int classes, double temperature, boolean trainingLabels) {
    Method method = named(Methods.of(calibrator).name());
    Check.argument(
        !calibrator.needsFeatures(),
        "%s with these settings needs node features, which Spark does not have (use wats"
            + " calibrate)",
        method.name());
    return calibrator.inputs(classes, temperature, trainingLabels).orElseThrow();
  }

  /** The wavelets that a recipe reads, if any; throws if it reads other structural features. */
  static Optional<WaveletSettings> wavelets(NodeInputs recipe) {
    recipe
        .structure()
        .ifPresent(
            structure ->
                Check.argument(
                    structure.features().isWavelet(),
                    "features must be %s on Spark, got %s",
                    NodeFeatures.WAVELET,
                    structure.features()));
    return recipe.structure().map(NodeInputs.Structure::wavelets);
  }
}
