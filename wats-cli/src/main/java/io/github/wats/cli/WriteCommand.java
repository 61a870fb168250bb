package io.github.wats.cli;

import io.github.wats.cli.console.Subcommand;
import io.github.wats.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code wats write FROM TO}: writes a file in the way of all commands, for programs such as the
 * Python package that made its content. Not listed in the help.
 */
@Command(name = WriteCommand.NAME, description = "Copies a file: completely or not at all.")
final class WriteCommand extends Subcommand {
  static final String NAME = "write";

  @Parameters(index = "0", paramLabel = "FROM")
  private Path from = Path.of("");

  @Parameters(index = "1", paramLabel = "TO")
  private Path to = Path.of("");

  @Override
  protected Outcome execute() throws IOException {
    AtomicFile.write(to, out -> Files.copy(from, out));
    return new Outcome(Map.of("file", to.toString()), "");
  }
}
