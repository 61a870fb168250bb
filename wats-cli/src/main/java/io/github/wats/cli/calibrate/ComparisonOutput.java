package io.github.wats.cli.calibrate;

import static java.util.stream.Collectors.joining;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.HeldOutEvaluation.Predicted;
import io.github.wats.calibration.HeldOutEvaluation.Predictions;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.calibration.MultiLabelCalibrator;
import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Messages;
import io.github.wats.cli.console.Messages.Progress;
import io.github.wats.cli.console.ResultText;
import io.github.wats.cli.console.ResultText.Tone;
import io.github.wats.decision.Comparison;
import io.github.wats.io.NodeData;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.PairedComparison.Difference;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.metrics.PairedComparison.Test;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.report.ChangedNodes;
import io.github.wats.report.MethodsReport;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import io.github.wats.report.Page;
import io.github.wats.report.Provenance;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What {@code wats compare} and {@code wats demo} show of a comparison: text, CSV, Markdown, JSON
 * and a page. The uncalibrated network is always one of the methods.
 *
 * @param results of the methods to show in text and JSON, by name
 */
record ComparisonOutput(
    NodeData data, HeldOutEvaluation nodes, Comparison comparison, Map<String, Result> results) {
  static final Method UNCALIBRATED = Methods.uncalibrated();

  private static final String MARKS =
      "* lowest NLL; ~ its interval overlaps that of the lowest; --wide shows more";

  /** The methods at their defaults, by name. */
  static Map<String, Calibrator<?>> atDefaults(List<Method> methods) {
    Map<String, Calibrator<?>> byName = new LinkedHashMap<>();
    methods.forEach(method -> byName.put(method.name(), method.calibrator()));
    return byName;
  }

  /** Fits the methods and the uncalibrated network, and compares them. */
  static ComparisonOutput of(
      NodeData data,
      HeldOutEvaluation nodes,
      Map<String, Calibrator<?>> methods,
      Evaluation.Options options,
      Messages messages) {
    Map<String, Calibrator<?>> calibrators = atDefaults(List.of(UNCALIBRATED));
    Map<String, String> failures = new LinkedHashMap<>();
    methods.forEach(
        (name, calibrator) -> {
          if (data.degrees().isEmpty() && Methods.named(name).scope() != Method.Scope.LOGITS) {
            failures.put(name, name + " was left out, since there is no graph");
          } else {
            boolean several = data.ids().severalLabels().isPresent();
            calibrators.put(name, several ? new MultiLabelCalibrator(calibrator) : calibrator);
          }
        });
    Predicted predicted;
    long fits = (long) calibrators.size() * nodes.fits();
    try (Progress progress = messages.progress("fitting", fits)) {
      predicted =
          nodes.predict(
              calibrators,
              (name, before) -> {
                progress.to(before, name);
                if (!progress.isShown() && before % nodes.fits() == 0) {
                  messages.note("fitting " + name + " …");
                }
              });
    }
    failures.putAll(predicted.failures());
    Comparison comparison =
        Comparison.of(
            new Predicted(predicted.methods(), failures),
            nodes.labels(),
            data.degrees().map(of -> k -> of.applyAsInt(nodes.nodes().get(k))),
            data.ids().severalLabels().map(of -> k -> of.node(nodes.nodes().get(k))),
            options.withSeed(nodes.seed()));
    Map<String, Result> results = new LinkedHashMap<>();
    for (String name : methods.keySet()) {
      Optional.ofNullable(comparison.results().methods().get(name))
          .ifPresent(result -> results.put(name, result));
    }
    return new ComparisonOutput(data, nodes, comparison, results);
  }

  /** Says which method to use, and shows the methods from the lowest NLL upwards. */
  ResultText write(ResultText text) {
    boolean leave = comparison.choice().method().equals(UNCALIBRATED.name());
    text.head(leave ? Tone.WARNING : Tone.GOOD, comparison.recommendation());
    text.table(text.isWide() ? all() : main(), text.isWide() ? "" : MARKS, floors());
    if (text.isWide() && results.size() > 1) {
      text.say("differences to " + reference() + ":");
      text.table(MethodsReport.differences(results));
    }
    labels().ifPresent(tables -> tables.write(text));
    return text;
  }

  /** Of the methods that are shown. */
  private Optional<LabelTables> labels() {
    Map<String, Probabilities> predicted = new LinkedHashMap<>();
    results.keySet().forEach(name -> predicted.put(name, predictions(name).repeats().get(0)));
    int bins = Evaluation.Options.DEFAULT.bins();
    NodeSet all = NodeSet.all(nodes.nodes().size());
    return LabelTables.of(
        data.ids().severalLabels(), predicted, nodes.labels(), all, nodes.nodes()::get, bins);
  }

  private DataTable main() {
    List<String> first = MethodsReport.firstPlace(Metric.NLL, results);
    List<String> names = new ArrayList<>(results.keySet());
    names.sort(Comparator.comparing(name -> result(name).value(Metric.NLL)));
    return DataTable.of(names)
        .column("method", name -> name)
        .column(
            "NLL",
            name ->
                value(name, Metric.NLL)
                    + (name.equals(first.get(0)) ? "*" : first.contains(name) ? "~" : " "))
        .column(
            "95 % interval",
            name -> MetricText.range(Metric.NLL, result(name).interval(Metric.NLL)))
        .column("ECE", name -> value(name, Metric.ECE))
        .column("Accuracy", name -> value(name, Metric.ACCURACY))
        .table();
  }

  private String value(String name, Metric metric) {
    return MetricText.value(metric, result(name).value(metric));
  }

  private Result result(String name) {
    return Objects.requireNonNull(results.get(name));
  }

  private DataTable all() {
    return MethodsReport.values(results, true)
        .column("fit", one -> Format.seconds(comparison.seconds(one.getKey())))
        .table();
  }

  /** The next command: the recommended method, with its settings. */
  List<String> next(List<String> input) {
    List<String> method = List.of(comparison.choice().method().split(":", -1));
    boolean leave = method.get(0).equals(UNCALIBRATED.name());
    List<String> words = new ArrayList<>(List.of(leave ? "select" : "calibrate"));
    words.addAll(input);
    words.addAll(List.of("--method", method.get(0)));
    method.stream().skip(1).forEach(setting -> words.addAll(List.of("--set", setting)));
    words.addAll(leave ? List.of("--risk", "0.05") : CalibrateCommand.FILES);
    return words;
  }

  String markdown() {
    return Format.text(
        "%s\n\n%s.\n\n%s\n%s.\n\nDifferences to %s:\n\n%s\n",
        comparison.recommendation(),
        summary(),
        MethodsReport.values(results, true).table().markdown(),
        floors(),
        reference(),
        MethodsReport.differences(results).markdown());
  }

  private String floors() {
    String floors =
        noiseFloors().entrySet().stream()
            .filter(one -> one.getKey() == Metric.ECE || one.getKey() == Metric.DEGREE_ECE)
            .map(one -> MetricText.name(one.getKey()) + " " + one.getKey().format(one.getValue()))
            .collect(joining(", "));
    return "noise floor of " + comparison.choice().method() + ": " + floors;
  }

  /** Of the recommended method. */
  private Map<Metric, Double> noiseFloors() {
    String recommended = comparison.choice().method();
    return Objects.requireNonNull(comparison.evaluations().get(recommended)).noiseFloors();
  }

  /** What limits the result. */
  List<String> notes() {
    return comparison.notes(nodes.data().doubts());
  }

  private Predictions predictions(String method) {
    return Objects.requireNonNull(comparison.predictions().get(method));
  }

  private String reference() {
    return comparison.results().reference();
  }

  /** How many methods were evaluated, and on what. */
  String summary() {
    int fitted = data.requireSplit().validation().size();
    return Format.text(
        "%s evaluated on %s, %s, seed %d",
        NumberText.counted(results.size(), "method"),
        NumberText.counted(nodes.nodes().size(), nodeKind()),
        nodes.isCrossFitted()
            ? NumberText.counted(nodes.fits(), "fit") + " of each by cross-fitting"
            : "fitted on " + NumberText.counted(fitted, "validation " + nodes.data().kind()),
        nodes.seed());
  }

  private String nodeKind() {
    return (nodes.isCrossFitted() ? "validation " : "test ") + nodes.data().kind();
  }

  /** Fractions in full, without times: the same bytes in every run. */
  String csv() {
    List<String> header = new ArrayList<>(List.of("method", "recommended"));
    for (Metric metric : comparison.results().metrics()) {
      List.of("", "Low", "High", "Difference", "Holm").forEach(e -> header.add(metric.key() + e));
    }
    StringBuilder lines = new StringBuilder(String.join(",", header));
    for (Map.Entry<String, Result> method : results.entrySet()) {
      Result result = method.getValue();
      boolean recommended = method.getKey().equals(comparison.choice().method());
      lines.append("\n").append(method.getKey()).append(",").append(recommended);
      for (Metric metric : comparison.results().metrics()) {
        Interval interval = result.interval(metric);
        Optional<Difference> difference = result.difference(metric);
        Stream.of(
                Optional.of(result.value(metric)),
                Optional.of(interval.low()),
                Optional.of(interval.high()),
                difference.map(Difference::value),
                difference.flatMap(Difference::test).map(Test::holm))
            .forEach(cell -> lines.append(",").append(cell.map(String::valueOf).orElse("")));
      }
    }
    return lines.append("\n").toString();
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seed", nodes.seed());
    fields.put("evaluatedOn", nodes.isCrossFitted() ? "validation" : "test");
    fields.put("nodes", nodes.nodes().size());
    fields.put("fitsPerMethod", nodes.fits());
    fields.putAll(comparison.fields(results.keySet()));
    fields.put("notes", notes());
    labels().ifPresent(tables -> tables.addTo(fields));
    return fields;
  }

  /**
   * The page of all methods.
   *
   * @param sentences on the data and the result
   * @param explained methods whose most changed nodes are explained; the first is shown in detail
   */
  Page page(
      String title,
      String network,
      List<String> sentences,
      List<String> explained,
      Provenance provenance) {
    CalibrationData input = nodes.data();
    Probabilities before = input.logits().softmax();
    String shown = explained.get(0);
    FittedCalibrator fitted = nodes.fittedToAll(predictions(shown));
    Calibration calibration = fitted.calibrate(input);
    List<ChangedNodes> changed = new ArrayList<>();
    for (String name : explained) {
      Calibration own =
          name.equals(shown) ? calibration : nodes.fittedToAll(predictions(name)).calibrate(input);
      ReportOptions.mostChanged(name, data, before, own).ifPresent(changed::add);
    }
    Page page =
        new MethodsReport(
                title,
                network,
                nodeKind(),
                sentences,
                comparison,
                shown,
                fitted.report().withNotes(input.doubts()),
                data.degrees().flatMap(of -> ReportOptions.temperatures(calibration, of)),
                changed,
                provenance)
            .page();
    return labels().map(tables -> tables.on(page)).orElse(page);
  }
}
