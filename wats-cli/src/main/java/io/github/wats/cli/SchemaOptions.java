package io.github.wats.cli;

import io.github.wats.settings.SettingsSchema;
import io.github.wats.settings.SettingsSchema.Declared;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** One command-line option for each setting of a record, with the record's own help. */
final class SchemaOptions<R extends Record> {
  private final SettingsSchema<R> schema;
  private final Map<String, OptionSpec> options = new LinkedHashMap<>();

  SchemaOptions(R defaults) {
    schema = SettingsSchema.of(defaults);
    for (Declared setting : schema.settings()) {
      options.put(
          setting.name(),
          OptionSpec.builder("--" + setting.name())
              .type(String.class)
              .paramLabel(label(setting))
              .description(description(setting))
              .build());
    }
  }

  void addTo(CommandSpec command) {
    options.values().forEach(command::addOption);
  }

  /** The record with what the user gave; a wrong value is wrong usage. */
  R record() {
    Map<String, String> given = new LinkedHashMap<>();
    options.forEach(
        (name, option) -> {
          if (option.getValue() != null) {
            given.put(name, option.getValue());
          }
        });
    return UsageException.checked(() -> schema.bind(given));
  }

  private static String label(Declared setting) {
    if (setting.type() == int.class || setting.type() == long.class) {
      return "N";
    }
    return setting.type() == double.class ? "X" : setting.name().toUpperCase(Locale.ROOT);
  }

  /** "Number of nodes. At least 1, default: 2500." */
  private static String description(Declared setting) {
    String help = capital(setting.help()).replace("%", "%%");
    String range = setting.range().isEmpty() ? "" : capital(setting.range()) + "; ";
    String end = range + "default: " + Format.setting(setting.defaultValue());
    return help + ". " + capital(end) + ".";
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
