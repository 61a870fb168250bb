package io.github.wats.cli.console;

import picocli.CommandLine.Option;

/** The seed of all random numbers of a command. */
public final class SeedOption {
  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Random seed; equal inputs, seed and version give equal bytes. Default: 0.")
  private long seed;

  public long seed() {
    return seed;
  }
}
