package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.SchemaOptions;
import io.github.wats.cli.console.UsageException;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.settings.SettingsSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Which calibrator, and its settings: an option for each setting that a registered method declares.
 * A setting the chosen method does not have is wrong usage.
 */
final class MethodOptions {
  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "Calibration method; 'wats methods' lists them. Default: ${DEFAULT-VALUE}.")
  private String method = "wats";

  @Option(
      names = "--paper-settings",
      paramLabel = "DATASET",
      description = "Use the paper's settings for this data set where no option is given.")
  private @Nullable String dataset;

  @Option(
      names = "--preset",
      paramLabel = "arxiv-v1|iclr-2026",
      description =
          "Use the settings that a version of the paper has for every data set, where no option is"
              + " given: iclr-2026 has k = 3, s = 2 and heat-kernel coefficients (wats). Default:"
              + " arxiv-v1.")
  private @Nullable String preset;

  @Option(
      names = "--set",
      hidden = true,
      paramLabel = "NAME=VALUE",
      description = "Set a setting by name, such as learning-rate=0.001.")
  private Map<String, String> others = new LinkedHashMap<>();

  @Mixin private SchemaOptions settings = new SchemaOptions(schemas(), true);

  private static Map<String, SettingsSchema<?>> schemas() {
    Map<String, SettingsSchema<?>> schemas = new LinkedHashMap<>();
    Methods.all().forEach(method -> schemas.put(method.name(), method.schema()));
    return schemas;
  }

  Method method() {
    return UsageException.checked(() -> Methods.named(method));
  }

  /** The calibrator with all settings the user gave. */
  Calibrator<?> calibrator() {
    Method chosen = method();
    Map<String, Object> changes = new LinkedHashMap<>();
    Optional.ofNullable(dataset)
        .map(name -> UsageException.checked(() -> Datasets.named(name)))
        .ifPresent(known -> changes.putAll(PaperSettings.of(chosen.name(), known)));
    Optional.ofNullable(preset) // arxiv-v1 changes nothing, and reading the settings takes 0.2 s
        .map(name -> UsageException.checked(() -> PaperSettings.preset(name, chosen.name())))
        .ifPresent(changes::putAll);
    changes.putAll(settings.given());
    changes.putAll(others);
    return UsageException.checked(() -> chosen.calibrator(changes));
  }
}
