package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.FitReport;
import io.github.wats.cli.console.ReportFiles;
import io.github.wats.cli.console.UsageException;
import io.github.wats.cli.console.Version;
import io.github.wats.graph.Graph;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.report.CalibrationReport;
import io.github.wats.report.CalibrationReport.Temperatures;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import io.github.wats.report.figure.Measured;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Whether to show results as a page or as figures, and where. */
final class ReportOptions {
  /** The groups a curve of temperatures has at most. */
  private static final int GROUPS = 10;

  @Spec(Target.MIXEE)
  private CommandSpec command = CommandSpec.create(); // set by picocli

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write a page with verdict, numbers and pictures.")
  private @Nullable Path report;

  @Option(
      names = "--figures",
      paramLabel = "DIR",
      description = "Write each picture as SVG and PNG.")
  private @Nullable Path figures;

  boolean isAsked() {
    return report != null || figures != null;
  }

  /** The file and the folder that were asked for. */
  Stream<Path> places() {
    return Stream.of(report, figures).flatMap(Stream::ofNullable);
  }

  /** What to measure: more where a report is to show it. */
  Evaluation.Options evaluation(long seed) {
    return (isAsked() ? Evaluation.Options.REPORT : Evaluation.Options.DEFAULT).withSeed(seed);
  }

  /** The fit and its result, for the page. */
  record FittedMethod(
      FitReport report, Graph graph, Calibration calibration, Optional<ChangedNodes> changed) {}

  /** Writes what was asked for. */
  void write(String title, List<Measured> sides, Optional<FittedMethod> fitted, Facts facts)
      throws IOException {
    if (!isAsked()) {
      return;
    }
    if (sides.isEmpty()) {
      throw new UsageException("a report needs test nodes with known labels");
    }
    Page page =
        new CalibrationReport(
                title,
                "the network",
                sides,
                fitted.map(FittedMethod::report),
                fitted.flatMap(all -> temperatures(all.calibration(), all.graph())),
                fitted.flatMap(FittedMethod::changed),
                new Provenance(commandLine(), provenance(facts)))
            .page();
    if (report != null) {
      ReportFiles.write(report, page);
    }
    if (figures != null) {
      ReportFiles.writeFigures(figures, page.figures());
    }
  }

  /** What the page says about where its numbers come from. */
  record Facts(long seed, Map<String, String> fingerprint) {}

  /** The trends of temperatures over degrees and over what they were computed from. */
  static Optional<Temperatures> temperatures(Calibration calibration, Graph graph) {
    return calibration
        .temperatures()
        .map(
            values -> {
              double[] degrees = new double[graph.nodeCount()];
              Arrays.setAll(degrees, graph::degree);
              Map<String, Trend> byFeature = new LinkedHashMap<>();
              calibration
                  .inputs()
                  .ifPresent(
                      table ->
                          table
                              .columns()
                              .forEach(
                                  (name, column) ->
                                      byFeature.put(name, Trend.of(column, values, GROUPS))));
              return new Temperatures(Trend.of(degrees, values, GROUPS), byFeature);
            });
  }

  private static Map<String, String> provenance(Facts facts) {
    Map<String, String> all = new LinkedHashMap<>(facts.fingerprint());
    all.put("seed", Long.toString(facts.seed()));
    all.put("version", Version.value("version") + ", commit " + Version.commit());
    all.put("Java", Runtime.version().toString());
    return all;
  }

  private String commandLine() {
    return "wats " + String.join(" ", command.root().commandLine().getParseResult().originalArgs());
  }
}
