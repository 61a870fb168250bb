package io.github.wats.cli.dataset;

import static java.util.stream.Collectors.joining;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.io.dataset.Catalogue;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.CatalogueEntry.Counts;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.io.dataset.Edition;
import io.github.wats.io.dataset.SourceFile;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code wats dataset list}: the catalogue, and which data sets are present. */
@Command(
    name = "list",
    description = {
      "Lists the data sets and whether their files are present.",
      "Counts describe the preprocessed graph: each undirected edge once, without self-loops;"
          + " --json",
      "adds publisher, license and preprocessing."
    },
    footer = {"", "Examples:", "  wats dataset list", "  wats dataset list --json"})
final class DatasetListCommand extends Subcommand {
  /** The columns that fit into 80: all but the features. */
  private static final List<Integer> MAIN = List.of(0, 1, 2, 4, 5, 6);

  @Mixin private DataFolderOption data = new DataFolderOption();

  @Override
  protected Outcome execute() {
    DataFolder folder = data.folder(console());
    List<Map<String, Object>> datasets = new ArrayList<>();
    DataTable.Builder table =
        new DataTable.Builder(
            "name", "nodes", "edges", "features", "classes", "download", "present");
    for (CatalogueEntry entry : Catalogue.entries()) {
      Optional<Edition> present = folder.present(entry);
      datasets.add(fields(entry, present));
      OptionalLong bytes = downloadSize(entry);
      String download = bytes.isPresent() ? Format.bytes(bytes.getAsLong()) : "?";
      String state =
          present
              .map(
                  files ->
                      files.note().map(lack -> "no " + lack.replace("node ", "")).orElse("yes"))
              .orElse("no");
      add(table, entry.name(), "", entry.counts(), download, state);
    }
    for (String name : Datasets.generated()) {
      datasets.add(DatasetInfoCommand.generatedFields(name));
      add(table, name, "~", Datasets.counts(name), "", "generated");
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("folder", folder.root().toString());
    fields.put("datasets", datasets);
    String published =
        Catalogue.entries().stream()
            .filter(entry -> entry.counted().equals(CatalogueEntry.AS_PUBLISHED))
            .map(CatalogueEntry::name)
            .collect(joining(", "));
    ResultText text =
        text()
            .table(
                table.build(),
                MAIN,
                "edges: each undirected edge once, without self-loops, as prepared for use",
                "counts as published by the authors, not checked against the files: " + published)
            .end(List.of(), "data folder: " + folder.root());
    return new Outcome(fields, text);
  }

  private static void add(
      DataTable.Builder table,
      String name,
      String about,
      Counts counts,
      String download,
      String present) {
    table.row(
        name,
        Format.count(counts.nodes()),
        about + Format.count(counts.edges()),
        Format.count(counts.features()),
        Format.count(counts.classes()),
        download,
        present);
  }

  /** What {@code get} would fetch. */
  private static OptionalLong downloadSize(CatalogueEntry entry) {
    Edition first = entry.editions().get(0);
    return first.archive().isPresent() ? first.archive().get().size() : first.size();
  }

  private static Map<String, Object> fields(CatalogueEntry entry, Optional<Edition> present) {
    Map<String, Object> fields = DatasetInfoCommand.fields(entry);
    downloadSize(entry).ifPresent(bytes -> fields.put("bytes", bytes));
    fields.put("present", present.isPresent());
    present.flatMap(Edition::note).ifPresent(lack -> fields.put("lacks", lack));
    fields.put(
        "files",
        present.orElse(entry.editions().get(0)).files().stream().map(SourceFile::name).toList());
    return fields;
  }
}
