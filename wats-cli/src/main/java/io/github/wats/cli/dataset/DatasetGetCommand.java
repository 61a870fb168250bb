package io.github.wats.cli.dataset;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.dataset.Catalogue;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.DatasetFetcher;
import io.github.wats.io.dataset.DatasetFetcher.Mirror;
import io.github.wats.io.dataset.DownloadListener;
import io.github.wats.io.dataset.Edition;
import io.github.wats.io.dataset.SourceFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats dataset get}: downloads data sets into the data folder. */
@Command(
    name = "get",
    description = {
      "Downloads data sets from their publishers and verifies them.",
      "The same command resumes an interrupted download; files that are present and correct are",
      "not downloaded again."
    },
    footer = {
      "",
      "A mirror has the layout of a data folder, such as MIRROR/cora/ind.cora.x.",
      "",
      "Examples:",
      "  wats dataset get cora",
      "  wats dataset get computers photo --data-dir data",
      "  wats dataset get cora --mirror /media/usb/datasets --offline"
    })
final class DatasetGetCommand extends Subcommand {
  @Mixin private DataFolderOption data = new DataFolderOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "NAME",
      description = "Data sets to download; 'wats dataset list' lists them.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--offline",
      description = "Use no network: only files already present or in a mirror folder.")
  private boolean offline;

  @Option(
      names = "--mirror",
      paramLabel = "URL|DIR",
      description =
          "Download from this mirror, or copy from this folder, instead of the publisher.")
  private @Nullable String mirror;

  @Override
  protected Outcome execute() throws IOException, InterruptedException {
    List<CatalogueEntry> entries =
        UsageException.checked(() -> names.stream().map(Catalogue::named).toList());
    DataFolder folder = data.folder(console());
    Optional<Mirror> source =
        UsageException.checked(() -> Optional.ofNullable(mirror).map(Mirror::of));
    List<Map<String, Object>> datasets = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    try (DownloadBars bars = new DownloadBars(messages())) {
      DatasetFetcher fetcher = new DatasetFetcher(folder, offline, source, bars);
      for (CatalogueEntry entry : entries) {
        Edition edition = fetcher.get(entry);
        datasets.add(fields(entry, edition, folder));
        text.append(entry.name()).append(": ").append(folder.folder(entry));
        edition.note().ifPresent(lack -> text.append(" (without ").append(lack).append(")"));
        text.append(System.lineSeparator());
      }
    }
    return new Outcome(Map.of("datasets", datasets), text.toString());
  }

  private static Map<String, Object> fields(
      CatalogueEntry entry, Edition edition, DataFolder folder) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", entry.name());
    fields.put("folder", folder.folder(entry).toString());
    fields.put("files", edition.files().stream().map(SourceFile::name).toList());
    edition.note().ifPresent(lack -> fields.put("lacks", lack));
    return fields;
  }

  /** Shows downloads as bars, one file after the other. */
  private static final class DownloadBars implements DownloadListener, AutoCloseable {
    private final Messages messages;
    private String file = "";
    private Messages.Progress bar = Messages.Progress.NONE;

    DownloadBars(Messages messages) {
      this.messages = messages;
    }

    @Override
    public void progress(String name, long bytes, OptionalLong total) {
      if (!name.equals(file)) {
        bar.close();
        file = name;
        bar = messages.progress(name, total.orElse(-1));
      }
      bar.to(bytes, Format.bytes(bytes));
    }

    @Override
    public void note(String line) {
      messages.note("note: " + line);
    }

    @Override
    public void close() {
      bar.close();
    }
  }
}
