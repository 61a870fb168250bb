package io.github.wats.cli.dataset;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code wats dataset}: the data sets known by name, their files, and generated ones. */
@Command(
    name = "dataset",
    description = "Lists, downloads, checks, generates and converts data sets.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DatasetListCommand.class,
      DatasetInfoCommand.class,
      DatasetGetCommand.class,
      DatasetVerifyCommand.class,
      DatasetGenerateCommand.class,
      DatasetConvertCommand.class
    },
    footer = {
      "",
      "Files are read from --data-dir, else $WATS_DATA, else the cache ($XDG_CACHE_HOME/wats,",
      "~/.cache/wats): one folder per data set with its files as published. Only 'get' uses the",
      "network.",
      "",
      "Examples:",
      "  wats dataset list",
      "  wats dataset get cora citeseer",
      "  wats dataset info cora",
      "  wats dataset generate -o graph.npz --nodes 10000"
    })
public final class DatasetCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create(); // set by picocli

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  /** Without a command: what there is. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
