package io.github.wats.cli.experiment;

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
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    for (Variant baseline : plan.kind().baselines()) {
      comparison(table, baseline, metrics).ifPresent(parts::add);
    }
    failures(records).ifPresent(parts::add);
    parts.add(
        String.format(
            Locale.ROOT,
            "protocol %s, seed %d, %s; records and tables are in %s%n",
            plan.protocol().label(),
            plan.seed(),
            PlanText.time(seconds),
            folder));
    return String.join(System.lineSeparator(), parts);
  }

  static String table(Pivot pivot) {
    List<String> header = new ArrayList<>(List.of(pivot.corner()));
    header.addAll(pivot.columns());
    Table text = new Table(header.toArray(String[]::new));
    for (Pivot.Line line : pivot.rows()) {
      List<String> cells = new ArrayList<>(List.of(line.label()));
      line.cells().forEach(cell -> cells.add(cell(cell)));
      text.row(cells.toArray(String[]::new));
    }
    return pivot.title() + System.lineSeparator() + text;
  }

  private static String cell(Pivot.Cell cell) {
    String mark =
        switch (cell.mark()) {
          case BEST -> "*";
          case TIED -> "=";
          case NONE -> " ";
        };
    return cell.value() + mark + cell.paper().map(paper -> " (" + paper + ")").orElse("");
  }

  private static String legend(Plan plan, ResultTable table) {
    int runs = table.rows().stream().mapToInt(Row::runs).max().orElse(0);
    boolean marked =
        table.rows().stream().anyMatch(row -> row.marks().values().contains(Mark.BEST));
    boolean tied = table.rows().stream().anyMatch(row -> row.marks().values().contains(Mark.TIED));
    List<String> lines = new ArrayList<>();
    lines.add("Mean ± standard deviation over " + runs + " runs; in brackets the paper's value.");
    if (marked) {
      lines.add(
          "* significantly better than every other (paired Wilcoxon, Holm-corrected, p < 0.05)");
    }
    if (tied) {
      lines.add("= has the best mean or does not differ significantly from it");
    }
    if (runs < 6 && plan.variants().size() > 1) {
      lines.add("With fewer than 6 runs no difference can be significant.");
    }
    lines.add("");
    return String.join(System.lineSeparator(), lines);
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
    Table text = new Table(header.toArray(String[]::new));
    for (Variant variant : table.variants()) {
      if (!variant.equals(baseline)) {
        List<String> cells = new ArrayList<>(List.of(variant.label()));
        metrics.forEach(metric -> cells.add(counts(table, variant, name, metric)));
        cells.add(rank(table, variant, metrics.get(0)));
        text.row(cells.toArray(String[]::new));
      }
    }
    return Optional.of(
        "Data sets and backbones on which a method is better / worse / no different (paired"
            + " Wilcoxon, Holm-corrected over data sets)"
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
        .map(rank -> String.format(Locale.ROOT, "%.1f", rank.rank()))
        .findFirst()
        .orElse("");
  }

  private static Optional<String> failures(List<FitRecord> records) {
    List<FitRecord> failed = records.stream().filter(r -> r.failure().isPresent()).toList();
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    List<String> lines = new ArrayList<>();
    lines.add(failed.size() + " of " + records.size() + " fits failed:");
    failed.stream()
        .limit(FAILURES_SHOWN)
        .forEach(
            record -> lines.add("  " + record.key().label() + ": " + record.failure().orElse("")));
    if (failed.size() > FAILURES_SHOWN) {
      lines.add("  … all are in records.jsonl");
    }
    lines.add("");
    return Optional.of(String.join(System.lineSeparator(), lines));
  }
}
