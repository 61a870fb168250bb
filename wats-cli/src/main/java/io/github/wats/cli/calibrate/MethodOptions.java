package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.SettingOptions;
import io.github.wats.cli.console.UsageException;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.dataset.Datasets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which calibrator, and its settings. A setting that the method does not have is wrong usage. */
final class MethodOptions {
  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "Calibration method; 'wats methods' lists them. Default: ${DEFAULT-VALUE}.")
  private String method = Methods.recommended().name();

  @Option(
      names = "--paper-settings",
      paramLabel = "DATASET",
      description = "Use the paper's settings for this data set where none are given.")
  private @Nullable String dataset;

  @Option(
      names = "--preset",
      paramLabel = "arxiv-v1|iclr-2026",
      description =
          "Use the settings that a version of the paper has for every data set, where none are"
              + " given: iclr-2026 has k = 3, s = 2 and heat-kernel coefficients (wats). Default:"
              + " arxiv-v1.")
  private @Nullable String preset;

  @Mixin
  private SettingOptions settings =
      SettingOptions.of(
          Methods.all().stream().map(Method::schema).toList(),
          () -> method().schema(),
          "method, such as k=3");

  Method method() {
    if (method.contains(":")) {
      throw new UsageException(
          "--method must be a name, got " + method + "; give settings by --set, such as --set k=3");
    }
    return UsageException.checked(() -> Methods.named(method));
  }

  /** The calibrator with all settings the user gave. */
  Calibrator<?> calibrator() {
    Method chosen = method();
    Map<String, Object> changes = new LinkedHashMap<>();
    Optional.ofNullable(dataset)
        .map(name -> UsageException.checked(() -> Datasets.named(name)))
        .ifPresent(name -> changes.putAll(PaperSettings.of(chosen.name(), name)));
    Optional.ofNullable(preset) // arxiv-v1 changes nothing, and reading the settings takes 0.2 s
        .map(name -> UsageException.checked(() -> PaperSettings.preset(name, chosen.name())))
        .ifPresent(changes::putAll);
    changes.putAll(settings.values());
    return UsageException.checked(() -> chosen.calibrator(changes));
  }
}
