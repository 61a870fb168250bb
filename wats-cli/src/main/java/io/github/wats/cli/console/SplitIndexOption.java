package io.github.wats.cli.console;

import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code --split-index} of commands that read a split from a file. */
public final class SplitIndexOption {
  @Option(
      names = "--split-index",
      order = GroupedHelp.ADVANCED,
      paramLabel = "I",
      description = "Use split I, counted from 0, of a file that has several splits.")
  private @Nullable Integer index;

  public OptionalInt index() {
    if (index != null && index < 0) {
      throw new UsageException("--split-index must be at least 0, got " + index);
    }
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }
}
