package io.github.wats.cli;

import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.graph.Graph;
import io.github.wats.metrics.Outcomes;
import io.github.wats.report.CalibrationReport;
import io.github.wats.report.CalibrationReport.Temperatures;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.MethodNames;
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

  /** One set of outcomes and what the page calls it. */
  record Side(String name, Outcomes outcomes) {
    static Side before(Outcomes outcomes) {
      return new Side("before", outcomes);
    }

    static Side after(FitReport fit, Outcomes outcomes) {
      return new Side("after " + MethodNames.of(fit.method()), outcomes);
    }
  }

  /** What was learnt, for the page. */
  record Learnt(
      FittedCalibrator fitted,
      Graph graph,
      Optional<double[]> temperatures,
      Optional<ChangedNodes> changed) {}

  /** Writes what was asked for. */
  void write(String title, List<Side> sides, Optional<Learnt> learnt, Facts facts)
      throws IOException {
    if (!isAsked()) {
      return;
    }
    List<Measured> measured =
        sides.stream()
            .flatMap(
                side ->
                    Measured.of(side.name(), side.outcomes(), facts.bins(), facts.seed()).stream())
            .toList();
    if (measured.size() < sides.size()) {
      throw new UsageException("a report needs test nodes with known labels");
    }
    Page page =
        new CalibrationReport(
                title,
                "the network",
                measured,
                learnt.map(all -> all.fitted().fitReport()),
                learnt.flatMap(ReportOptions::temperatures),
                learnt.flatMap(Learnt::changed),
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
  record Facts(int bins, long seed, Map<String, String> fingerprint) {}

  private static Optional<Temperatures> temperatures(Learnt learnt) {
    int[] degrees = new int[learnt.graph().nodeCount()];
    Arrays.setAll(degrees, learnt.graph()::degree);
    return learnt
        .temperatures()
        .map(
            values ->
                Temperatures.of(
                    values, degrees, WatsFeatures.columns(learnt.fitted(), learnt.graph())));
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
