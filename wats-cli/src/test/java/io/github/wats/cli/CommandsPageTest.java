package io.github.wats.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/commands.md says what {@code --help} says; -Dwats.write.docs=true writes it anew. */
class CommandsPageTest {
  private static final String HEAD =
      """
      # Commands

      The output of `--help --wide` for every command; `--help` alone describes the main options. `CommandsPageTest` generates this page.

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

  @Test
  void saysWhatHelpSays() throws IOException {
    Path file = Shared.root().resolve("docs/commands.md");
    String page = page();
    if (Boolean.getBoolean("wats.write.docs")) {
      Files.writeString(file, page);
    }
    assertThat(Files.readString(file).lines())
        .as("docs/commands.md; CONTRIBUTING.md has the command that writes it again")
        .containsExactlyElementsOf(page.lines().toList());
  }

  private static String page() {
    StringBuilder page = new StringBuilder(HEAD);
    CommandLine all = new CommandLine(new WatsCommand());
    WatsCommand.SUBCOMMANDS.forEach(all::addSubcommand);
    append(page, all, new ArrayList<>());
    return page.toString();
  }

  private static void append(StringBuilder page, CommandLine command, List<String> path) {
    for (Map.Entry<String, CommandLine> entry : command.getSubcommands().entrySet()) {
      if (entry.getKey().equals("help")) {
        continue;
      }
      List<String> here = new ArrayList<>(path);
      here.add(entry.getKey());
      String help = help(here, entry.getValue());
      page.append("\n## wats ").append(String.join(" ", here)).append("\n\n```\n");
      page.append(help.stripTrailing()).append("\n```\n");
      append(page, entry.getValue(), here);
    }
  }

  private static String help(List<String> path, CommandLine command) {
    List<String> arguments = new ArrayList<>(path);
    arguments.add("--help");
    arguments.addAll(command.getSubcommands().isEmpty() ? List.of("--wide") : List.of());
    return Cli.run(arguments.toArray(String[]::new)).out().replaceAll("(?m)[ \\t]+$", "");
  }
}
