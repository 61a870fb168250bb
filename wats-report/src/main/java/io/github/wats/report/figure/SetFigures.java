package io.github.wats.report.figure;

import io.github.wats.decision.PredictionSets.Measured;
import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Mark.Shape;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Which classes prediction sets cover, and how large the sets are. */
public final class SetFigures {
  private SetFigures() {}

  /**
   * A row for each class, the least covered first; at least one.
   *
   * @param promised whether the target holds for each class
   */
  public static Figure coverage(double target, boolean promised, Map<String, Measured> byClass) {
    List<Map.Entry<String, Measured>> sorted =
        byClass.entrySet().stream()
            .sorted(Comparator.comparingDouble(one -> one.getValue().coverage()))
            .toList();
    DataTable table =
        DataTable.of(sorted)
            .column("class", Map.Entry::getKey)
            .column("nodes", one -> NumberText.count(one.getValue().nodes()))
            .column("coverage", one -> NumberText.percent(one.getValue().coverage()))
            .column("95 % interval", one -> NumberText.range(one.getValue().interval()))
            .table();
    List<DotRows.Row> rows = sorted.stream().map(one -> row(one, target)).toList();
    long below = rows.stream().filter(row -> row.shape() == Shape.SQUARE).count();
    Words words =
        new Words(
            "The least covered class is %s: %s; %s below the target of %s"
                .formatted(
                    rows.get(0).name(),
                    NumberText.percent(rows.get(0).value()),
                    below == 0 ? "no class is clearly" : below + " of " + rows.size() + " clearly",
                    NumberText.percent(target)),
            "The share of test nodes of each class whose set has it, with its 95 % interval. The"
                + " line is the target, which was promised "
                + (promised ? "for each class." : "over all nodes, not within a class."),
            "Dots of the coverage of each class, as in the table below.");
    Legend legend = DotRows.legend("below the target", "target within the interval, or reached");
    DotRows dots = new DotRows(legend, "coverage", Unit.PERCENT, target, target, rows);
    return Figure.of("set-coverage", words, List.of(), table, dots::draw);
  }

  private static DotRows.Row row(Map.Entry<String, Measured> one, double target) {
    Measured sets = one.getValue();
    String nodes = NumberText.counted(sets.nodes(), "node");
    String tip = one.getKey() + ": " + NumberText.percent(sets.coverage()) + " of " + nodes;
    Range range = Range.of(sets.interval());
    return DotRows.Row.of(one.getKey(), sets.coverage(), range, range.high() < target, tip);
  }

  /**
   * A column for each size from 1 to the largest; {@code counts} has the number of sets of each.
   */
  public static Figure sizes(long[] counts) {
    long all = Arrays.stream(counts).sum();
    int largest = IntStream.range(0, counts.length).filter(k -> counts[k] > 0).max().orElse(0) + 1;
    double sum = IntStream.range(0, largest).mapToDouble(k -> (k + 1.0) * counts[k]).sum();
    List<Double> shares =
        IntStream.range(0, largest).mapToObj(k -> (double) counts[k] / all).toList();
    List<String> names = IntStream.rangeClosed(1, largest).mapToObj(NumberText::count).toList();
    String title =
        "%s of the sets have one class; %s classes on average"
            .formatted(NumberText.percent(shares.get(0)), NumberText.decimals(sum / all, 2));
    String reading = "Small sets say more. A set of all classes says nothing about its node.";
    return new ColumnFigure("classes in the set", names, List.of("test nodes"), List.of(shares))
        .figure("set-sizes", title, reading);
  }
}
