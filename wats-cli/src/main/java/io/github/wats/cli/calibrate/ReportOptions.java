package io.github.wats.cli.calibrate;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.Explanation;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.GroupedHelp;
import io.github.wats.cli.console.ReportFiles;
import io.github.wats.cli.console.Version;
import io.github.wats.io.NodeData;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Whether to write a report or figures, and where. */
final class ReportOptions {
  /** The maximum number of most changed nodes. */
  private static final int CHANGED = 10;

  @Spec(Target.MIXEE)
  private CommandSpec command = CommandSpec.create(); // set by picocli

  @Option(
      names = "--report",
      paramLabel = "FILE.html",
      description = "Write an HTML report with metrics and figures.")
  private @Nullable Path report;

  @Option(
      names = "--figures",
      order = GroupedHelp.ADVANCED,
      paramLabel = "DIR",
      description = "Write each figure as SVG into this folder.")
  private @Nullable Path figures;

  boolean isRequested() {
    return report != null || figures != null;
  }

  /** A sentence on the files written: these, the report and the folder of figures. */
  String written(@Nullable Path... files) {
    Stream<@Nullable Path> all = Stream.concat(Stream.of(files), Stream.of(report, figures));
    return Format.written(all.toArray(Path[]::new));
  }

  /** Writes the page and the figures where requested. */
  void write(Page page) throws IOException {
    ReportFiles.write(page, report, figures);
  }

  /** The trend of temperatures over degrees. */
  static Optional<Trend> temperatures(Calibration calibration, IntUnaryOperator degrees) {
    return calibration.temperatures().map(values -> Trend.byDegree(degrees, values));
  }

  /**
   * The test nodes whose confidence in the predicted class changed most, of equal ones the first;
   * empty where the calibrator cannot explain nodes, or there is none.
   *
   * @param before the network's probabilities
   */
  static Optional<ChangedNodes> mostChanged(
      String method, NodeData data, Probabilities before, Calibration calibration) {
    if (before.areTopLabels()) {
      return Optional.empty(); // the calibrator explains whether predictions are right
    }
    NodeSet test = data.requireSplit().test();
    double[] changes = new double[test.size()];
    for (int k = 0; k < changes.length; k++) {
      int node = test.get(k);
      int predicted = before.predictedClass(node);
      changes[k] =
          Math.abs(calibration.probabilities().get(node, predicted) - before.get(node, predicted));
    }
    List<Explanation> most =
        IntStream.range(0, changes.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -changes[k]))
            .limit(CHANGED)
            .map(k -> calibration.explain(test.get(k)))
            .flatMap(Optional::stream)
            .toList();
    Stream<ChangedNodes.Node> nodes =
        most.stream()
            .map(why -> new ChangedNodes.Node(data.ids().get(why.node()), data.degree(why.node())));
    return most.isEmpty()
        ? Optional.empty()
        : Optional.of(new ChangedNodes(method, nodes.toList(), most, data.classNames()));
  }

  /** Where the numbers of the page come from. */
  Provenance provenance(long seed, Map<String, String> fingerprint) {
    Map<String, String> facts = new LinkedHashMap<>(fingerprint);
    facts.put("seed", Long.toString(seed));
    return provenance(facts);
  }

  /** The same of what draws nothing at random. */
  Provenance provenance(Map<String, String> fingerprint) {
    Map<String, String> facts = new LinkedHashMap<>(fingerprint);
    facts.put("version", Version.text());
    facts.put("Java", Runtime.version().toString());
    List<String> arguments = command.root().commandLine().getParseResult().originalArgs();
    return new Provenance("wats " + Format.shell(arguments), facts);
  }
}
