package io.github.wats.cli;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.Settings;
import io.github.wats.experiment.PaperSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which calibrator, and its settings. A setting the method does not have is wrong usage. */
final class MethodOptions {
  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "How to calibrate; 'wats methods' lists them. Default: ${DEFAULT-VALUE}.")
  private String method = "wats";

  @Option(
      names = "--paper-settings",
      paramLabel = "DATASET",
      description = "Begin with the paper's settings for this data set.")
  private @Nullable String dataset;

  @Option(
      names = "--k",
      paramLabel = "K",
      description = "Order of the wavelets: the hops they see.")
  private @Nullable String k;

  @Option(names = "--s", paramLabel = "S", description = "Scale of the wavelets.")
  private @Nullable String s;

  @Option(
      names = "--coefficients",
      paramLabel = "FORM",
      description = "exponential or heat-kernel.")
  private @Nullable String coefficients;

  @Option(
      names = "--signal",
      paramLabel = "FORM",
      description = "with-self-loop or without-self-loop.")
  private @Nullable String signal;

  @Option(names = "--hidden", paramLabel = "N", description = "Hidden units.")
  private @Nullable String hidden;

  @Option(names = "--dropout", paramLabel = "P", description = "Share of hidden units dropped.")
  private @Nullable String dropout;

  @Option(names = "--epochs", paramLabel = "N", description = "The most gradient steps.")
  private @Nullable String epochs;

  @Option(
      names = "--patience",
      paramLabel = "N",
      description = "Steps without improvement before early stopping.")
  private @Nullable String patience;

  @Option(
      names = "--early-stopping",
      paramLabel = "RULE",
      description = "training-nodes, held-out or none.")
  private @Nullable String earlyStopping;

  @Option(names = "--mode", paramLabel = "MODE", description = "Of ridge: keep-class or free.")
  private @Nullable String mode;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "Any other setting of the method, such as learning-rate=0.001.")
  private Map<String, String> others = new LinkedHashMap<>();

  Method method() {
    return UsageException.checked(() -> Methods.named(method));
  }

  /** The calibrator with all settings the user gave. */
  Calibrator<?> calibrator(Map<String, String> more) {
    Method chosen = method();
    Settings settings =
        dataset == null ? Settings.NONE : Settings.from(PaperSettings.of(chosen.name(), dataset));
    for (Map.Entry<String, String> entry : given(more).entrySet()) {
      settings = settings.with(entry.getKey(), entry.getValue());
    }
    Settings changes = settings;
    return UsageException.checked(() -> chosen.calibrator(changes));
  }

  private Map<String, String> given(Map<String, String> more) {
    Map<String, String> given = new LinkedHashMap<>();
    put(given, "k", k);
    put(given, "s", s);
    put(given, "coefficients", coefficients);
    put(given, "signal", signal);
    put(given, "hidden", hidden);
    put(given, "dropout", dropout);
    put(given, "epochs", epochs);
    put(given, "patience", patience);
    put(given, "early-stopping", earlyStopping);
    put(given, "mode", mode);
    given.putAll(others);
    given.putAll(more);
    return given;
  }

  private static void put(Map<String, String> settings, String name, @Nullable String value) {
    if (value != null) {
      settings.put(name, value);
    }
  }
}
