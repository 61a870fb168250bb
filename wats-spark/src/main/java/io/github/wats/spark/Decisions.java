package io.github.wats.spark;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FitReport;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Measured;
import io.github.wats.decision.DriftMonitor;
import io.github.wats.decision.DriftMonitor.ExpectedAccuracy;
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
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.report.Advice;
import io.github.wats.report.BeforeAfter;
import io.github.wats.report.SliceSection;
import io.github.wats.report.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private static final String SUMMARY = "summary";
  private static final String KIND = "test node";

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
    List<Measured> tests =
        IntStream.range(0, choices.size())
            .mapToObj(g -> Measured.of(predicted, labels, groups.members(g, test), accept))
            .toList();
    Measured all = Measured.of(predicted, labels, test, accept);
    Map<String, Object> fields =
        Acceptance.fields(target.goal(by), choices, held.size(), all, tests);
    Advice advice = Advice.ofSelection(target, choices, all, KIND, true);
    fields.put(SUMMARY, advice.sentence());
    return fields;
  }

  /** {@code wats sets}, likewise. */
  public Map<String, Object> sets(PredictionSets.Settings settings, String part, By by) {
    Graph none = Graph.fromEdges(parts.length, new int[0], new int[0]);
    NodeGroups groups = groups(by, labels);
    NodeSet test = part(NodeTable.TEST);
    PredictionSets sets = PredictionSets.of(settings, predicted, labels, part(part), groups, none);
    List<String> notes = sets.thresholds().size() > 1 ? List.of() : sets.notes(settings, by);
    Map<String, Object> fields = sets.fields(settings, groups, labels, test);
    Advice advice = Advice.ofSets(settings.coverage(), sets.measure(labels, test), notes);
    fields.put(SUMMARY, advice.sentence());
    return fields;
  }

  /**
   * {@code wats evaluate} on the nodes of a part, with slices by degree, class or confidence.
   *
   * @param whose what the probabilities are of, such as the network
   */
  public Map<String, Object> evaluate(
      String whose, String part, List<String> by, Evaluation.Options options) {
    Outcomes outcomes = outcomes(part(part));
    Evaluation measured = Evaluation.of(outcomes, options).orElseThrow();
    List<Slice> classes = Slice.ofClasses(outcomes, Integer::toString);
    Map<String, Object> fields = measured.fields(outcomes, options, classes);
    fields.put(SUMMARY, Verdict.summary(whose, measured, KIND).get(0));
    List<Groups> groups = new ArrayList<>();
    for (String name : by) {
      String rule =
          "--by must be class, confidence or, with a column of degrees as GraphWavelets writes,"
              + " degree, got %s";
      Optional<Groups> known = Groups.of(name, outcomes, SLICES, Integer::toString);
      Check.argument(known.isPresent(), rule, name);
      known.ifPresent(groups::add);
    }
    SliceSection.addTo(fields, Slice.of(outcomes, groups));
    return fields;
  }

  /** {@code wats calibrate}: these probabilities of the network beside calibrated ones. */
  public Map<String, Object> change(
      Decisions calibrated, FitReport fit, Evaluation.Options options) {
    Outcomes own = outcomes(all());
    Outcomes other = calibrated.outcomes(calibrated.all());
    return BeforeAfter.fields(fit, BeforeAfter.of(fit.method(), own, other, options, KIND));
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
    DriftMonitor.Result result =
        DriftMonitor.Result.of(
            stored.summary(),
            (then, each) -> then.checks(quantities(), predicted, all().toArray(), each),
            stored.baseline(),
            Optional.of(outcomes),
            falseAlarm,
            margin);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", stored.calibrator().report().method());
    fields.putAll(
        result.fields(
            parts.length,
            falseAlarm,
            Optional.of(ExpectedAccuracy.of(predicted, all(), stored.baseline())),
            Evaluation.of(outcomes, Evaluation.Options.DEFAULT)));
    fields.put(SUMMARY, Advice.ofMonitor(result.verdict(), result.alarm()).sentence());
    fields.put("notes", stored.notes(name));
    return fields;
  }
}
