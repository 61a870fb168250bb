package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.SettingOptions;
import io.github.wats.cli.console.UsageException;
import io.github.wats.experiment.PaperSettings;
import io.github.wats.io.dataset.Datasets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Which calibrator, and its settings. A setting that the method does not have is wrong usage. */
final class MethodOptions {
  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "Method; 'wats methods' lists them. Default: auto; with --pairs: ridge-pair.")
  private @Nullable String named;

  @Spec(Target.MIXEE)
  private CommandSpec command = CommandSpec.create(); // set by picocli

  @Option(
      names = "--paper-settings",
      order = GroupedHelp.ADVANCED,
      paramLabel = "DATASET",
      description = "Use the paper's settings for this data set where none are given.")
  private @Nullable String dataset;

  @Option(
      names = "--preset",
      order = GroupedHelp.ADVANCED,
      paramLabel = "arxiv-v1|iclr-2026",
      description =
          "Use the settings that a version of the paper has for every data set, where none are"
              + " given: iclr-2026 has k = 3, s = 2 and heat-kernel coefficients (wats). Default:"
              + " arxiv-v1.")
  private @Nullable String preset;

  @Mixin
  private SettingOptions settings =
      SettingOptions.of(
          Methods.registered().stream().map(Method::schema).toList(),
          () -> method().schema(),
          "method, such as k=3");

  Method method() {
    ParseResult given = command.commandLine().getParseResult();
    String usual =
        InputOptions.recommended(
            given.hasMatchedOption("--pairs"), given.hasMatchedOption("--multi-label"));
    String method = named == null ? usual : named;
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
    boolean paper = dataset != null || preset != null;
    if (paper && chosen.name().equals(Methods.recommended().name())) {
      throw new UsageException(
          "the paper has no settings of " + chosen.name() + ": add --method wats");
    }
    changes.putAll(settings.values());
    try {
      return chosen.calibrator(changes);
    } catch (IllegalArgumentException refused) {
      throw new UsageException(refused.getMessage() + advice(chosen, changes.keySet()));
    }
  }

  /** The methods that have these settings, if the chosen one has not. */
  private static String advice(Method chosen, Set<String> settings) {
    List<String> others =
        Methods.registered().stream()
            .filter(method -> method.schema().names().containsAll(settings))
            .map(Method::name)
            .toList();
    return others.isEmpty() || others.contains(chosen.name())
        ? ""
        : "; add --method " + String.join(" or ", others);
  }
}
