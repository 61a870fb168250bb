package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The options that docs/names.md names are those of the program. */
class NamesPageTest {
  private static final Path PAGE = Shared.root().resolve("docs/names.md");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

  /** Settings of methods are not among the options of commands. */
  @Test
  void namesOptionsThatExist() throws IOException {
    CommandLine all = new CommandLine(new WatsCommand());
    WatsCommand.SUBCOMMANDS.forEach(all::addSubcommand);
    Map<String, CommandLine> commands = all.getSubcommands();
    List<String> known =
        commands.values().stream()
            .flatMap(command -> command.getCommandSpec().options().stream())
            .map(OptionSpec::names)
            .flatMap(Arrays::stream)
            .toList();
    List<String> named =
        OPTION.matcher(Files.readString(PAGE)).results().map(found -> found.group()).toList();
    assertThat(named).hasSizeGreaterThan(12);
    assertThat(named.stream().filter(name -> !List.of("--k", "--mode").contains(name)))
        .allMatch(known::contains);
    assertThat(known).contains("--coverage", "--level", "--false-alarm");
    assertThat(commands.get("select").getCommandSpec().findOption("--coverage")).isNull();
    assertThat(commands.get("monitor").getCommandSpec().findOption("--level")).isNull();
  }
}
