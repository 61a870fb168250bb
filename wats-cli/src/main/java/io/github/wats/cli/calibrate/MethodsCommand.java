package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.metrics.Metric;
import io.github.wats.nn.Backbone;
import io.github.wats.report.NumberText;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code wats methods}: the calibrators and networks there are, and their settings. */
@Command(
    name = "methods",
    description = {
      "Lists the calibrators and networks, or the settings of one.",
      "A setting has the same name everywhere: --set k=3 or --k 3 in a command, wats:k=3 in a list"
          + " of methods, k=3 in Python, setSettings(\"k=3\") in Spark, withK(3) in Java."
    },
    footer = {"", "Examples:", "  wats methods", "  wats methods ridge", "  wats methods gcn"})
public final class MethodsCommand extends Subcommand {
  private static final String NETWORK = "a network for 'wats train'";

  /** Between the methods of a list; numbers after a comma belong to the setting before it. */
  public static final String SEPARATOR = ",(?=\\s*[A-Za-z])";

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "The method or network to describe. Default: all.")
  private @Nullable String name;

  @Override
  protected Outcome execute() {
    List<Map<String, Object>> methods = new ArrayList<>();
    List<Map<String, Object>> networks = new ArrayList<>();
    ResultText text = text();
    boolean one = name != null || text.isWide();
    Map<String, String> summaries = new LinkedHashMap<>();
    String wanted = name == null ? "" : name.trim().toLowerCase(Locale.ROOT);
    boolean isNetwork = Backbone.all().containsKey(wanted);
    List<Method> all =
        name == null
            ? Methods.registered()
            : isNetwork ? List.of() : UsageException.checked(() -> Methods.named(List.of(wanted)));
    for (Method method : all) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", method.name());
      fields.put("title", method.title());
      fields.put("summary", method.summary());
      fields.put("keepsClass", method.keepsClass());
      fields.put("needsFeatures", method.needsFeatures());
      fields.put("settings", method.settings(method.calibrator()));
      methods.add(fields);
      summaries.put(method.name(), method.summary());
      if (one) {
        describe(text, method.name(), method.summary(), method.schema());
      }
    }
    Backbone.all()
        .forEach(
            (network, backbone) -> {
              if (name == null || network.equals(wanted)) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put("name", network);
                fields.put("settings", backbone.settings());
                networks.add(fields);
                summaries.put(network, NETWORK);
                if (one) {
                  describe(text, network, NETWORK, backbone.schema());
                }
              }
            });
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("methods", methods);
    fields.put("networks", networks);
    if (name == null) {
      fields.put("metrics", Stream.of(Metric.values()).map(MethodsCommand::fields).toList());
    }
    if (!one) {
      list(text, summaries);
    }
    return new Outcome(fields, text);
  }

  private static Map<String, Object> fields(Metric metric) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", metric.key());
    fields.put("title", metric.title());
    fields.put("unit", metric.unit().name().toLowerCase(Locale.ROOT));
    return fields;
  }

  private static void list(ResultText text, Map<String, String> summaries) {
    String usual = Methods.recommended().name();
    text.head(Tone.PLAIN, "Use " + usual + " unless compare recommends another.");
    StringBuilder lines = new StringBuilder();
    summaries.forEach(
        (method, summary) -> lines.append(Format.text("%-18s %s%n", method, summary)));
    text.say(lines.toString().stripTrailing()).end(List.of("methods", usual));
  }

  private static void describe(
      ResultText text, String method, String summary, SettingsSchema<?> schema) {
    StringBuilder lines = new StringBuilder(method + ": " + summary);
    for (SettingsSchema.Declared setting : schema.settings()) {
      String value = setting.name() + "=" + NumberText.setting(setting.defaultValue());
      lines.append(Format.text("%n%-28s %s", value, setting.description()));
    }
    text.say(lines.toString());
  }
}
