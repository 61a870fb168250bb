package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.settings.SettingsSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code wats methods}: the calibrators there are, and their settings. */
@Command(name = "methods", description = "Lists the calibrators and their settings.")
public final class MethodsCommand extends Subcommand {
  @Override
  protected Outcome execute() {
    List<Map<String, Object>> methods = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Method method : Methods.all()) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", method.name());
      fields.put("title", method.title());
      fields.put("summary", method.summary());
      fields.put("keepsClass", method.keepsClass());
      fields.put("needsFeatures", method.needsFeatures());
      fields.put("settings", method.settings(method.calibrator()));
      methods.add(fields);
      text.append(Format.text("%s%n    %s%n", method.name(), method.summary()));
      for (SettingsSchema.Declared setting : method.schema().settings()) {
        text.append(
            Format.text(
                "      %-28s %s%n",
                setting.name() + "=" + setting.defaultValue(), setting.description()));
      }
    }
    return new Outcome(Map.of("methods", methods), text.toString());
  }
}
