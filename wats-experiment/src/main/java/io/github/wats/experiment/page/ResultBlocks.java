package io.github.wats.experiment.page;

import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Plan;
import io.github.wats.experiment.ResultTable;
import io.github.wats.experiment.ResultTable.Difference;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.experiment.Task;
import io.github.wats.experiment.Variant;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.Section.Block;
import io.github.wats.report.Section.Cell;
import io.github.wats.report.figure.DataTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The tables of an experiment and what is said about them, the same on a page and on a terminal:
 * the metrics, the published values, the comparison with baselines, the failures.
 */
public final class ResultBlocks {
  /** Wilcoxon's signed-rank test of fewer pairs has no p below 0.05. */
  private static final int FEWEST_RUNS = 6;

  private ResultBlocks() {}

  /** Everything about the records of {@code table}. */
  public static List<Block> of(ResultTable table, List<FitRecord> records, List<Metric> metrics) {
    List<Block> blocks = new ArrayList<>();
    legend(table).forEach(line -> blocks.add(new Block.Paragraph(line)));
    blocks.addAll(tables(table, metrics));
    addPublished(blocks, table);
    Plan.BASELINES.forEach(baseline -> addComparison(blocks, table, baseline, metrics));
    addFailures(blocks, records);
    return blocks;
  }

  /** The result in sentences, as on the page: which methods win, and whether significantly. */
  public static List<String> verdict(ResultTable table, List<FitRecord> records) {
    return new ExperimentVerdict(table, ExperimentStatus.of(records, 0)).sentences();
  }

  /** The tables of the metrics alone. */
  private static List<Block> tables(ResultTable table, List<Metric> metrics) {
    return metrics.stream()
        .flatMap(metric -> Pivot.of(table, metric).stream())
        .flatMap(pivot -> Stream.of(new Block.Subheading(pivot.title()), grid(pivot)))
        .toList();
  }

  private static Block grid(Pivot pivot) {
    Set<Cell> best = new LinkedHashSet<>();
    Set<Cell> tied = new LinkedHashSet<>();
    for (int row = 0; row < pivot.rows().size(); row++) {
      List<Pivot.Cell> cells = pivot.rows().get(row).cells();
      for (int column = 0; column < cells.size(); column++) {
        Cell cell = new Cell(row, column + 1);
        switch (cells.get(column).mark()) {
          case BEST -> best.add(cell);
          case TIED -> tied.add(cell);
          case NONE -> {}
        }
      }
    }
    return new Block.Grid(
        pivot.table(cell -> cell.value() + cell.paperText()), best, tied, List.of());
  }

  private static List<String> legend(ResultTable table) {
    int runs = table.rows().stream().mapToInt(Row::runs).max().orElse(0);
    Set<Mark> marks =
        table.rows().stream()
            .flatMap(row -> row.marks().values().stream())
            .collect(Collectors.toSet());
    boolean published = table.rows().stream().anyMatch(row -> row.paper().isPresent());
    List<String> lines = new ArrayList<>();
    lines.add(
        (runs == 1
                ? "Values of one run"
                : "Mean ± standard deviation over " + NumberText.counted(runs, "run"))
            + (published ? "; the paper's value in parentheses." : "."));
    if (marks.contains(Mark.BEST)) {
      lines.add(
          "★ significantly better than every other (paired Wilcoxon test, Holm correction, p <"
              + " 0.05)");
    }
    if (marks.contains(Mark.TIED)) {
      lines.add("☆ best mean, or not significantly different from it");
    }
    if (runs < FEWEST_RUNS && table.variants().size() > 1) {
      lines.add("With fewer than 6 runs no difference can be significant.");
    }
    return lines;
  }

  /** Both versions of the paper beside ours, where the conference version is known. */
  private static void addPublished(List<Block> blocks, ResultTable table) {
    Unit unit = Metric.DEGREE_ECE.unit();
    List<Row> rows = table.rows().stream().filter(row -> row.conference().isPresent()).toList();
    if (!rows.isEmpty()) {
      blocks.add(
          new Block.Subheading(
              "Published in two versions, degree-binned ECE in %; only the cells of WATS differ"));
      blocks.add(
          new Block.Grid(
              DataTable.of(rows)
                  .column("data set", Row::dataset)
                  .column("model", Row::model)
                  .column("method", row -> row.variant().label())
                  .column("ours", row -> unit.bare(row.mean(Metric.DEGREE_ECE)))
                  .column("arXiv v1", r -> r.paper().map(v -> unit.bare(v.mean())).orElse("–"))
                  .column("ICLR 2026", row -> unit.bare(row.conference().orElseThrow()))
                  .table()));
    }
  }

  /** On how many data sets and backbones each variant is better or worse, and its rank. */
  private static void addComparison(
      List<Block> blocks, ResultTable table, Variant baseline, List<Metric> metrics) {
    String name = baseline.label();
    if (table.rows().stream().noneMatch(row -> row.comparisons().containsKey(name))) {
      return;
    }
    List<Variant> others =
        table.variants().stream().filter(variant -> !variant.equals(baseline)).toList();
    DataTable.Rows<Variant> rows = DataTable.of(others).column("against " + name, Variant::label);
    for (Metric metric : metrics) {
      rows = rows.column(metric.key(), variant -> counts(table, variant, name, metric));
    }
    rows = rows.column("rank by " + metrics.get(0), one -> rank(table, one, metrics.get(0)));
    blocks.add(
        new Block.Subheading(
            "Data sets and backbones on which a method is better / worse / not significantly"
                + " different (paired Wilcoxon test, Holm correction over data sets), mean rank"));
    blocks.add(new Block.Grid(rows.table()));
  }

  private static String counts(ResultTable table, Variant variant, String baseline, Metric metric) {
    int better = 0;
    int worse = 0;
    int same = 0;
    for (Row row : table.rows()) {
      Difference comparison = row.comparisons().getOrDefault(baseline, Map.of()).get(metric);
      if (row.variant().equals(variant) && comparison != null) {
        boolean good = metric.isBetter(comparison.paired().mean(), 0);
        better += comparison.isSignificant() && good ? 1 : 0;
        worse += comparison.isSignificant() && !good ? 1 : 0;
        same += comparison.isSignificant() ? 0 : 1;
      }
    }
    return better + " / " + worse + " / " + same;
  }

  private static String rank(ResultTable table, Variant variant, Metric metric) {
    Double rank = table.ranks(metric).means().get(variant);
    return rank == null ? "" : String.format(Locale.ROOT, "%.1f", rank);
  }

  /** Failures with the same reason in one row. */
  private static void addFailures(List<Block> blocks, List<FitRecord> records) {
    Map<List<String>, Integer> byReason = new LinkedHashMap<>();
    for (FitRecord record : records) {
      Task task = record.key().task();
      Optional<String> failure = record.failure();
      failure.ifPresent(
          reason ->
              byReason.merge(
                  List.of(
                      task.dataset() + ", " + task.model(), record.key().variant().label(), reason),
                  1,
                  Integer::sum));
    }
    if (!byReason.isEmpty()) {
      int failed = byReason.values().stream().mapToInt(runs -> runs).sum();
      blocks.add(new Block.Warning(failed + " of " + records.size() + " fits failed:"));
      blocks.add(
          new Block.Grid(
              DataTable.of(byReason.entrySet())
                  .column("Data set, backbone", one -> one.getKey().get(0))
                  .column("Method", one -> one.getKey().get(1))
                  .column("Runs", one -> NumberText.counted(one.getValue(), "run"))
                  .column("Reason", one -> one.getKey().get(2))
                  .table()));
    }
  }
}
