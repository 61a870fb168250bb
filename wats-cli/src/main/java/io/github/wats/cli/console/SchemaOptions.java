package io.github.wats.cli.console;

import static java.util.stream.Collectors.joining;

import io.github.wats.settings.SettingsSchema;
import io.github.wats.settings.SettingsSchema.Declared;
import java.lang.reflect.ParameterizedType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** A mixin: one option for each setting of some records, with the records' own help. */
@Command
public final class SchemaOptions {
  private final Map<String, OptionSpec> options = new LinkedHashMap<>();

  /** The options of one record. */
  public static SchemaOptions of(SettingsSchema<?> schema) {
    return new SchemaOptions(Map.of("", schema), true);
  }

  /**
   * The options of several records by name; help says which records have a setting unless all do.
   *
   * @param defaults whether help shows the default values
   */
  public SchemaOptions(Map<String, SettingsSchema<?>> schemas, boolean defaults) {
    Map<String, Map<String, Declared>> declared = new LinkedHashMap<>(); // by name, then by owner
    for (Map.Entry<String, SettingsSchema<?>> owner : schemas.entrySet()) {
      for (Declared setting : owner.getValue().settings()) {
        declared
            .computeIfAbsent(setting.name(), name -> new LinkedHashMap<>())
            .put(owner.getKey(), setting);
      }
    }
    declared.forEach(
        (name, byOwner) -> {
          boolean named = byOwner.size() < schemas.size();
          List<String> sentences = new ArrayList<>();
          sentences.add(text(byOwner, "; ", named, Declared::help));
          sentences.add(text(byOwner, "; ", false, Declared::range));
          if (defaults) {
            String values = text(byOwner, ", ", false, one -> Format.setting(one.defaultValue()));
            sentences.add("default: " + values);
          }
          options.put(name, option(byOwner.values().iterator().next(), sentences));
        });
  }

  /** Adds the options to the command that has this as a mixin. */
  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec command) {
    options.values().forEach(command::addOption);
  }

  /** The values on the command line by the names of settings; those of a list joined by commas. */
  public Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>();
    options.forEach(
        (name, option) -> {
          if (option.getValue() instanceof List<?> values) {
            given.put(name, values.stream().map(Object::toString).collect(joining(",")));
          } else if (option.getValue() != null) {
            given.put(name, option.getValue());
          }
        });
    return given;
  }

  private static OptionSpec option(Declared setting, List<String> sentences) {
    String description =
        sentences.stream()
            .filter(sentence -> !sentence.isEmpty())
            .map(sentence -> capital(sentence) + ".")
            .collect(joining(" "));
    OptionSpec.Builder option =
        OptionSpec.builder("--" + setting.name())
            .type(String.class)
            .paramLabel(label(setting))
            .description(description.replace("%", "%%"));
    if (setting.type() instanceof ParameterizedType) { // a list
      option.type(List.class).auxiliaryTypes(String.class).splitRegex(",");
    }
    return option.build();
  }

  private static String label(Declared setting) {
    if (!setting.choices().isEmpty()) {
      return String.join("|", setting.choices());
    }
    if (setting.type() == int.class || setting.type() == OptionalInt.class) {
      return "N";
    }
    boolean numbers = setting.type() == double.class || setting.type() instanceof ParameterizedType;
    return numbers ? "X" : "NAME";
  }

  /**
   * A part of the help, such as "units in a hidden layer (gcn, mlp); units in each head (gat)".
   *
   * @param named whether to name the owners also where all have the same text
   */
  private static String text(
      Map<String, Declared> byOwner,
      String separator,
      boolean named,
      Function<Declared, String> part) {
    Map<String, List<String>> owners = new LinkedHashMap<>(); // by text
    byOwner.forEach(
        (owner, setting) ->
            owners.computeIfAbsent(part.apply(setting), text -> new ArrayList<>()).add(owner));
    return owners.entrySet().stream()
        .map(
            same ->
                named || owners.size() > 1
                    ? same.getKey() + " (" + String.join(", ", same.getValue()) + ")"
                    : same.getKey())
        .collect(joining(separator));
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
