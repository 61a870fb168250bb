package io.github.wats.experiment;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.internal.Seeds;
import io.github.wats.io.NodeData;
import io.github.wats.io.format.NodeField;
import io.github.wats.io.format.NodeReader;
import io.github.wats.io.json.TypedJson;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.nn.TrainedBackbone;
import io.github.wats.nn.TrainingData;
import io.github.wats.nn.TrainingListener;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * A network and calibrators that are fitted on one graph and applied to others, as {@code train},
 * {@code calibrate --save}, {@code apply} and {@code monitor} would do it. Writes the records of
 * docs/results/transfer.md.
 */
final class Transfer {
  /**
   * The probability of a false alarm and the margin of {@code monitor}; where there are labels,
   * they and the data share it.
   */
  private static final double FALSE_ALARM = 0.01;

  private static final double EACH = FALSE_ALARM / 2;
  private static final double MARGIN = 0.02;
  private static final int LABELS = 500;

  private static final List<String> METHODS =
      List.of("ts", "vs", "ets", "sms", "cagcn", "wats", "hots", "ridge", "auto");

  /**
   * One method on the test nodes of one target.
   *
   * @param method or {@code uncalibrated}
   * @param fit the graph whose validation nodes it was fitted on: {@code source} or {@code target}
   * @param alarm what the monitor raises; none for the network itself and for fits on the target
   */
  record Row(
      String source,
      String target,
      String network,
      int run,
      String method,
      String fit,
      Map<String, Double> metrics,
      Alarm alarm) {}

  /**
   * @param data whether a check without labels raises an alarm
   * @param someLabels whether the check of 500 labels of test nodes does
   * @param allLabels whether that of all labels of test nodes does
   */
  record Alarm(boolean data, boolean someLabels, boolean allLabels) {
    static final Alarm NONE = new Alarm(false, false, false);
  }

  private final Map<String, NodeData> graphs;
  private final List<String> methods;
  private final List<Row> rows = new ArrayList<>();

  Transfer(Map<String, NodeData> graphs, List<String> methods) {
    this.graphs = graphs;
    this.methods = methods;
  }

  /** {@code FOLDER OUT.jsonl.gz [RUNS]}: the files {@code NAME_COUNTRY.npz} of the folder. */
  public static void main(String... arguments) throws IOException {
    Map<String, NodeData> graphs = new LinkedHashMap<>();
    try (var files = Files.list(Path.of(arguments[0]))) {
      for (Path file : files.sorted().toList()) {
        graphs.put(file.getFileName().toString().replaceAll(".*_|\\.npz", ""), read(file));
      }
    }
    int runs = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
    List<Row> rows = new Transfer(graphs, METHODS).run(List.of("gcn", "gat"), runs);
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(Path.of(arguments[1]))),
            StandardCharsets.UTF_8)) {
      for (Row row : rows) {
        out.write(TypedJson.MAPPER.writeValueAsString(row) + "\n");
      }
    }
  }

  private static NodeData read(Path file) throws IOException {
    EnumSet<NodeField> parts = EnumSet.of(NodeField.GRAPH, NodeField.FEATURES, NodeField.LABELS);
    return NodeReader.read(List.of(new NodeReader.Source(file, parts)), parts);
  }

  List<Row> run(List<String> networks, int runs) {
    for (String network : networks) {
      for (int run = 0; run < runs; run++) {
        for (String source : graphs.keySet()) {
          from(source, network, run);
        }
      }
    }
    return rows;
  }

  /** The nodes of a graph with known labels, divided 20 : 10 : 70. */
  private Split split(String name, int run) {
    Labels labels = graphs.get(name).requireLabels();
    Split all = Protocol.PAPER.split(labels.nodeCount(), 0, run);
    return new Split(
        all.train().withKnownLabel(labels),
        all.validation().withKnownLabel(labels),
        all.test().withKnownLabel(labels));
  }

  private void from(String source, String network, int run) {
    NodeData known = graphs.get(source);
    Split split = split(source, run);
    TrainingData data =
        new TrainingData(known.requireGraph(), known.requireFeatures(), known.requireLabels());
    TrainedBackbone trained =
        PaperSettings.backbone(network, "twitch")
            .train(data, split, Seeds.derive(run, "backbone"), TrainingListener.SILENT);
    CalibrationData fitData = nodes(trained, known).withLabels(known.requireLabels());
    List<Fit> fits = new ArrayList<>();
    for (String method : methods) {
      fits.add(Fit.of(Methods.named(method).calibrator(Map.of()), fitData.withSplit(split), run));
    }
    for (String target : graphs.keySet()) {
      NodeData other = graphs.get(target);
      Labels labels = other.requireLabels();
      Split parts = split(target, run);
      CalibrationData fresh = nodes(trained, other);
      Cell cell = new Cell(source, target, network, run, labels, parts.test());
      Probabilities before = fresh.logits().softmax();
      rows.add(cell.row("uncalibrated", "source", before, Alarm.NONE));
      for (Fit fit : fits) {
        boolean same = source.equals(target);
        CalibrationData seen = same ? fitData.withSplit(split) : fresh;
        Probabilities now = fit.fitted.calibrate(seen).probabilities();
        rows.add(cell.row(fit.name, "source", now, fit.monitor(seen, now, labels, parts, run)));
        if (!same) {
          NodeSet none = NodeSet.of(labels.nodeCount());
          Split unseen = new Split(none, parts.validation(), parts.test());
          CalibrationData own = fresh.withLabels(labels).withSplit(unseen);
          Probabilities best = fit.calibrator.fit(own, run).calibrate(own).probabilities();
          rows.add(cell.row(fit.name, "target", best, Alarm.NONE));
        }
      }
    }
  }

  private static CalibrationData nodes(TrainedBackbone network, NodeData data) {
    return CalibrationData.of(
            data.requireGraph(), network.logits(data.requireGraph(), data.requireFeatures()))
        .withFeatures(data.requireFeatures());
  }

  /** Where a row belongs, and the nodes that it is about. */
  private record Cell(
      String source, String target, String network, int run, Labels labels, NodeSet test) {
    Row row(String method, String fit, Probabilities probabilities, Alarm alarm) {
      Outcomes outcomes = Outcomes.of(probabilities, labels, test);
      Map<Metric, Double> values =
          Evaluation.of(outcomes, Evaluation.Options.METRICS).orElseThrow().values();
      Map<String, Double> metrics = new LinkedHashMap<>();
      for (Metric metric : List.of(Metric.NLL, Metric.BRIER, Metric.ECE, Metric.ACCURACY)) {
        metrics.put(metric.key(), Math.round(1e6 * values.get(metric)) / 1e6);
      }
      return new Row(source, target, network, run, method, fit, metrics, alarm);
    }
  }

  /** A calibrator fitted on the source, and what {@code calibrate --save} keeps with it. */
  private record Fit(
      String name,
      Calibrator<?> calibrator,
      FittedCalibrator fitted,
      Summary summary,
      Optional<CalibrationBaseline> baseline) {
    static Fit of(Calibrator<?> calibrator, CalibrationData data, long seed) {
      FittedCalibrator fitted = calibrator.fit(data, seed);
      return new Fit(
          fitted.report().method(),
          calibrator,
          fitted,
          Summary.of(data, fitted.calibrate(data).probabilities()).orElseThrow(),
          CalibrationBaseline.crossFitted(calibrator, data, seed, note -> {}));
    }

    Alarm monitor(CalibrationData seen, Probabilities now, Labels labels, Split split, int run) {
      boolean data = summary.checks(seen, now, FALSE_ALARM).stream().anyMatch(Finding::alarm);
      int[] test = split.test().toArray();
      Seeds.shuffleInPlace(test, 0, test.length, Seeds.derive(run, "arrival"));
      return new Alarm(
          data,
          hasGap(now, labels, Arrays.copyOf(test, Math.min(LABELS, test.length))),
          hasGap(now, labels, test));
    }

    private boolean hasGap(Probabilities now, Labels labels, int[] nodes) {
      return baseline.isPresent()
          && CalibrationBaseline.check(
                  baseline.get().changes(Outcomes.of(now, labels, nodes), EACH, MARGIN), EACH)
              .alarm();
    }
  }
}
