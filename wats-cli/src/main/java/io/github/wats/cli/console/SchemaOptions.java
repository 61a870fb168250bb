package io.github.wats.cli.console;

import io.github.wats.settings.SettingsSchema;
import io.github.wats.settings.SettingsSchema.Declared;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** One command-line option for each setting of some records, with the records' own help. */
public final class SchemaOptions {
  private final Map<String, OptionSpec> options = new LinkedHashMap<>();

  /** The options of one record; help shows ranges and defaults. */
  public SchemaOptions(SettingsSchema<?> schema) {
    for (Declared setting : schema.settings()) {
      options.put(setting.name(), option(setting, description(setting)));
    }
  }

  /** The options of several records by name; help says whose they are unless all have them. */
  public SchemaOptions(Map<String, SettingsSchema<?>> schemas) {
    Map<String, Declared> declared = new LinkedHashMap<>();
    Map<String, Map<String, List<String>>> owners = new LinkedHashMap<>(); // name → help → owners
    schemas.forEach(
        (owner, schema) -> {
          for (Declared setting : schema.settings()) {
            declared.putIfAbsent(setting.name(), setting);
            owners
                .computeIfAbsent(setting.name(), name -> new LinkedHashMap<>())
                .computeIfAbsent(setting.help(), help -> new ArrayList<>())
                .add(owner);
          }
        });
    declared.forEach(
        (name, setting) -> {
          Map<String, List<String>> helps = owners.getOrDefault(name, Map.of());
          options.put(name, option(setting, description(helps, schemas.size())));
        });
  }

  public void addTo(CommandSpec command) {
    options.values().forEach(command::addOption);
  }

  /** What the user gave, by the names of settings. */
  public Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    options.forEach(
        (name, option) -> {
          if (option.getValue() != null) {
            given.put(name, option.getValue());
          }
        });
    return given;
  }

  private static OptionSpec option(Declared setting, String description) {
    return OptionSpec.builder("--" + setting.name())
        .type(String.class)
        .paramLabel(label(setting))
        .description(description.replace("%", "%%"))
        .build();
  }

  private static String label(Declared setting) {
    if (!setting.choices().isEmpty()) {
      return String.join("|", setting.choices());
    }
    return setting.type() == double.class ? "X" : "N";
  }

  /** "Number of nodes. At least 1, default: 2500." */
  private static String description(Declared setting) {
    String range = setting.range().isEmpty() ? "" : capital(setting.range()) + "; ";
    String end = range + "default: " + Format.setting(setting.defaultValue());
    return capital(setting.help()) + ". " + capital(end) + ".";
  }

  /** "Units in a hidden layer (gcn, mlp); units in each head (gat)." */
  private static String description(Map<String, List<String>> helps, int all) {
    return capital(
            helps.entrySet().stream()
                .map(
                    help ->
                        help.getValue().size() == all
                            ? help.getKey()
                            : help.getKey() + " (" + String.join(", ", help.getValue()) + ")")
                .collect(Collectors.joining("; ")))
        + ".";
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
