package io.github.wats.cli.experiment;

import io.github.wats.cli.console.Format;
import io.github.wats.cli.console.Table;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Pivot;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Comparison;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.experiment.Variant;
import io.github.wats.metrics.Metric;
import io.github.wats.report.NumberText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The result of an experiment for people: tables, comparisons, failures. */
final class ResultText {
  private static final int FAILURES_SHOWN = 10;

  private ResultText() {}

  static String of(
      Plan plan,
      Path folder,
      ResultTable table,
      List<FitRecord> records,
      List<Metric> metrics,
      double seconds) {
    List<String> parts = new ArrayList<>();
    for (Metric metric : metrics) {
      Pivot.of(table, metric).forEach(pivot -> parts.add(table(pivot)));
    }
    parts.add(legend(plan, table));
    published(table).ifPresent(parts::add);
    for (Variant baseline : plan.kind().baselines()) {
      comparison(table, baseline, metrics).ifPresent(parts::add);
    }
    failures(records).ifPresent(parts::add);
    parts.add(
        Format.text(
            "protocol %s, seed %d, %s; records and tables are in %s%n",
            plan.protocol().label(), plan.seed(), PlanText.time(seconds), folder));
    return String.join(System.lineSeparator(), parts);
  }

  static String table(Pivot pivot) {
    return pivot.title() + System.lineSeparator() + Table.of(pivot.table(ResultText::cell));
  }

  private static String cell(Pivot.Cell cell) {
    String mark =
        switch (cell.mark()) {
          case BEST -> "*";
          case TIED -> "=";
          case NONE -> " ";
        };
    return cell.value() + mark + cell.paperText();
  }

  private static String legend(Plan plan, ResultTable table) {
    int runs = table.rows().stream().mapToInt(Row::runs).max().orElse(0);
    Set<Mark> marks =
        table.rows().stream()
            .flatMap(row -> row.marks().values().stream())
            .collect(Collectors.toSet());
    List<String> lines = new ArrayList<>();
    lines.add(
        Format.text(
            "%s over %s; the paper's value in parentheses.",
            runs == 1 ? "Value" : "Mean ± standard deviation", NumberText.counted(runs, "run")));
    if (marks.contains(Mark.BEST)) {
      lines.add(
          "* significantly better than every other (paired Wilcoxon test, Holm correction, p < 0.05)");
    }
    if (marks.contains(Mark.TIED)) {
      lines.add("= best mean, or not significantly different from it");
    }
    if (runs < 6 && plan.variants().size() > 1) {
      lines.add("With fewer than 6 runs no difference can be significant.");
    }
    lines.add("");
    return String.join(System.lineSeparator(), lines);
  }

  /** Both versions of the paper beside ours, where the conference version is known. */
  private static Optional<String> published(ResultTable table) {
    Metric metric = Metric.DEGREE_ECE;
    List<Row> rows = table.rows().stream().filter(row -> row.conference().isPresent()).toList();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    Table text = new Table("data set", "model", "method", "ours", "arXiv v1", "ICLR 2026");
    for (Row row : rows) {
      text.row(
          row.dataset(),
          row.model(),
          row.variant().label(),
          metric.unit().bare(row.mean(metric)),
          row.paper().map(value -> metric.unit().bare(value.mean())).orElse("–"),
          metric.unit().bare(row.conference().orElseThrow()));
    }
    return Optional.of(
        "Published in two versions, degree-binned ECE in %; only the cells of WATS differ between"
            + " them"
            + System.lineSeparator()
            + text);
  }

  /** On how many data sets and backbones each variant is better or worse, and its rank. */
  private static Optional<String> comparison(
      ResultTable table, Variant baseline, List<Metric> metrics) {
    String name = baseline.label();
    if (table.rows().stream().noneMatch(row -> row.comparisons().containsKey(name))) {
      return Optional.empty();
    }
    List<String> header = new ArrayList<>(List.of("against " + name));
    metrics.forEach(metric -> header.add(metric.key()));
    header.add("mean rank by " + metrics.get(0));
    Table text = new Table(header);
    for (Variant variant : table.variants()) {
      if (!variant.equals(baseline)) {
        List<String> cells = new ArrayList<>(List.of(variant.label()));
        metrics.forEach(metric -> cells.add(counts(table, variant, name, metric)));
        cells.add(rank(table, variant, metrics.get(0)));
        text.row(cells);
      }
    }
    return Optional.of(
        "Data sets and backbones on which a method is better / worse / not significantly different"
            + " (paired Wilcoxon test, Holm correction over data sets)"
            + System.lineSeparator()
            + text);
  }

  private static String counts(ResultTable table, Variant variant, String baseline, Metric metric) {
    int better = 0;
    int worse = 0;
    int same = 0;
    for (Row row : table.rows()) {
      Comparison comparison = row.comparisons().getOrDefault(baseline, Map.of()).get(metric);
      if (row.variant().equals(variant) && comparison != null) {
        boolean good = metric.isBetter(comparison.difference().mean(), 0);
        better += comparison.isSignificant() && good ? 1 : 0;
        worse += comparison.isSignificant() && !good ? 1 : 0;
        same += comparison.isSignificant() ? 0 : 1;
      }
    }
    return better + " / " + worse + " / " + same;
  }

  private static String rank(ResultTable table, Variant variant, Metric metric) {
    return table.ranks().getOrDefault(metric, List.of()).stream()
        .filter(rank -> rank.variant().equals(variant))
        .map(rank -> Format.text("%.1f", rank.rank()))
        .findFirst()
        .orElse("");
  }

  private static Optional<String> failures(List<FitRecord> records) {
    List<FitRecord> failed = records.stream().filter(r -> r.failure().isPresent()).toList();
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    String lines =
        failed.stream()
            .limit(FAILURES_SHOWN)
            .map(r -> Format.text("  %s: %s%n", r.key().label(), r.failure().orElse("")))
            .collect(Collectors.joining());
    String more =
        failed.size() > FAILURES_SHOWN ? Format.text("  … records.jsonl lists all of them%n") : "";
    return Optional.of(
        Format.text("%d of %d fits failed:%n%s%s", failed.size(), records.size(), lines, more));
  }
}
