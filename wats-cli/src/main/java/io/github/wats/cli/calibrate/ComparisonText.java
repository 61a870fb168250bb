package io.github.wats.cli.calibrate;

import static java.util.stream.Collectors.joining;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Table;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.PairedComparison.Difference;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.metrics.PairedComparison.Test;
import io.github.wats.report.MethodsReport;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A comparison as text, CSV, Markdown and JSON.
 *
 * @param listed the methods to show
 */
record ComparisonText(MethodComparison comparison, List<String> listed) {
  String text() {
    DataTable values = MethodsReport.values(results());
    List<String> header = new ArrayList<>(values.header());
    header.add("fit");
    Table table = new Table(header);
    for (List<String> cells : values.rows()) {
      List<String> row = new ArrayList<>(cells);
      row.add(Format.seconds(comparison.predictions(row.get(0)).seconds()));
      table.row(row);
    }
    Table differences = Table.of(MethodsReport.differences(results()));
    String text = Format.text("%s%n%n%s%n%n%s", recommendation(), summary(), table);
    String reference = comparison.compared().reference();
    return results().size() == 1
        ? text
        : Format.text("%s%ndifferences to %s:%n%s", text, reference, differences);
  }

  String markdown() {
    return Format.text(
        "%s.\n\n%s.\n\n%s\nDifferences to %s:\n\n%s\n",
        recommendation(),
        summary(),
        MethodsReport.values(results()).markdown(),
        comparison.compared().reference(),
        MethodsReport.differences(results()).markdown());
  }

  private Map<String, Result> results() {
    Map<String, Result> results = new LinkedHashMap<>();
    listed.forEach(name -> results.put(name, comparison.result(name)));
    return results;
  }

  private String recommendation() {
    String floor =
        noiseFloors().entrySet().stream()
            .filter(one -> one.getKey() == Metric.ECE || one.getKey() == Metric.DEGREE_ECE)
            .map(one -> one.getKey().title() + " " + one.getKey().format(one.getValue()))
            .collect(joining(", "));
    return Format.text(
        "recommended: %s; %s%nits noise floor: %s%n"
            + "first place by NLL (95 %% intervals that overlap with that of the first): %s",
        comparison.choice().method(),
        comparison.reason(),
        floor,
        String.join(", ", MethodsReport.firstPlace(Metric.NLL, results())));
  }

  /** Of the recommended method. */
  private Map<Metric, Double> noiseFloors() {
    return comparison.evaluation(comparison.choice().method()).noiseFloors();
  }

  private String summary() {
    int fitted = comparison.data().requireSplit().validation().size();
    return Format.text(
        "%s evaluated on %s, %s, seed %d",
        NumberText.counted(listed.size(), "method"),
        NumberText.counted(comparison.nodes().nodes().size(), comparison.nodeKind()),
        comparison.isOnTestNodes()
            ? "fitted on " + NumberText.counted(fitted, "validation node")
            : NumberText.counted(comparison.nodes().fits(), "fit") + " of each by cross-fitting",
        comparison.seed());
  }

  /** Fractions in full, without times: the same bytes in every run. */
  String csv() {
    List<String> header = new ArrayList<>(List.of("method", "recommended"));
    for (Metric metric : comparison.metrics()) {
      List.of("", "Low", "High", "Difference", "Holm").forEach(e -> header.add(metric.key() + e));
    }
    StringBuilder lines = new StringBuilder(String.join(",", header));
    for (String name : listed) {
      boolean recommended = name.equals(comparison.choice().method());
      lines.append("\n").append(name).append(",").append(recommended);
      Result result = comparison.result(name);
      for (Metric metric : comparison.metrics()) {
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
    fields.put("seed", comparison.seed());
    fields.put("evaluatedOn", comparison.isOnTestNodes() ? "test" : "validation");
    fields.put("nodes", comparison.nodes().nodes().size());
    fields.put("fitsPerMethod", comparison.nodes().fits());
    fields.put("reference", comparison.compared().reference());
    fields.put("results", listed.stream().map(this::fields).toList());
    fields.put("recommended", comparison.choice().method());
    fields.put("reason", comparison.reason());
    fields.put("noiseFloor", Metric.byKey(noiseFloors()));
    fields.put("distinguishable", comparison.choice().isClear());
    fields.put("failed", comparison.failures());
    return fields;
  }

  private Map<String, Object> fields(String name) {
    Result result = comparison.result(name);
    Map<String, Object> fields = new LinkedHashMap<>(Map.of("method", name));
    Map<String, Object> differences = new LinkedHashMap<>();
    for (Metric metric : comparison.metrics()) {
      fields.put(
          metric.key(), estimate(result.value(metric), Optional.of(result.interval(metric))));
      result
          .difference(metric)
          .ifPresent(
              one -> {
                Map<String, Object> difference =
                    estimate(one.value(), one.test().map(Test::interval));
                difference.put("pValue", one.test().map(Test::pValue));
                difference.put("holm", one.test().map(Test::holm));
                differences.put(metric.key(), difference);
              });
    }
    fields.put("differences", differences);
    fields.put("seconds", comparison.predictions(name).seconds());
    return fields;
  }

  private static Map<String, Object> estimate(double value, Optional<Interval> interval) {
    Map<String, Object> fields = new LinkedHashMap<>(Map.of("value", value));
    fields.put("low", interval.map(Interval::low));
    fields.put("high", interval.map(Interval::high));
    return fields;
  }
}
