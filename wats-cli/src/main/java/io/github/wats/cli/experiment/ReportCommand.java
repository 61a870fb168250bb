package io.github.wats.cli.experiment;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ReportFiles;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.experiment.page.ExperimentReport;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code wats report}: the report of an experiment. */
@Command(
    name = "report",
    description = "Writes an HTML report of an experiment, finished or not.",
    footer = {
      "",
      "Examples:",
      "  wats report results",
      "  wats report results -o results.html --figures figures"
    })
public final class ReportCommand extends Subcommand {
  @Parameters(paramLabel = "DIR", description = "Folder of a benchmark, sweep or ablation.")
  private Path folder = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.html",
      description = "Write the report to this file. Default: report.html in the folder.")
  private @Nullable Path output;

  @Option(
      names = "--figures",
      paramLabel = "DIR",
      description = "Write each figure as SVG into this folder.")
  private @Nullable Path figures;

  @Override
  protected Outcome execute() throws IOException {
    Path file = output == null ? folder.resolve("report.html") : output;
    String command = Format.shell(List.of("wats", "report", folder.toString()));
    Page page = ExperimentReport.read(folder, new Provenance(command, Map.of())).page();
    ReportFiles.write(page, file, figures);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("report", file.toString());
    fields.put("figures", page.figures().size());
    ResultText text = text().say(page.verdict().toArray(String[]::new));
    return new Outcome(fields, text.say("report: " + file));
  }
}
