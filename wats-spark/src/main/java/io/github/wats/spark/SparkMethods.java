package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.calibration.nodewise.Wats;
import io.github.wats.calibration.scaling.EnsembleTemperatureScaling;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.calibration.scaling.TemperatureScaling.Solver;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The methods that see a node by its own row: they need no graph when they are fitted. */
final class SparkMethods {
  static final List<Method> ALL =
      Methods.all().stream().filter(method -> method.scope() != Method.Scope.GRAPH).toList();
  static final List<String> NAMES = ALL.stream().map(Method::name).toList();
  static final Set<String> OF_WAVELETS = SettingsSchema.valuesOf(WaveletSettings.DEFAULT).keySet();

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

  /** The recipe; settings of the wavelets come from the features, not from here. */
  static Calibrator<?> calibrator(
      String method, Map<String, ?> settings, Optional<WaveletSettings> wavelets) {
    String name = checked(method);
    for (String setting : OF_WAVELETS) {
      Check.argument(
          !settings.containsKey(setting),
          "%s is a setting of GraphWavelets; the column of features remembers it",
          setting);
    }
    Calibrator<?> recipe = Methods.named(name).calibrator(settings);
    if (recipe instanceof Wats wats) {
      checkFeatures(wats);
      return wats.withWavelets(wavelets.orElseThrow());
    }
    return recipe;
  }

  static boolean needsFeatures(String method) {
    return checked(method).equals("wats");
  }

  /** Whether the fit looks at nodes the network was trained on. */
  static boolean watchesTrainingNodes(Calibrator<?> recipe) {
    if (recipe instanceof Wats wats) {
      return wats.training().earlyStopping() == EarlyStopping.TRAINING_NODES;
    }
    return (recipe instanceof TemperatureScaling ts && ts.solver() == Solver.ADAM)
        || (recipe instanceof EnsembleTemperatureScaling ets && ets.solver() == Solver.ADAM);
  }

  /** The wavelets a fitted calibrator wants, or empty where it looks at logits alone. */
  static Optional<WaveletSettings> wavelets(FittedCalibrator fitted) {
    String method = checked(fitted.fitReport().method());
    if (!needsFeatures(method)) {
      return Optional.empty();
    }
    Wats wats = (Wats) fitted.fitReport().calibrator();
    checkFeatures(wats);
    return Optional.of(wats.wavelets());
  }

  private static void checkFeatures(Wats wats) {
    Check.argument(
        wats.features().isWavelet(),
        "features must be %s on Spark, got %s",
        Wats.DEFAULT.features(),
        wats.features());
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
