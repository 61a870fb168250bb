package io.github.wats.cli.dataset;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.dataset.Catalogue;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Dataset;
import io.github.wats.io.dataset.Datasets;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code wats dataset info}: what a data set counts, as it is used. */
@Command(
    name = "info",
    description = {
      "Checks the files of a data set and describes the graph as used.",
      "Says its counts, degrees, homophily and components."
    },
    footer = {"", "Examples:", "  wats dataset info cora", "  wats dataset info photo --json"})
final class DatasetInfoCommand extends Subcommand {
  private static final String END = System.lineSeparator();

  @Mixin private DataFolderOption data = new DataFolderOption();

  @Parameters(paramLabel = "NAME", description = "A name that 'wats dataset list' shows.")
  private String name = "";

  @Override
  protected String commandName() {
    return "dataset info";
  }

  @Override
  protected Outcome execute() throws IOException {
    String known = UsageException.checked(() -> Datasets.named(name));
    DataFolder folder = data.folder(console());
    Dataset dataset = Datasets.load(folder, known);
    Map<String, Object> fields = new LinkedHashMap<>();
    String text = DatasetDescription.text(dataset);
    Optional<CatalogueEntry> entry = Catalogue.find(known);
    entry.ifPresent(about -> fields.putAll(DatasetDescription.of(about)));
    fields.putAll(DatasetDescription.statistics(dataset));
    if (entry.isPresent()) {
      String place = folder.folder(entry.get()).toString();
      fields.put("folder", place);
      return new Outcome(fields, text + words(entry.get(), place));
    }
    return new Outcome(fields, text);
  }

  private static String words(CatalogueEntry entry, String place) {
    return END
        + ("prepared: " + entry.preparation() + END)
        + ("origin:   " + entry.origin() + END)
        + ("license:  " + entry.license() + END)
        + ("files:    " + place + END);
  }
}
