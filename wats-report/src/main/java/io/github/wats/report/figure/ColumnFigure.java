package io.github.wats.report.figure;

import io.github.wats.metrics.Metric.Unit;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.Figure.Words;
import io.github.wats.report.scene.Fill;
import io.github.wats.report.scene.Ink;
import io.github.wats.report.scene.Scene;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shares as columns under names, of one or two series.
 *
 * @param axis what the names are
 * @param names of the columns
 * @param series their names, the last one in the color of after
 * @param shares of each series, one per name
 */
record ColumnFigure(
    String axis, List<String> names, List<String> series, List<List<Double>> shares) {
  Figure figure(String name, String title, String reading) {
    DataTable.Rows<Integer> rows =
        DataTable.of(IntStream.range(0, names.size()).boxed().toList()).column(axis, names::get);
    for (int s = 0; s < series.size(); s++) {
      List<Double> one = shares.get(s);
      rows = rows.column(series.get(s), i -> NumberText.percent(one.get(i)));
    }
    Words words = new Words(title, reading, "Columns of shares by " + axis + ".");
    return Figure.of(name, words, List.of(), rows.table(), this::draw);
  }

  private Scene draw(double width) {
    Legend legend = new Legend();
    for (int s = 0; s < series.size(); s++) {
      legend.box(series.get(s), ink(s));
    }
    Plot plot = legend.columnPlot(width, 260);
    double highest = shares.stream().mapToDouble(Collections::max).max().orElse(0);
    Scale y = Scale.fromZero(highest, plot.bottom(), plot.top());
    plot.axisLeft(y, Unit.PERCENT, "share of the nodes");
    plot.columnsBelow(names, axis);
    double bar = Math.min(34, 0.76 * plot.width() / names.size() / series.size());
    for (int s = 0; s < series.size(); s++) {
      for (int i = 0; i < names.size(); i++) {
        double share = shares.get(s).get(i);
        double left = plot.column(i, names.size()) + (s - series.size() / 2.0) * bar;
        String tip = "%s %s: %s".formatted(axis, names.get(i), NumberText.percent(share));
        plot.canvas().box(left, y.at(share), bar - 1, y.at(0) - y.at(share), Fill.of(ink(s)), tip);
      }
    }
    plot.base();
    return plot.scene(width, Plot.BELOW_COLUMNS);
  }

  private Ink ink(int index) {
    return index + 1 == series.size() ? Ink.AFTER : Ink.BEFORE;
  }
}
