package io.github.wats.cli.dataset;

import io.github.wats.cli.console.Console;
import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which data set, and the folder it is in. */
final class DatasetOptions {
  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      description = "A data set; 'wats dataset list' names them.")
  private String name = "";

  @Mixin private DataFolderOption folder = new DataFolderOption();

  /** Whether the user named no data set. */
  boolean isAbsent() {
    return name.isEmpty();
  }

  /** What the data set is really called; an unknown one is wrong usage. */
  String name() {
    return UsageException.checked(() -> Datasets.named(name));
  }

  Dataset load(Console console) throws IOException {
    return Datasets.load(folder.folder(console), name());
  }
}
