package io.github.wats.cli;

import io.github.wats.settings.SettingsSchema;
import io.github.wats.settings.SettingsSchema.Declared;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** Options for settings: {@code --learning-rate} for {@code learning-rate}, and so on. */
final class SettingOptions {
  private SettingOptions() {}

  /**
   * Adds an option for each name of a setting.
   *
   * @param schemas by the name of their owner, which help shows where not all have the setting
   * @param given where the texts that the user gives are put
   */
  static void add(
      CommandSpec spec, Map<String, SettingsSchema<?>> schemas, Map<String, String> given) {
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
        (name, setting) ->
            spec.addOption(
                OptionSpec.builder("--" + name)
                    .type(String.class)
                    .paramLabel(label(setting))
                    .description(description(owners.getOrDefault(name, Map.of()), schemas.size()))
                    .setter(setter(name, given))
                    .build()));
  }

  private static String label(Declared setting) {
    if (!setting.choices().isEmpty()) {
      return String.join("|", setting.choices());
    }
    return setting.type() == double.class ? "X" : "N";
  }

  /** Each help with its owners, unless all have it. */
  private static String description(Map<String, List<String>> owners, int all) {
    String text =
        owners.entrySet().stream()
            .map(
                entry ->
                    entry.getValue().size() == all
                        ? entry.getKey()
                        : entry.getKey() + " (" + String.join(", ", entry.getValue()) + ")")
            .collect(Collectors.joining("; "));
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
  }

  private static ISetter setter(String name, Map<String, String> given) {
    return new ISetter() {
      @Override
      @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
      public <T> @Nullable T set(T value) {
        return (T) (value == null ? given.remove(name) : given.put(name, value.toString()));
      }
    };
  }
}
