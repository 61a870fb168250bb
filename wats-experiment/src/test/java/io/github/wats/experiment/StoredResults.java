package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Comparison;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The committed records of an experiment, asked in the terms of the sentences of the docs. */
final class StoredResults {
  /** A data set and a backbone, in words. */
  record Pair(String dataset, String model) {
    boolean isReal() {
      return !dataset.startsWith("synthetic");
    }

    boolean isWith(String backbone) {
      return model.equals(backbone);
    }
  }

  private final List<FitRecord> records;
  private final ResultTable table;
  private final Map<String, ResultTable> against = new LinkedHashMap<>();

  StoredResults(String name) throws IOException {
    Path file = Shared.root().resolve("docs/results/" + name + ".jsonl");
    records = CompactRecordsReader.read(file);
    table = ResultTable.of(records, List.of());
  }

  ResultTable table() {
    return table;
  }

  /** The number of fits, and of networks they calibrate. */
  long fits() {
    return records.size();
  }

  long networks() {
    return records.stream().map(record -> record.key().task()).distinct().count();
  }

  List<Pair> pairs() {
    return table.rows().stream()
        .map(row -> new Pair(row.dataset(), row.model()))
        .distinct()
        .toList();
  }

  List<Pair> pairs(Predicate<Pair> which) {
    return pairs().stream().filter(which).toList();
  }

  private static Row row(ResultTable table, Pair pair, String label) {
    return table.rows().stream()
        .filter(row -> row.dataset().equals(pair.dataset) && row.model().equals(pair.model))
        .filter(row -> row.variant().label().equals(label))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no record of " + label + " on " + pair));
  }

  Row row(Pair pair, String label) {
    return row(table, pair, label);
  }

  double mean(Pair pair, String label, Metric metric) {
    return row(pair, label).mean(metric);
  }

  /** The largest value of all runs. */
  double largest(Pair pair, String label, Metric metric) {
    return records.stream()
        .filter(record -> record.key().task().dataset().equals(pair.dataset))
        .filter(record -> record.key().task().model().equals(pair.model))
        .filter(record -> record.key().variant().label().equals(label))
        .mapToDouble(record -> record.result().orElseThrow().evaluation().value(metric))
        .max()
        .orElseThrow();
  }

  boolean isBelow(Pair pair, String one, String other, Metric metric) {
    return mean(pair, one, metric) < mean(pair, other, metric);
  }

  /** On which pairs one method has the lower mean. */
  List<Pair> below(String one, String other, Metric metric) {
    return pairs(pair -> isBelow(pair, one, other, metric));
  }

  /** On which pairs a method has the lowest mean of all. */
  List<Pair> lowest(String label, Metric metric) {
    return pairs(
        pair ->
            table.rows().stream()
                .filter(row -> row.dataset().equals(pair.dataset) && row.model().equals(pair.model))
                .allMatch(row -> row.mean(metric) >= mean(pair, label, metric)));
  }

  /** −1 or 1 if one method has a significantly lower or higher mean than the other, else 0. */
  int sign(Pair pair, String one, String other, Metric metric) {
    Comparison compared =
        row(against.computeIfAbsent(other, this::against), pair, one)
            .comparisons()
            .get(other)
            .get(metric);
    return compared.isSignificant() ? (int) Math.signum(compared.difference().mean()) : 0;
  }

  List<Pair> significant(String one, String other, Metric metric, int sign) {
    return pairs(pair -> sign(pair, one, other, metric) == sign);
  }

  private ResultTable against(String label) {
    return ResultTable.of(
        records,
        table.variants().stream().filter(variant -> variant.label().equals(label)).toList());
  }

  private static final List<String> WORDS =
      List.of(
          "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "eleven", "twelve");

  static String word(long count) {
    return count < WORDS.size() ? WORDS.get((int) count) : "" + count;
  }

  static String model(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  static String dataset(String name) {
    return name.startsWith("synthetic")
        ? "`" + name + "`"
        : Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }

  /** {@code Cora, Pubmed and Photo}. */
  static String datasets(List<Pair> pairs) {
    return list(pairs.stream().map(Pair::dataset).distinct().map(StoredResults::dataset).toList());
  }

  /** {@code Cora (GCN, GAT) and Photo (GAT)}. */
  static String places(List<Pair> pairs) {
    Map<String, String> byDataset =
        pairs.stream()
            .collect(
                Collectors.groupingBy(
                    Pair::dataset,
                    LinkedHashMap::new,
                    Collectors.mapping(pair -> model(pair.model), Collectors.joining(", "))));
    List<String> places = new ArrayList<>();
    byDataset.forEach((name, models) -> places.add(dataset(name) + " (" + models + ")"));
    return list(places);
  }

  static String list(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }
}
