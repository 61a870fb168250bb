package io.github.wats.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.experiment.ResultTable.Difference;
import io.github.wats.experiment.ResultTable.Mark;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.internal.Holm;
import io.github.wats.metrics.Metric;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which differences in a result table are significant: paired Wilcoxon tests, Holm-corrected. */
final class Significance {
  private Significance() {}

  /**
   * Gives each row that shares at least two runs with the baseline on its data set and backbone the
   * difference in each metric. One family of tests is one variant, backbone and metric over all
   * data sets.
   */
  static void compare(Variant baseline, ResultTable table) {
    table.rows().stream()
        .filter(row -> !row.variant().equals(baseline))
        .collect(
            groupingBy(row -> List.of(row.model(), row.variant()), LinkedHashMap::new, toList()))
        .values()
        .forEach(
            family -> {
              for (Metric metric : Metric.values()) {
                compare(baseline, table, family, metric);
              }
            });
  }

  private static void compare(
      Variant baseline, ResultTable table, List<Row> family, Metric metric) {
    Map<String, PairedDifference> differences = new LinkedHashMap<>(); // by data set
    Map<String, Double> p = new LinkedHashMap<>();
    for (Row row : family) {
      table
          .row(row.dataset(), row.model(), baseline)
          .flatMap(other -> row.minus(other, metric))
          .ifPresent(
              difference -> {
                differences.put(row.dataset(), difference);
                p.put(row.dataset(), difference.p());
              });
    }
    Map<String, Double> holm = Holm.adjust(p);
    for (Row row : family) {
      PairedDifference difference = differences.get(row.dataset());
      if (difference != null) {
        row.comparisons()
            .computeIfAbsent(baseline.label(), key -> new LinkedHashMap<>())
            .put(metric, new Difference(difference, holm.getOrDefault(row.dataset(), 1.0)));
      }
    }
  }

  /**
   * Marks the best cells. Within a data set and backbone the variant with the best mean is compared
   * with each other one; it is best only if all tests reject. Otherwise it is tied with those that
   * do not differ significantly; where that is all of them, nothing is marked.
   */
  static void mark(List<Row> block) {
    for (Metric metric : Metric.values()) {
      mark(block.stream().filter(row -> count(row, metric) >= 2).toList(), metric);
    }
  }

  private static int count(Row row, Metric metric) {
    return row.sample(metric).map(Sample::count).orElse(0);
  }

  private static void mark(List<Row> rows, Metric metric) {
    if (rows.size() < 2) {
      return;
    }
    Comparator<Row> byLoss = Comparator.comparingDouble(row -> metric.loss(row.mean(metric)));
    Row leader = rows.stream().min(byLoss).orElseThrow();
    Map<Variant, Double> p = new LinkedHashMap<>();
    for (Row row : rows) {
      if (!row.variant().equals(leader.variant())) {
        p.put(row.variant(), leader.minus(row, metric).map(PairedDifference::p).orElse(1.0));
      }
    }
    Map<Variant, Double> holm = Holm.adjust(p);
    List<Row> tied =
        rows.stream()
            .filter(row -> holm.getOrDefault(row.variant(), 0.0) >= PairedDifference.SIGNIFICANT)
            .toList();
    if (tied.size() < rows.size() - 1) {
      tied.forEach(row -> row.marks().put(metric, Mark.TIED));
      leader.marks().put(metric, tied.isEmpty() ? Mark.BEST : Mark.TIED);
    }
  }
}
