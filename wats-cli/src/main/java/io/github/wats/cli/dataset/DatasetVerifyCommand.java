package io.github.wats.cli.dataset;

import io.github.wats.cli.console.DataFolderOption;
import io.github.wats.cli.console.ExitCode;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.UsageException;
import io.github.wats.io.dataset.Catalogue;
import io.github.wats.io.dataset.CatalogueEntry;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Edition;
import io.github.wats.io.dataset.FileCheck;
import io.github.wats.report.figure.DataTable;
import io.github.wats.settings.SettingsSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code wats dataset verify}: compares files with their published checksums. */
@Command(
    name = "verify",
    description = {
      "Verifies the sizes and checksums of the files of data sets.",
      "Exits with code 5 if a file is wrong or missing."
    },
    footer = {"", "Examples:", "  wats dataset verify", "  wats dataset verify cora --json"})
final class DatasetVerifyCommand extends Subcommand {
  @Mixin private DataFolderOption data = new DataFolderOption();

  @Parameters(
      arity = "0..*",
      paramLabel = "NAME",
      description = "Data sets to verify. Default: all of which a file is present.")
  private List<String> names = new ArrayList<>();

  @Override
  protected Outcome execute() throws IOException {
    List<CatalogueEntry> named =
        UsageException.checked(() -> names.stream().map(Catalogue::named).toList());
    DataFolder folder = data.folder(console());
    List<Map<String, Object>> datasets = new ArrayList<>();
    DataTable.Builder table = new DataTable.Builder("file", "bytes", "state");
    StringBuilder troubles = new StringBuilder();
    for (CatalogueEntry entry : named.isEmpty() ? Catalogue.entries() : named) {
      Edition edition = folder.present(entry).orElse(entry.editions().get(0));
      List<FileCheck> checks = folder.verify(entry, edition);
      if (named.isEmpty()
          && checks.stream().allMatch(check -> check.state() == FileCheck.State.MISSING)) {
        continue;
      }
      datasets.add(fields(entry, checks));
      for (FileCheck check : checks) {
        table.row(
            entry.folder() + "/" + check.file().getFileName(),
            Format.count(check.size()),
            SettingsSchema.text(check.state()));
        if (!check.isGood()) {
          troubles.append(Format.text("%s: %s%n", check.file(), check.detail()));
        }
      }
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("folder", folder.root().toString());
    fields.put("good", troubles.isEmpty());
    fields.put("datasets", datasets);
    String text =
        datasets.isEmpty()
            ? "no data set is in " + folder.root() + System.lineSeparator()
            : "" + table + troubles;
    return new Outcome(fields, text, troubles.isEmpty() ? ExitCode.DONE : ExitCode.UNAVAILABLE);
  }

  private static Map<String, Object> fields(CatalogueEntry entry, List<FileCheck> checks) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", entry.name());
    fields.put("good", checks.stream().allMatch(FileCheck::isGood));
    List<Map<String, Object>> files = new ArrayList<>();
    for (FileCheck check : checks) {
      Map<String, Object> file = new LinkedHashMap<>();
      file.put("file", check.file().toString());
      file.put("state", SettingsSchema.text(check.state()));
      file.put("bytes", check.size());
      file.put("sha256", check.sha256());
      file.put("detail", check.detail());
      files.add(file);
    }
    fields.put("files", files);
    return fields;
  }
}
