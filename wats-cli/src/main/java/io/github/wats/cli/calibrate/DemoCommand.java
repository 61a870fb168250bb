package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Methods;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.ReportFiles;
import io.github.wats.cli.console.SeedOption;
import io.github.wats.cli.console.Subcommand;
import io.github.wats.cli.console.Table;
import io.github.wats.cli.console.Version;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.TableJson;
import io.github.wats.io.format.NodeFileWriter;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.report.MethodsReport;
import io.github.wats.report.MethodsReport.MethodResult;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wats demo}: the first thing to run, offline and without a choice to make. */
@Command(
    name = "demo",
    description = {
      "Tries every calibrator on a generated graph and writes a report.",
      "Trains a network on that graph first. Uses no internet and no file."
    },
    footer = {"", "Examples:", "  wats demo", "  wats demo --seed 1 --out another-demo"})
public final class DemoCommand extends Subcommand {
  /** Methods whose most changed nodes the page explains. */
  private static final Set<String> EXPLAINED = Set.of("wats", "ridge");

  /** The columns of the table. */
  private static final List<Metric> SHOWN =
      List.of(Metric.ECE, Metric.DEGREE_ECE, Metric.NLL, Metric.BRIER, Metric.ACCURACY);

  @Mixin private SeedOption seed = new SeedOption();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write the report and the network's logits there. Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("wats-demo");

  @Option(
      names = "--figures",
      description = "Also write each figure as SVG and PNG, into figures in that folder.")
  private boolean figures;

  @Override
  protected Outcome execute() throws IOException {
    Demo demo = new Demo(seed.seed(), messages()::note);
    Demo.Network network = demo.train();
    List<Demo.Fit> fits = demo.fitAll(network);
    messages().note("writing the report …");
    Files.createDirectories(folder);
    Path run = folder.resolve("run.npz");
    NodeFileWriter.write(run, network.nodes());
    Path report = folder.resolve("report.html");
    Page page = page(demo, network, fits);
    ReportFiles.write(page, report, figures ? folder.resolve("figures") : null);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seed", seed.seed());
    fields.put(
        "results",
        TableJson.results(
            ResultTable.of(demo.records(network, fits, Version.value("version")), List.of())));
    fields.put("report", report.toString());
    fields.put("run", run.toString());
    return new Outcome(fields, text(page, fits, report, run));
  }

  private Page page(Demo demo, Demo.Network network, List<Demo.Fit> fits) {
    List<MethodResult> results =
        fits.stream()
            .map(fit -> new MethodResult(Methods.title(fit.method()), fit.measured()))
            .toList();
    int shown = fits.stream().map(Demo.Fit::method).toList().indexOf("wats");
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("version", Version.text());
    facts.put("seed", "" + seed.seed());
    facts.putAll(Demo.facts(network));
    return new MethodsReport(
            "Demo: every calibrator on a generated graph",
            "the GCN",
            "The graph is generated, not real: it grows by preferential attachment, and labels are"
                + " wrong more often at nodes of low degree ("
                + demo.graphCommand()
                + ").",
            results,
            shown,
            fits.get(shown).report(),
            fits.get(shown).temperatures(),
            fits.stream()
                .filter(fit -> EXPLAINED.contains(fit.method()))
                .flatMap(fit -> fit.changed().stream())
                .toList(),
            new Provenance("wats demo --seed " + seed.seed(), facts))
        .page();
  }

  private static String text(Page page, List<Demo.Fit> fits, Path report, Path run) {
    List<String> header = new ArrayList<>(List.of("method"));
    SHOWN.forEach(metric -> header.add(metric.title()));
    header.addAll(List.of("noise floor", "fit"));
    Table table = new Table(header);
    for (Demo.Fit fit : fits) {
      Evaluation evaluation = fit.measured().evaluation();
      List<String> row = new ArrayList<>(List.of(fit.method()));
      SHOWN.forEach(metric -> row.add(metric.format(evaluation.value(metric))));
      row.add(Metric.ECE.format(evaluation.noiseFloor(Metric.ECE)));
      row.add(Format.seconds(fit.report().seconds()));
      table.row(row);
    }
    return Format.text(
        "%s%n%n%s%nreport: %s%nnext:   %s calibrate %s --report report.html%n",
        page.verdict().get(0),
        table,
        report,
        System.getProperty("wats.command", "wats"), // as the launcher was called
        run);
  }
}
