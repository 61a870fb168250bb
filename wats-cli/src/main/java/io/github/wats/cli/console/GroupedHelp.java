package io.github.wats.cli.console;

import java.lang.reflect.Member;
import java.util.Comparator;
import java.util.List;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Help that lists options under headings. */
public final class GroupedHelp extends Help {
  public GroupedHelp(CommandSpec command, ColorScheme colors) {
    super(command, colors);
  }

  @Override
  public String optionList() {
    StringBuilder text = new StringBuilder();
    for (String heading : List.of("Input", "Options", "Settings", "Common options")) {
      List<OptionSpec> options =
          commandSpec().options().stream()
              .filter(option -> !option.hidden() && heading(option).equals(heading))
              .sorted(Comparator.comparing(OptionSpec::longestName))
              .toList();
      Layout layout = createDefaultLayout();
      layout.addOptions(options, parameterLabelRenderer());
      text.append(options.isEmpty() ? "" : Format.text("%n%s:%n%s", heading, layout));
    }
    return text.toString();
  }

  private static String heading(OptionSpec option) {
    if (!(option.userObject() instanceof Member member)) {
      return "Settings"; // of SettingOptions, which no class declares
    }
    if (member.getDeclaringClass() == Subcommand.class) {
      return "Common options";
    }
    return option.paramLabel().equals(FileArguments.FILE) ? "Input" : "Options";
  }
}
