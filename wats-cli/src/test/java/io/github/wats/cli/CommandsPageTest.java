package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.cli.calibrate.CalibrateCommand;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** docs/commands says what {@code --help} says; -Dwats.write.docs=true writes it anew. */
class CommandsPageTest {
  private static final String HEAD =
      """
      # Commands

      A page for each command, with what `wats COMMAND --help --wide` says; `--help` alone describes the main options. [Options of all
      commands](commands/common.md), [JSON fields](json.md). `CommandsPageTest` generates these pages.

      %s

      Results go to standard output; progress, notes and errors go to standard error. `--json` prints exactly one JSON object with `schema` and
      `command`. The same inputs, seed and version give the same bytes for any number of `--threads`. An output file is written completely or not
      at all and never replaces an input; its folder is created if needed. If its name ends in `.csv`, `.tsv`, `.txt`, `.npy`, `.npz`, `.json` or
      `.html`, the extension must match the format that is written. Exit codes: 0 success, 1 failure, 2 wrong usage, 3 invalid input data, 4 a
      requested check failed, 5 offline and not cached or a wrong checksum; ended by a signal: 129 hangup, 130 interrupt (Ctrl-C), 143
      termination. [files.md](files.md) describes the files.

      On its first use, and after a change of the sources, `./wats` builds the program in the checkout. If that cannot be written, it builds a copy in
      `$XDG_CACHE_HOME/wats/build` (`~/.cache/wats/build`). Where the locale has no encoding for letters beyond ASCII, it uses `C.UTF-8`, so that
      paths such as `größe/run.npz` work under `LC_ALL=C` too. `WATS_JAVA_OPTS=-Xmx8g` sets options of Java. Without the launcher:
      `java -jar wats-cli/target/wats.jar`, with the same results and speed.
      """;

  private static final Path FOLDER = Shared.root().resolve("docs/commands");
  private static final String COMMON = "Common options";

  private static final Pattern ROW = Pattern.compile(" {2}( {4}|-\\w, )(\\S+)(?: {2,}(.*))?");
  private static final Pattern USUAL = Pattern.compile("(.*?) ?Default: (.*)\\.");
  private static final Pattern COMMAND = Pattern.compile("(\\w*) +(\\w+) +([A-Z].*\\.)");

  private static final String TABLE = "| option | meaning | default |\n| --- | --- | --- |\n";

  @Test
  void saysWhatHelpSays() throws IOException {
    Map<String, String> pages = pages();
    if (Boolean.getBoolean("wats.write.docs")) {
      for (Map.Entry<String, String> page : pages.entrySet()) {
        Files.writeString(FOLDER.resolve(page.getKey()), page.getValue());
      }
    }
    for (Map.Entry<String, String> page : pages.entrySet()) {
      assertThat(FOLDER.resolve(page.getKey()))
          .as("CONTRIBUTING.md has the command that writes it again")
          .hasContent(page.getValue());
    }
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              pages.keySet().stream().filter(name -> !name.startsWith(".")).toList());
    }
  }

  /** No option is lost between help and page. */
  @Test
  void hasEveryOption() {
    Map<String, String> pages = pages();
    CommandLine all = new CommandLine(new WatsCommand());
    all.addSubcommand(CalibrateCommand.class);
    String page = pages.get("calibrate.md") + pages.get("common.md");
    assertThat(all.getSubcommands().get("calibrate").getCommandSpec().options())
        .filteredOn(option -> !option.hidden())
        .hasSizeGreaterThan(20)
        .allMatch(option -> page.contains("`" + option.longestName()));
  }

  private static String overview() {
    StringBuilder table =
        new StringBuilder("| task | command | what it does |\n| --- | --- | --- |\n");
    for (String line : Cli.run("--help").out().lines().toList()) {
      Matcher command = COMMAND.matcher(line);
      if (command.matches() && !command.group(2).equals("help")) {
        String name = command.group(2);
        table.append(
            "| %s | [%s](commands/%s.md) | %s |\n"
                .formatted(command.group(1), name, name, command.group(3)));
      }
    }
    return HEAD.formatted(table);
  }

  private static Map<String, String> pages() {
    Map<String, String> pages = new LinkedHashMap<>();
    for (Class<?> type : WatsCommand.SUBCOMMANDS) {
      String name = type.getAnnotation(Command.class).name();
      if (!name.equals("help")) {
        StringBuilder page = new StringBuilder("# wats " + name + "\n");
        append(page, name);
        for (Class<?> part : type.getAnnotation(Command.class).subcommands()) {
          String full = name + " " + part.getAnnotation(Command.class).name();
          page.append("\n## wats ").append(full).append("\n");
          append(page, full);
        }
        page.append("\n[Options of all commands](common.md)\n");
        pages.put(name + ".md", page.toString());
      }
    }
    pages.put("../commands.md", overview());
    String common = sections(help("calibrate")).get(COMMON);
    pages.put(
        "common.md",
        "# Options of all commands\n\n" + TABLE + common.substring(common.indexOf("\n| `") + 1));
    return pages;
  }

  private static void append(StringBuilder page, String command) {
    sections(help(command))
        .forEach(
            (heading, body) -> {
              if (!heading.equals(COMMON) && !body.isBlank()) {
                page.append(heading.isEmpty() ? "" : "\n**" + heading + "**\n");
                page.append("\n").append(body.strip()).append("\n");
              }
            });
  }

  private static String help(String command) {
    String line = command.equals("dataset") ? command + " --help" : command + " --help --wide";
    return Cli.run(line.split(" ")).out();
  }

  /** What help says under each heading: text as it is, options as a table, examples as a block. */
  private static Map<String, String> sections(String help) {
    Map<String, String> sections = new LinkedHashMap<>();
    String heading = "";
    List<String> lines = new ArrayList<>();
    for (String line : help.lines().toList()) {
      if (line.matches("[A-Z][A-Za-z ]+:")) {
        sections.put(heading, body(heading, lines));
        heading = line.substring(0, line.length() - 1);
        lines.clear();
      } else {
        lines.add(line.stripTrailing());
      }
    }
    sections.put(heading, body(heading, lines));
    return sections;
  }

  private static String body(String heading, List<String> lines) {
    if (heading.equals("Examples")) {
      return "```\n" + String.join("\n", lines).stripIndent().strip() + "\n```";
    }
    List<String> rows = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      Matcher row = ROW.matcher(line);
      if (line.startsWith("Usage: ")) {
        text.append("`").append(line.substring(7)).append("`\n\n");
      } else if (heading.equals("Commands")) {
        text.append(line.isEmpty() ? "\n" : line.strip().replaceFirst("^(\\w+) {2,}", "- `$1`: "));
        text.append("\n");
      } else if (row.matches()) {
        String shorter = row.group(1).isBlank() ? "" : "`" + row.group(1).replace(", ", "`, ");
        String means = row.group(3) == null ? "" : row.group(3);
        rows.add(shorter + "`" + row.group(2).replace("|", "\\|") + "`  " + means);
      } else if (line.startsWith(" ".repeat(20)) && !rows.isEmpty()) {
        int last = rows.size() - 1;
        rows.set(last, rows.get(last) + (rows.get(last).endsWith("  ") ? "" : " ") + line.strip());
      } else {
        text.append(line).append("\n");
      }
    }
    String table =
        rows.isEmpty()
            ? ""
            : TABLE + String.join("", rows.stream().map(CommandsPageTest::row).toList()) + "\n";
    String words = escape(text.toString());
    return heading.isEmpty() ? words + "\n" + table : table + words;
  }

  private static String row(String row) {
    String[] parts = row.split(" {2}", 2);
    Matcher usual = USUAL.matcher(parts[1]);
    boolean has = usual.matches();
    String value = has ? usual.group(2) : "";
    return "| %s | %s | %s |\n"
        .formatted(
            parts[0],
            escape(has ? usual.group(1) : parts[1]),
            value.isEmpty() || value.contains(" ") ? escape(value) : "`" + value + "`");
  }

  private static String escape(String text) {
    return text.replace("<", "&lt;");
  }
}
