package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** docs/names.md has the metrics and options of the program; -Dwats.write.docs=true writes it. */
class NamesPageTest {
  private static final Path PAGE = Shared.root().resolve("docs/names.md");
  private static final Pattern TABLE = Pattern.compile("(?s)\\| title \\| key .*?\\n(?=\\n)");
  private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z-]*");

  @Test
  void hasEveryMetricByItsTitleAndKey() throws IOException {
    String rows =
        Arrays.stream(Metric.values())
            .map(of -> "| %s | `%s` | %s |%n".formatted(of.title(), of.key(), of.help()))
            .collect(Collectors.joining());
    String table = "| title | key | meaning |\n| --- | --- | --- |\n" + rows;
    if (Boolean.getBoolean("wats.write.docs")) {
      String page = TABLE.matcher(Files.readString(PAGE)).replaceFirst(table.replace("$", "\\$"));
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).contains("\n\n" + table + "\n");
    assertThat(Metric.DEGREE_ECE.title()).isEqualTo("Degree-binned ECE");
  }

  /** Settings of methods are not among the options of commands. */
  @Test
  void namesOptionsThatExist() throws IOException {
    Map<String, CommandLine> commands = new CommandLine(new WatsCommand()).getSubcommands();
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
    for (String option : List.of("select --level", "sets --coverage", "monitor --false-alarm")) {
      String[] words = option.split(" ");
      assertThat(commands.get(words[0]).getCommandSpec().findOption(words[1])).isNotNull();
      assertThat(commands.get("select").getCommandSpec().findOption("--coverage")).isNull();
      assertThat(commands.get("monitor").getCommandSpec().findOption("--level")).isNull();
    }
  }
}
