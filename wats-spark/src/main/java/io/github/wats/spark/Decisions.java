package io.github.wats.spark;

import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.CalibrationBaseline;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.NodeGroups.By;
import io.github.wats.decision.PredictionSets;
import io.github.wats.features.NodeFeatures;
import io.github.wats.features.NodeInputs.Structure;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.Slice;
import io.github.wats.metrics.Slice.Groups;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * Some calibrated nodes on the driver, for what needs them in one memory. The maps have the fields
 * of the command's JSON.
 *
 * @param features wavelet features of each node, empty without them
 */
record Decisions(
    Probabilities predicted, Labels labels, String[] parts, int[] degrees, double[][] features) {
  private static final int SLICES = 5; // as in wats evaluate

  /** From rows (id, probabilities, label, part, degree, features). */
  static Decisions of(List<Row> rows) {
    double[][] p = rows.stream().map(r -> CalibratedRows.numbers(r, 1)).toArray(double[][]::new);
    int[] labels = rows.stream().mapToInt(row -> row.getInt(2)).toArray();
    return new Decisions(
        Probabilities.of(p),
        Labels.of(p[0].length, labels),
        rows.stream().map(row -> row.getString(3)).toArray(String[]::new),
        rows.stream().mapToInt(row -> (int) row.getLong(4)).toArray(),
        rows.stream().map(r -> CalibratedRows.numbers(r, 5)).toArray(double[][]::new));
  }

  private int size() {
    return parts.length;
  }

  private NodeSet part(String name) {
    return NodeSet.of(
        size(), IntStream.range(0, size()).filter(i -> parts[i].equals(name)).toArray());
  }

  private NodeGroups groups(By by, Labels classes) {
    Check.argument(by == By.NONE || by == By.CLASS, "--by must be class on Spark, got %s", by);
    return by == By.NONE ? NodeGroups.one(size()) : NodeGroups.byLabel(classes, Integer::toString);
  }

  private Graph noGraph() {
    return Graph.fromEdges(size(), new int[0], new int[0]);
  }

  /** {@code wats select}: thresholds from the nodes of a part, and what they do on test nodes. */
  Map<String, Object> select(Acceptance.Target target, String part, By by) {
    NodeGroups groups = groups(by, predicted.predictions());
    NodeSet held = part(part);
    NodeSet test = part(NodeTable.TEST);
    List<Choice> choices =
        Acceptance.choose(target, predicted, labels, held, test.isEmpty() ? held : test, groups);
    boolean[] accept = Acceptance.Rules.of(by, choices, "").accept(predicted, node -> 0);
    List<Acceptance> reached = choices.stream().flatMap(choice -> choice.found().stream()).toList();
    Map<String, Object> fields = new LinkedHashMap<>();
    if (by == By.NONE) {
      fields.put("threshold", reached.isEmpty() ? null : reached.get(0).threshold());
    }
    int accepted = reached.stream().mapToInt(Acceptance::accepted).sum();
    fields.put("coverage", (double) accepted / held.size());
    fields.put("bound", reached.stream().map(Acceptance::bound).max(Double::compare).orElse(null));
    fields.put("test", Acceptance.Measured.of(predicted, labels, test, accept));
    fields.put("groups", choices);
    return fields;
  }

  /** {@code wats sets}, likewise. */
  Map<String, Object> sets(PredictionSets.Settings settings, String part, By by) {
    NodeGroups groups = groups(by, labels);
    PredictionSets sets =
        PredictionSets.of(settings, predicted, labels, part(part), groups, noGraph());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("target", settings.coverage());
    fields.put("score", settings.score().name().toLowerCase(Locale.ROOT));
    fields.put("test", sets.measure(labels, part(NodeTable.TEST)));
    fields.put("groups", sets.thresholds());
    return fields;
  }

  /** {@code wats evaluate --by}: slices of the nodes. */
  List<Map<String, Object>> slices(List<String> by) {
    Outcomes outcomes = Outcomes.of(predicted, labels).withDegrees(i -> degrees[i]);
    List<Groups> groupings = new ArrayList<>();
    for (String name : by) {
      int n = outcomes.size();
      groupings.add(
          switch (name) {
            case "class" ->
                Groups.byName(name, n, k -> Integer.toString(outcomes.predictedClass(k)));
            case "confidence" -> Groups.byValue(name, n, outcomes::confidence, SLICES, "");
            case "degree" -> Groups.byValue(name, n, outcomes::degree, SLICES, "");
            default ->
                throw new IllegalArgumentException(
                    "--by must be any of degree, class, confidence on Spark, got " + name);
          });
    }
    return Slice.of(outcomes, groupings).stream().map(Slice::fields).toList();
  }

  private int[] all() {
    return IntStream.range(0, size()).toArray();
  }

  private Map<String, double[]> quantities() {
    Map<String, double[]> all = new LinkedHashMap<>();
    List<String> names = new Structure(NodeFeatures.WAVELET, WaveletSettings.DEFAULT).names();
    if (size() > 0 && features[0].length == names.size()) {
      all.put("degree", Arrays.stream(degrees).asDoubleStream().toArray());
      for (int k = 0; k < names.size(); k++) {
        int column = k;
        all.put(names.get(k), Arrays.stream(features).mapToDouble(x -> x[column]).toArray());
      }
    }
    all.put("confidence", Arrays.stream(all()).mapToDouble(predicted::confidence).toArray());
    return all;
  }

  /** What a model stores of the data of its fit. */
  DriftMonitor.Summary summary() {
    return DriftMonitor.Summary.of(quantities(), predicted, all());
  }

  /** {@code wats monitor}: these nodes beside those of the fit. */
  Map<String, Object> monitor(CalibratorFile.Stored stored, double falseAlarm, double margin) {
    Outcomes outcomes = Outcomes.of(predicted, labels);
    double each = outcomes.isEmpty() ? falseAlarm : falseAlarm / 2;
    List<Finding> checks = new ArrayList<>();
    stored
        .summary()
        .ifPresent(then -> checks.addAll(then.checks(quantities(), predicted, all(), each)));
    Optional<CalibrationBaseline> baseline = stored.baseline().filter(then -> !outcomes.isEmpty());
    List<Change> gaps =
        baseline.map(then -> then.changes(outcomes, each, margin)).orElse(List.of());
    if (!gaps.isEmpty()) {
      checks.add(CalibrationBaseline.check(gaps, each));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", stored.calibrator().report().method());
    fields.put("nodes", size());
    fields.put("falseAlarm", falseAlarm);
    fields.put("alarm", checks.stream().anyMatch(Finding::alarm));
    fields.put("checks", checks);
    fields.put("gaps", gaps);
    NodeSet all = NodeSet.all(size());
    fields.put("expectedAccuracy", ExpectedAccuracy.of(predicted, all, stored.baseline()));
    Evaluation.of(outcomes, Evaluation.Options.DEFAULT)
        .ifPresent(metrics -> fields.put("metrics", metrics.fields()));
    return fields;
  }
}
