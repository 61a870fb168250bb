package io.github.wats.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** How often statistics were right: a row for each statistic, a column for each data set. */
final class CoverageTable {
  private record Cell(long hits, long count) {
    Cell plus(long moreHits, long more) {
      return new Cell(hits + moreHits, count + more);
    }

    double share() {
      return (double) hits / count;
    }
  }

  private final Map<String, Map<String, Map<String, Cell>>> rows = new LinkedHashMap<>();

  void add(String statistic, String dataset, String method, long hits, long count) {
    rows.computeIfAbsent(statistic, key -> new LinkedHashMap<>())
        .computeIfAbsent(dataset, key -> new TreeMap<>())
        .merge(method, new Cell(hits, count), (cell, one) -> cell.plus(hits, count));
  }

  void add(String statistic, String dataset, String method, boolean hit) {
    add(statistic, dataset, method, hit ? 1 : 0, 1);
  }

  /** In percent, the lowest and the highest of the methods. */
  void print(String title) {
    Set<String> datasets = new LinkedHashSet<>();
    rows.values().forEach(row -> datasets.addAll(row.keySet()));
    if (rows.isEmpty()) {
      return;
    }
    System.out.printf(Locale.ROOT, "%n| %s | %s |%n", title, String.join(" | ", datasets));
    rows.forEach(
        (statistic, row) ->
            System.out.printf(
                Locale.ROOT,
                "| %s | %s |%n",
                statistic,
                datasets.stream()
                    .map(dataset -> range(row.getOrDefault(dataset, Map.of())))
                    .collect(Collectors.joining(" | "))));
  }

  private static String range(Map<String, Cell> cells) {
    if (cells.isEmpty()) {
      return "";
    }
    double[] shares = cells.values().stream().mapToDouble(c -> 100 * c.share()).sorted().toArray();
    String low = String.format(Locale.ROOT, "%.1f", shares[0]);
    String high = String.format(Locale.ROOT, "%.1f", shares[shares.length - 1]);
    return low.equals(high) ? low : low + " … " + high;
  }

  /** Every cell is above the level. */
  void assertAtLeast(double level) {
    forEach((name, cell) -> assertThat(cell.share()).as(name).isGreaterThan(level));
  }

  void assertAtMost(double level) {
    forEach((name, cell) -> assertThat(cell.share()).as(name).isLessThan(level));
  }

  /** Of all cells, in percent. */
  double quantile(double fraction) {
    List<Double> shares = new ArrayList<>();
    forEach((name, cell) -> shares.add(100 * cell.share()));
    return shares.stream()
        .sorted()
        .skip((long) (fraction * shares.size()))
        .findFirst()
        .orElseThrow();
  }

  double mean() {
    List<Double> shares = new ArrayList<>();
    forEach((name, cell) -> shares.add(100 * cell.share()));
    return shares.stream().mapToDouble(share -> share).average().orElseThrow();
  }

  private void forEach(BiConsumer<String, Cell> check) {
    rows.forEach(
        (statistic, row) ->
            row.forEach(
                (dataset, cells) ->
                    cells.forEach(
                        (method, cell) ->
                            check.accept(statistic + ", " + dataset + " " + method, cell))));
  }
}
