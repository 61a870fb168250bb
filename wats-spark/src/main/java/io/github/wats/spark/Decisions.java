package io.github.wats.spark;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
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
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.Slice;
import io.github.wats.metrics.Slice.Groups;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.report.SliceSection;
import io.github.wats.report.Verdict;
import io.github.wats.report.figure.Measured;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/**
 * Some nodes and their probabilities on the driver, for what needs them in one memory. The maps
 * have the fields of the command's JSON, in its order.
 *
 * @param parts of the split
 * @param degrees empty if they are unknown
 * @param features wavelet features of each node, empty without them
 * @param notes on nodes that were left out
 */
public record Decisions(
    Probabilities predicted,
    Labels labels,
    String[] parts,
    int[] degrees,
    double[][] features,
    List<String> notes) {
  private static final int SLICES = 5; // as in wats evaluate

  /** From rows (id, probabilities, label, part, degree, features). */
  static Decisions of(List<Row> rows, boolean hasDegrees, List<String> notes) {
    double[][] p = rows.stream().map(r -> CalibratedRows.numbers(r, 1)).toArray(double[][]::new);
    return new Decisions(
        Probabilities.of(p),
        Labels.of(p[0].length, rows.stream().mapToInt(row -> row.getInt(2)).toArray()),
        rows.stream().map(row -> row.getString(3)).toArray(String[]::new),
        rows.stream().filter(r -> hasDegrees).mapToInt(row -> (int) row.getLong(4)).toArray(),
        rows.stream().map(r -> CalibratedRows.numbers(r, 5)).toArray(double[][]::new),
        notes);
  }

  /** The collected nodes of a part. */
  public NodeSet part(String name) {
    IntStream nodes = IntStream.range(0, parts.length);
    return NodeSet.of(parts.length, nodes.filter(i -> parts[i].equals(name)).toArray());
  }

  private NodeSet all() {
    return NodeSet.all(parts.length);
  }

  /** What the nodes of a part with a known label show. */
  Outcomes outcomes(NodeSet nodes) {
    Outcomes outcomes = Outcomes.of(predicted, labels, nodes);
    return degrees.length == 0 ? outcomes : outcomes.withDegrees(i -> degrees[i]);
  }

  private NodeGroups groups(By by, Labels classes) {
    Check.argument(by == By.NONE || by == By.CLASS, "--by must be class on Spark, got %s", by);
    return by == By.NONE
        ? NodeGroups.one(parts.length)
        : NodeGroups.byLabel(classes, Integer::toString);
  }

  /** {@code wats select}: thresholds from the nodes of a part, and what they do on test nodes. */
  public Map<String, Object> select(Acceptance.Target target, String part, By by) {
    NodeGroups groups = groups(by, predicted.predictions());
    NodeSet held = part(part);
    NodeSet test = part(NodeTable.TEST);
    List<Choice> choices =
        Acceptance.choose(target, predicted, labels, held, test.isEmpty() ? held : test, groups);
    boolean[] accept = Acceptance.Rules.of(by, choices, "").accept(predicted, node -> 0);
    List<Acceptance> reached = choices.stream().flatMap(choice -> choice.found().stream()).toList();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("goal", target.goal(by));
    if (by == By.NONE) {
      fields.put("threshold", reached.isEmpty() ? null : reached.get(0).threshold());
    }
    int accepted = reached.stream().mapToInt(Acceptance::accepted).sum();
    fields.put("coverage", (double) accepted / held.size());
    fields.put("bound", reached.stream().map(Acceptance::bound).max(Double::compare).orElse(null));
    fields.put("test", Acceptance.Measured.of(predicted, labels, test, accept));
    fields.put("groups", choices);
    fields.put(
        "groupTests",
        members(groups, test).stream()
            .map(nodes -> Acceptance.Measured.of(predicted, labels, nodes, accept))
            .toList());
    fields.put("notes", choices.stream().flatMap(choice -> choice.note().stream()).toList());
    return fields;
  }

  private static List<NodeSet> members(NodeGroups groups, NodeSet nodes) {
    IntStream numbers = IntStream.range(0, groups.groups().size());
    return numbers.mapToObj(g -> groups.members(g, nodes)).toList();
  }

  /** {@code wats sets}, likewise. */
  public Map<String, Object> sets(PredictionSets.Settings settings, String part, By by) {
    NodeGroups groups = groups(by, labels);
    NodeSet test = part(NodeTable.TEST);
    Graph none = Graph.fromEdges(parts.length, new int[0], new int[0]);
    PredictionSets sets = PredictionSets.of(settings, predicted, labels, part(part), groups, none);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("target", settings.coverage());
    fields.put("score", settings.score().name().toLowerCase(Locale.ROOT));
    fields.put("neighborWeight", settings.neighborWeight());
    fields.put("test", sets.measure(labels, test));
    fields.put("groups", sets.thresholds());
    fields.put(
        "groupTests",
        members(groups, test).stream().map(nodes -> sets.measure(labels, nodes)).toList());
    fields.put(
        "notes", sets.thresholds().stream().flatMap(of -> of.note(settings, by).stream()).toList());
    return fields;
  }

  /** {@code wats evaluate} on the nodes of a part, with slices by degree, class or confidence. */
  public Map<String, Object> evaluate(String part, List<String> by, Evaluation.Options options) {
    Outcomes outcomes = outcomes(part(part));
    Evaluation measured = Evaluation.of(outcomes, options).orElseThrow();
    List<Slice> slices = slices(outcomes, by);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bins", options.bins());
    fields.put("seed", options.seed());
    fields.put("metrics", measured.fields());
    fields.put("noiseFloor", Metric.byKey(measured.noiseFloors()));
    measured.calibrationTest().ifPresent(test -> fields.put("calibrationTest", test.fields()));
    fields.put("intervals", Metric.byKey(measured.intervals()));
    fields.put("reliability", measured.reliability().bins());
    if (outcomes.hasDegrees()) {
      fields.put("degreeBins", DegreeBins.of(outcomes, options.bins()).fields());
    }
    fields.put("coverage", measured.coverage());
    List<Slice> classes = Slice.ofClasses(outcomes, Integer::toString);
    fields.put("classGaps", classes.stream().map(Slice::fields).toList());
    if (!slices.isEmpty()) {
      fields.put("slices", slices.stream().map(Slice::fields).toList());
      fields.put("worstSlice", SliceSection.worst(slices));
    }
    return fields;
  }

  private static List<Slice> slices(Outcomes outcomes, List<String> by) {
    List<Groups> groupings = new ArrayList<>();
    for (String name : by) {
      int n = outcomes.size();
      boolean missing = name.equals("degree") && !outcomes.hasDegrees();
      Check.argument(!missing, "--by degree needs a column of degrees, as GraphWavelets writes");
      groupings.add(
          switch (name) {
            case "class" ->
                Groups.byName(name, n, k -> Integer.toString(outcomes.predictedClass(k)));
            case "confidence" -> Groups.byValue(name, n, outcomes::confidence, SLICES, "");
            case "degree" -> Groups.byValue(name, n, outcomes::degree, SLICES, "no neighbors");
            default ->
                throw new IllegalArgumentException(
                    "--by must be any of degree, class, confidence on Spark, got " + name);
          });
    }
    return Slice.of(outcomes, groupings);
  }

  private static Map<String, Object> head(FitReport fit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", fit.method());
    fields.put("seed", fit.seed());
    fields.put("settings", fit.settings());
    return fields;
  }

  /** {@code wats calibrate} where no test node has a label. */
  public static Map<String, Object> fields(FitReport fit) {
    Map<String, Object> fields = head(fit);
    fields.put("noiseFloor", Map.of());
    fields.put("fit", fit.fields());
    return fields;
  }

  /** {@code wats calibrate}: these probabilities of the network beside calibrated ones. */
  public Map<String, Object> change(
      Decisions calibrated, FitReport fit, Evaluation.Options options) {
    Map<String, Object> fields = head(fit);
    Outcomes own = outcomes(all());
    Outcomes other = calibrated.outcomes(calibrated.all());
    Evaluation before = Evaluation.of(own, options).orElseThrow();
    Evaluation after = Evaluation.of(other, options).orElseThrow();
    Measured last = Measured.of("after " + Methods.title(fit.method()), after);
    List<Measured> sides = List.of(Measured.of("before", before), last);
    fields.put("summary", String.join(" ", Verdict.summary("the network", sides, "test node")));
    fields.put("before", before.fields());
    fields.put("after", after.fields());
    fields.put("phi", Metric.byKey(Metric.improvements(before.values(), after.values())));
    fields.put("noiseFloor", Metric.byKey(after.noiseFloors()));
    Map<String, Object> intervals = new LinkedHashMap<>();
    intervals.put("before", Metric.byKey(before.intervals()));
    intervals.put("after", Metric.byKey(after.intervals()));
    fields.put("intervals", intervals);
    Verdict.warning(before, after).ifPresent(warning -> fields.put("warning", warning));
    Map<String, double[]> losses = new LinkedHashMap<>();
    losses.put(Methods.uncalibrated().name(), losses(own));
    losses.put(fit.method(), losses(other));
    MethodChoice choice = MethodChoice.of(losses);
    fields.put("recommended", choice.method());
    fields.put("reason", choice.reason());
    IntStream nodes = IntStream.range(0, own.size());
    fields.put(
        "otherClasses",
        nodes.filter(k -> own.predictedClass(k) != other.predictedClass(k)).count());
    fields.put("fit", fit.fields());
    return fields;
  }

  private static double[] losses(Outcomes nodes) {
    double[] losses = new double[nodes.size()];
    Arrays.setAll(losses, k -> MethodChoice.loss(nodes.probability(k, nodes.label(k))));
    return losses;
  }

  /** What the network's probabilities of validation and test nodes say against a fit. */
  public List<String> doubts() {
    Split split =
        new Split(part(NodeTable.TRAIN), part(NodeTable.VALIDATION), part(NodeTable.TEST));
    CalibrationData data = CalibrationData.of(Logits.ofProbabilities(predicted));
    return data.withLabels(labels).withSplit(split).doubts();
  }

  private Map<String, double[]> quantities() {
    Map<String, double[]> all = new LinkedHashMap<>();
    List<String> names = new Structure(NodeFeatures.WAVELET, WaveletSettings.DEFAULT).names();
    if (features[0].length == names.size()) {
      all.put("degree", Arrays.stream(degrees).asDoubleStream().toArray());
      for (int k = 0; k < names.size(); k++) {
        int column = k;
        all.put(names.get(k), Arrays.stream(features).mapToDouble(x -> x[column]).toArray());
      }
    }
    all.put(
        "confidence", Arrays.stream(all().toArray()).mapToDouble(predicted::confidence).toArray());
    return all;
  }

  /** What a model stores of the data of its fit. */
  public DriftMonitor.Summary summary() {
    return DriftMonitor.Summary.of(quantities(), predicted, all().toArray());
  }

  /**
   * {@code wats monitor}: these nodes beside those of the fit.
   *
   * @param name of the model's file
   */
  public Map<String, Object> monitor(
      CalibratorFile.Stored stored, String name, double falseAlarm, double margin) {
    Outcomes outcomes = Outcomes.of(predicted, labels);
    double each = outcomes.isEmpty() ? falseAlarm : falseAlarm / 2;
    List<Finding> checks = new ArrayList<>();
    stored
        .summary()
        .ifPresent(
            then -> checks.addAll(then.checks(quantities(), predicted, all().toArray(), each)));
    List<Change> gaps =
        stored
            .baseline()
            .filter(then -> !outcomes.isEmpty())
            .map(then -> then.changes(outcomes, each, margin))
            .orElse(List.of());
    if (!gaps.isEmpty()) {
      checks.add(CalibrationBaseline.check(gaps, each));
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", stored.calibrator().report().method());
    fields.put("nodes", parts.length);
    fields.put("falseAlarm", falseAlarm);
    fields.put("alarm", checks.stream().anyMatch(Finding::alarm));
    fields.put("verdict", DriftMonitor.verdict(checks, gaps, !outcomes.isEmpty(), margin));
    fields.put("checks", checks);
    fields.put("gaps", gaps);
    fields.put("expectedAccuracy", ExpectedAccuracy.of(predicted, all(), stored.baseline()));
    Evaluation.of(outcomes, Evaluation.Options.DEFAULT)
        .ifPresent(metrics -> fields.put("metrics", metrics.fields()));
    fields.put("notes", stored.notes(name));
    return fields;
  }
}
