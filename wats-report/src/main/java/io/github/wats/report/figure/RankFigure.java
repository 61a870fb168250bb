package io.github.wats.report.figure;

import io.github.wats.internal.Rounding;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Mean ranks of methods with the critical difference between them (Demšar, JMLR 2006). */
public final class RankFigure {
  private RankFigure() {}

  /** The mean rank of a method over several comparisons, 1 for the best. */
  public record Ranked(String name, double rank) {}

  /**
   * A row for each method, the best first.
   *
   * @param comparisons data sets and backbones that methods were ranked on
   * @param critical the difference of mean ranks from which two methods differ significantly
   */
  public static Figure of(Metric metric, List<Ranked> ranks, int comparisons, double critical) {
    List<Ranked> sorted = ranks.stream().sorted(Comparator.comparingDouble(Ranked::rank)).toList();
    double best = sorted.get(0).rank;
    List<String> first =
        sorted.stream().filter(one -> Rounding.isEqual(one.rank, best)).map(Ranked::name).toList();
    long near = sorted.stream().filter(one -> one.rank - best < critical).count() - first.size();
    DataTable table =
        DataTable.of(sorted)
            .column("method", Ranked::name)
            .column("mean rank", one -> NumberText.decimals(one.rank, 2))
            .column("behind the best", one -> NumberText.decimals(one.rank - best, 2))
            .table();
    List<DotRows.Row> rows = new ArrayList<>();
    for (Ranked one : sorted) {
      Range range = new Range(one.rank - critical / 2, one.rank + critical / 2);
      String tip = one.name + ": " + NumberText.decimals(one.rank, 2);
      rows.add(DotRows.Row.of(one.name, one.rank, range, one.rank - best < critical, tip));
    }
    Words words =
        new Words(
            metric.title()
                + ": "
                + (first.size() == 1
                    ? first.get(0) + " has the best mean rank"
                    : Phrases.names(first, "methods") + " share the best mean rank")
                + (first.size() == sorted.size() ? "" : "; " + others(near))
                + (first.size() == 1 ? " from it" : ""),
            "Mean ranks over %s of data set and backbone. Two methods differ significantly if their"
                    .formatted(NumberText.counted(comparisons, "pair"))
                + " whiskers do not overlap: the length of a whisker is the critical difference, "
                + NumberText.decimals(critical, 2)
                + " (Nemenyi's test at the level 0.05).",
            "Dots of mean ranks with whiskers, as in the table below.");
    Legend legend = DotRows.legend("not significantly behind the best", "significantly behind");
    DotRows dots = new DotRows(legend, "mean rank", Unit.NUMBER, 1, best + critical / 2, rows);
    return Figure.of("ranks-" + metric.key(), words, List.of(), table, dots::draw);
  }

  private static String others(long near) {
    return near == 0
        ? "all others are significantly different"
        : NumberText.counted(near, "other")
            + (near == 1 ? " is" : " are")
            + " not significantly different";
  }
}
