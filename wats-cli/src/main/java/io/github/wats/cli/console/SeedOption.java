package io.github.wats.cli.console;

import picocli.CommandLine.Option;

/** Where all randomness of a command comes from. */
public final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Same inputs, seed and version give the same bytes. Default: ${DEFAULT-VALUE}.")
  private long seed;

  public long seed() {
    return seed;
  }
}
