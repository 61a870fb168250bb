package io.github.wats.cli.console;

import static java.util.stream.Collectors.toMap;

import io.github.wats.report.NumberText;
import io.github.wats.settings.SettingsSchema;
import io.github.wats.settings.SettingsSchema.Declared;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** A mixin: {@code --set NAME=VALUE}, and the short form {@code --NAME VALUE} of every setting. */
@Command
public final class SettingOptions {
  private final Map<String, OptionSpec> shortForms;
  private final OptionSpec pairs;
  private final Supplier<SettingsSchema<?>> chosen;

  /** The settings of the command itself, which its help lists. */
  public static SettingOptions of(SettingsSchema<?> schema) {
    String help = "The same as --NAME VALUE, for scripts; repeatable.";
    return new SettingOptions(List.of(schema), () -> schema, false, help);
  }

  /**
   * The settings of a method or network that an option chooses; {@code wats methods NAME} lists
   * them.
   *
   * @param all that can be chosen
   * @param chosen the one whose settings are given
   * @param example such as "method, such as k=3"
   */
  public static SettingOptions of(
      List<? extends SettingsSchema<?>> all, Supplier<SettingsSchema<?>> chosen, String example) {
    String help =
        "Change a setting of the "
            + example
            + "; repeatable. --NAME VALUE is the short form. 'wats methods NAME' lists the settings"
            + " with default, range and help.";
    return new SettingOptions(all, chosen, true, help);
  }

  private SettingOptions(
      List<? extends SettingsSchema<?>> all,
      Supplier<SettingsSchema<?>> chosen,
      boolean hidden,
      String help) {
    this.chosen = chosen;
    shortForms =
        all.stream()
            .flatMap(schema -> schema.settings().stream())
            .collect(
                toMap(
                    Declared::name,
                    setting -> shortForm(setting, hidden),
                    (first, other) -> first,
                    LinkedHashMap::new));
    pairs =
        OptionSpec.builder("--set")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("NAME=VALUE")
            .description(help)
            .build();
  }

  private static OptionSpec shortForm(Declared setting, boolean hidden) {
    List<String> choices = setting.choices();
    String help = setting.help() + (setting.range().isEmpty() ? "" : ", " + setting.range());
    return OptionSpec.builder("--" + setting.name())
        .type(String.class)
        .hidden(hidden)
        .paramLabel(choices.isEmpty() ? "VALUE" : String.join("|", choices))
        .description(
            help.substring(0, 1).toUpperCase(Locale.ROOT)
                + help.substring(1).replace("%", "%%")
                + ". Default: "
                + NumberText.setting(setting.defaultValue())
                + ".")
        .build();
  }

  /** Adds the options to the command that has this as a mixin. */
  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec command) {
    command.addOption(pairs);
    shortForms.values().forEach(command::addOption);
  }

  /** The values on the command line by the names of settings. */
  public Map<String, String> values() {
    List<String> texts = new ArrayList<>();
    if (pairs.getValue() instanceof List<?> list) {
      list.forEach(text -> texts.add(text.toString()));
    }
    shortForms.forEach(
        (name, option) -> {
          if (option.getValue() != null) {
            texts.add(name + "=" + option.getValue());
          }
        });
    return UsageException.checked(() -> SettingsSchema.parse(texts));
  }

  /** Why an option that a command does not have is no setting either, if it has settings. */
  static Optional<String> reason(CommandSpec command, String option) {
    return mixins(command)
        .flatMap(mixin -> mixin instanceof SettingOptions own ? Stream.of(own) : Stream.of())
        .findFirst()
        .flatMap(own -> own.reason(option.replaceFirst("^--?([^=]*).*", "$1")));
  }

  private Optional<String> reason(String name) {
    try {
      chosen.get().bind(Map.of(name, ""));
      return Optional.empty();
    } catch (IllegalArgumentException unknown) {
      return Optional.ofNullable(unknown.getMessage());
    }
  }

  /** The mixins of a command and theirs. */
  private static Stream<Object> mixins(CommandSpec command) {
    return command.mixins().values().stream()
        .flatMap(mixin -> Stream.concat(Stream.of(mixin.userObject()), mixins(mixin)));
  }
}
