package io.github.wats.cli.console;

import static java.util.stream.Collectors.joining;

import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Help that lists options under headings. Without {@code --wide} it fits on a screen of 80 × 24:
 * the options that most people need, in a sentence each, and the names of the others.
 */
public final class GroupedHelp extends Help {
  /** The {@code order} of an option that is described with {@code --wide} only. */
  public static final int ADVANCED = 1;

  private static final String COMMON = "Common options";
  private static final String SETTINGS = "Settings";
  private static final String INPUT = "Input";
  private static final String OPTIONS = "Options";
  private static final String OF_METHODS =
      "--set=NAME=VALUE; 'wats methods NAME' lists the settings";
  private static final int EXAMPLES = 2; // in short help
  private static final int NAMES = 10; // where names of options begin in short help
  private static final int INDENT = 26; // where descriptions begin

  private final boolean wide;

  public GroupedHelp(CommandSpec command, ColorScheme colors, boolean wide) {
    super(command, colors);
    this.wide = wide || !(command.userObject() instanceof Subcommand);
  }

  @Override
  public String synopsis(int headingLength) {
    String parameters =
        commandSpec().positionalParameters().stream()
            .map(one -> one.arity().min() == 0 ? "[" + one.paramLabel() + "]" : one.paramLabel())
            .collect(joining(" "));
    boolean group = !commandSpec().subcommands().isEmpty();
    String usage = commandSpec().qualifiedName() + (group ? " COMMAND " : " ") + parameters;
    return Format.text("%s [OPTION…]%n", usage.strip());
  }

  @Override
  public String description(Object... parameters) {
    String[] lines = commandSpec().usageMessage().description();
    return wide || lines.length == 0
        ? super.description(parameters)
        : Format.text("%s%n", lines[0].replace("%%", "%"));
  }

  @Override
  public String parameterList(List<PositionalParamSpec> parameters) {
    StringBuilder text = new StringBuilder();
    parameters.forEach(one -> add(text, "      " + one.paramLabel(), description(one)));
    return wide ? text.toString() : "";
  }

  @Override
  public String optionList() {
    StringBuilder text = new StringBuilder();
    for (String heading : List.of(INPUT, OPTIONS, SETTINGS, COMMON)) {
      List<OptionSpec> options = options(option -> heading(option).equals(heading)).toList();
      text.append(options.isEmpty() ? "" : Format.text("%n%s:%n", heading));
      options.forEach(option -> add(text, label(option), description(option)));
    }
    return wide ? text.toString() : shortList();
  }

  private String shortList() {
    StringBuilder text = new StringBuilder(System.lineSeparator());
    options(option -> heading(option).equals(OPTIONS) && option.order() != ADVANCED)
        .forEach(option -> add(text, label(option), brief(description(option))));
    names(text, "Parts", option -> heading(option).equals(INPUT));
    names(text, SETTINGS, option -> heading(option).equals(SETTINGS));
    names(text, "More", option -> option.order() == ADVANCED);
    names(text, "Common", option -> heading(option).equals(COMMON) && !option.usageHelp());
    return text.toString().stripTrailing() + Format.text("; all: --help --wide%n");
  }

  /** The names of an option and its value. */
  private static String label(OptionSpec option) {
    String name = option.longestName();
    String all = option.names().length == 1 ? "    " + name : option.shortestName() + ", " + name;
    String list = option.splitRegex().isEmpty() ? "" : ",…";
    String value = option.arity().max() == 0 ? "" : "=" + option.paramLabel() + list;
    boolean may = option.arity().min() == 0 && !value.isEmpty();
    return "  " + all + (may ? "[" + value + "]" : value);
  }

  private static String description(ArgSpec argument) {
    String text = String.join(" ", argument.description()).replace("%%", "%");
    return text.replace("${DEFAULT-VALUE}", argument.defaultValueString());
  }

  /** A label and, beside or below it, what it means. */
  private void add(StringBuilder text, String label, String description) {
    int width = commandSpec().usageMessage().width() - INDENT;
    String words = Format.wrap(description, OptionalInt.of(width)).indent(INDENT);
    boolean beside = label.length() < INDENT - 1;
    String first = beside ? Format.text("%-" + INDENT + "s", label) : Format.text("%s%n", label);
    text.append(colorScheme().apply(first, List.of(Ansi.Style.fg_yellow)))
        .append(beside ? words.stripLeading() : words);
  }

  private void names(StringBuilder text, String heading, Predicate<OptionSpec> which) {
    String list = options(which).map(OptionSpec::longestName).collect(joining(" "));
    String names = list.equals("--set") ? OF_METHODS : list;
    int width = commandSpec().usageMessage().width() - NAMES;
    String lines = Format.wrap(names, OptionalInt.of(width)).indent(NAMES).stripLeading();
    text.append(names.isEmpty() ? "" : Format.text("%-" + NAMES + "s%s", heading + ":", lines));
  }

  @Override
  public String footer(Object... parameters) {
    List<String> lines = Arrays.asList(commandSpec().usageMessage().footer());
    int examples = lines.indexOf("Examples:");
    return wide || examples < 0
        ? super.footer(parameters)
        : lines.stream()
            .skip(examples - 1L)
            .limit(2L + EXAMPLES)
            .collect(joining(System.lineSeparator(), "", System.lineSeparator()));
  }

  /** The first sentence, or the first clause of a long one, and the default. */
  private static String brief(String description) {
    String sentence = description.split("(?<=\\.) (?=[A-Z])", 2)[0];
    int usual = description.indexOf("Default: ");
    String end = usual < sentence.length() ? "" : " " + description.substring(usual);
    boolean isLong = (sentence + end).length() > Console.USUAL_COLUMNS - INDENT;
    return (isLong ? sentence.split("; ", 2)[0].replaceFirst("\\.?$", ".") : sentence) + end;
  }

  private Stream<OptionSpec> options(Predicate<OptionSpec> which) {
    return commandSpec().options().stream()
        .filter(option -> !option.hidden() && which.test(option))
        .sorted(Comparator.comparing(OptionSpec::longestName));
  }

  private static String heading(OptionSpec option) {
    if (!(option.userObject() instanceof Member member)) {
      return SETTINGS; // of SettingOptions, which no class declares
    }
    if (member.getDeclaringClass() == Subcommand.class) {
      return COMMON;
    }
    return option.paramLabel().equals(FileArguments.FILE) ? INPUT : OPTIONS;
  }
}
