package io.github.wats.cli.calibrate;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Table;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.PairedComparison.Difference;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.report.MetricText;
import io.github.wats.report.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A comparison as text, CSV, Markdown and JSON.
 *
 * @param listed the methods to show
 */
record ComparisonText(MethodComparison comparison, List<String> listed) {
  /** Metrics whose intervals and differences have room in the text. */
  private static final List<Metric> MAIN = List.of(Metric.NLL, Metric.ECE);

  private List<Metric> metrics() {
    return List.copyOf(comparison.result(MethodComparison.UNCALIBRATED).values().keySet());
  }

  private static double value(Result result, Metric metric) {
    return result.values().getOrDefault(metric, Double.NaN);
  }

  private static Interval interval(Result result, Metric metric) {
    return Objects.requireNonNull(result.intervals().get(metric));
  }

  private String recommendation() {
    return "recommended: " + comparison.choice().method() + "; " + comparison.reason();
  }

  private String summary() {
    int fits = comparison.nodes().fits();
    String how =
        comparison.isOnTestNodes()
            ? "fitted on "
                + NumberText.counted(
                    comparison.data().requireSplit().calibration().size(), "validation node")
            : NumberText.counted(fits, "fit") + " of each by cross-fitting";
    return Format.text(
        "%s judged by %s, %s, seed %d",
        NumberText.counted(listed.size(), "method"),
        NumberText.counted(comparison.nodes().nodes().size(), comparison.judge()),
        how,
        comparison.seed());
  }

  String text() {
    List<String> header = new ArrayList<>(List.of("method"));
    for (Metric metric : metrics()) {
      header.add(metric.key());
      if (MAIN.contains(metric)) {
        header.add("95 % interval");
      }
    }
    header.add("fit");
    Table values = new Table(header);
    for (String name : listed) {
      Result result = comparison.result(name);
      List<String> row = new ArrayList<>(List.of(name));
      for (Metric metric : metrics()) {
        row.add(metric.format(value(result, metric)));
        if (MAIN.contains(metric)) {
          row.add(range(metric, interval(result, metric)));
        }
      }
      row.add(Format.seconds(comparison.predictions(name).seconds()));
      values.row(row);
    }
    return Format.text("%s%n%n%s%n%s%n%s%n", summary(), values, differences(), recommendation());
  }

  private static String range(Metric metric, Interval interval) {
    return metric.unit().bare(interval.low()) + " … " + metric.unit().bare(interval.high());
  }

  private Table differences() {
    List<String> header =
        new ArrayList<>(List.of("difference to " + comparison.compared().reference()));
    MAIN.forEach(metric -> header.addAll(List.of(metric.key(), "95 % interval", "p (Holm)")));
    Table table = new Table(header);
    for (String name : listed) {
      Map<Metric, Difference> differences = comparison.result(name).differences();
      if (!differences.isEmpty()) {
        List<String> row = new ArrayList<>(List.of(name));
        for (Metric metric : MAIN) {
          Difference difference = Objects.requireNonNull(differences.get(metric));
          row.add((difference.value() > 0 ? "+" : "") + metric.unit().bare(difference.value()));
          row.add(range(metric, difference.interval()));
          row.add(MetricText.pValue(difference.holm()));
        }
        table.row(row);
      }
    }
    return table;
  }

  /** Fractions in full, without times: the same bytes in every run. */
  String csv() {
    List<String> header = new ArrayList<>(List.of("method", "recommended"));
    for (Metric metric : metrics()) {
      for (String end : List.of("", "Low", "High", "Difference", "Holm")) {
        header.add(metric.key() + end);
      }
    }
    List<String> lines = new ArrayList<>(List.of(String.join(",", header)));
    for (String name : listed) {
      Result result = comparison.result(name);
      List<String> row = new ArrayList<>(List.of(name, "" + isRecommended(name)));
      for (Metric metric : metrics()) {
        Difference difference = result.differences().get(metric);
        row.add("" + value(result, metric));
        row.add("" + interval(result, metric).low());
        row.add("" + interval(result, metric).high());
        row.add(difference == null ? "" : "" + difference.value());
        row.add(difference == null ? "" : "" + difference.holm());
      }
      lines.add(String.join(",", row));
    }
    return String.join("\n", lines) + "\n";
  }

  private boolean isRecommended(String name) {
    return name.equals(comparison.choice().method());
  }

  String markdown() {
    StringBuilder text = new StringBuilder("| method |");
    metrics().forEach(metric -> text.append(" ").append(metric.title()).append(" |"));
    text.append("\n| --- |").append(" ---: |".repeat(metrics().size())).append("\n");
    for (String name : listed) {
      Result result = comparison.result(name);
      text.append(isRecommended(name) ? "| **" + name + "** |" : "| " + name + " |");
      for (Metric metric : metrics()) {
        String range = range(metric, interval(result, metric));
        text.append(Format.text(" %s (%s) |", metric.format(value(result, metric)), range));
      }
      text.append("\n");
    }
    return text + Format.text("\n%s; %s.\n", summary(), recommendation());
  }

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("seed", comparison.seed());
    fields.put("judgedOn", comparison.isOnTestNodes() ? "test" : "validation");
    fields.put("nodes", comparison.nodes().nodes().size());
    fields.put("fitsPerMethod", comparison.nodes().fits());
    fields.put("reference", comparison.compared().reference());
    fields.put("results", listed.stream().map(this::fields).toList());
    fields.put("recommended", comparison.choice().method());
    fields.put("reason", comparison.reason());
    fields.put("toldApart", comparison.choice().isClear());
    fields.put("failed", comparison.failures());
    return fields;
  }

  private Map<String, Object> fields(String name) {
    Result result = comparison.result(name);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("method", name);
    for (Metric metric : metrics()) {
      fields.put(metric.key(), estimate(value(result, metric), interval(result, metric)));
    }
    Map<String, Object> differences = new LinkedHashMap<>();
    result
        .differences()
        .forEach(
            (metric, difference) -> {
              Map<String, Object> one = estimate(difference.value(), difference.interval());
              one.put("pValue", difference.pValue());
              one.put("holm", difference.holm());
              differences.put(metric.key(), one);
            });
    fields.put("differences", differences);
    fields.put("seconds", comparison.predictions(name).seconds());
    return fields;
  }

  private static Map<String, Object> estimate(double value, Interval interval) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("value", value);
    fields.put("low", interval.low());
    fields.put("high", interval.high());
    return fields;
  }
}
