package io.github.wats.cli;

import io.github.wats.io.dataset.Catalogue;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which data set, and the folder it is in. */
final class DatasetOptions {
  @Option(
      names = "--dataset",
      paramLabel = "NAME",
      required = true,
      description = "A data set; 'wats dataset list' names them.")
  private String name = "";

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "The folder of data sets. Default: WATS_DATA, else the cache.")
  private @Nullable Path folder;

  String name() {
    return name;
  }

  Dataset load(Console console) throws IOException {
    return DataFolder.locate(Optional.ofNullable(folder), console.environment()).load(entry(name));
  }

  /** The entry of that name, or wrong usage. */
  static CatalogueEntry entry(String name) {
    return Catalogue.find(name)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no data set '"
                        + name
                        + "'; there are "
                        + Catalogue.entries().stream()
                            .map(CatalogueEntry::name)
                            .collect(Collectors.joining(", "))));
  }
}
