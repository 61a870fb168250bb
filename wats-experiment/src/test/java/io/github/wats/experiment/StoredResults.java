package io.github.wats.experiment;

import io.github.wats.experiment.ResultTable.Block;
import io.github.wats.experiment.ResultTable.Difference;
import io.github.wats.experiment.ResultTable.Row;
import io.github.wats.metrics.Metric;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/** The committed records of an experiment, asked in the terms of the sentences of the docs. */
final class StoredResults {
  /** Some combinations of data set and network; printed as their number. */
  record Pairs(List<Block> list) {
    Pairs and(Predicate<Block> also) {
      return new Pairs(list.stream().filter(also).toList());
    }

    Pairs except(Pairs others) {
      return and(pair -> !others.list.contains(pair));
    }

    Pairs with(String model) {
      return and(pair -> pair.model().equals(model));
    }

    Pairs real() {
      return and(pair -> !pair.dataset().startsWith("synthetic"));
    }

    /** {@code Cora, Pubmed and Photo}. */
    String datasets() {
      return join(list.stream().map(pair -> title(pair.dataset())).distinct().toList());
    }

    /** {@code Cora (GCN, GAT) and Photo (GAT)}. */
    String places() {
      Map<String, List<String>> models = new LinkedHashMap<>();
      list.forEach(
          pair ->
              models
                  .computeIfAbsent(title(pair.dataset()), key -> new ArrayList<>())
                  .add(pair.model().toUpperCase(Locale.ROOT)));
      return join(
          models.entrySet().stream()
              .map(one -> one.getKey() + " (" + String.join(", ", one.getValue()) + ")")
              .toList());
    }

    @Override
    public String toString() {
      return word(list.size());
    }
  }

  private static final List<String> WORDS =
      List.of(
          "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "eleven", "twelve");

  final List<FitRecord> records;
  final ResultTable table;
  private final Map<Block, List<Row>> blocks;
  private final Map<String, Map<Block, List<Row>>> against = new LinkedHashMap<>();

  StoredResults(String name) throws IOException {
    records =
        CompactRecordsReader.read(Shared.root().resolve("docs/results/" + name + ".jsonl.gz"));
    table = ResultTable.of(records, List.of());
    blocks = table.blocks();
  }

  static String word(long count) {
    return count < WORDS.size() ? WORDS.get((int) count) : "" + count;
  }

  private static String join(List<String> names) {
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  private static String title(String dataset) {
    return dataset.startsWith("synthetic")
        ? "`" + dataset + "`"
        : Character.toUpperCase(dataset.charAt(0)) + dataset.substring(1);
  }

  /** The runs of most methods, and which have others: {@code 20 (GETS 10)}. */
  String runs() {
    int most = table.rows().stream().mapToInt(Row::runs).max().orElseThrow();
    List<String> fewer =
        table.rows().stream()
            .filter(row -> row.runs() < most)
            .map(row -> row.variant().title() + " " + row.runs())
            .distinct()
            .toList();
    return most + (fewer.isEmpty() ? "" : " (" + String.join(", ", fewer) + ")");
  }

  Pairs pairs() {
    return new Pairs(List.copyOf(blocks.keySet()));
  }

  Pairs on(String... datasets) {
    return pairs().and(pair -> List.of(datasets).contains(pair.dataset()));
  }

  Row row(Block pair, String label) {
    return row(blocks, pair, label);
  }

  private static Row row(Map<Block, List<Row>> blocks, Block pair, String label) {
    return blocks.get(pair).stream()
        .filter(row -> row.variant().label().equals(label))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no record of " + label + " on " + pair));
  }

  double mean(Block pair, String label, Metric metric) {
    return row(pair, label).mean(metric);
  }

  /** The mean of the only pair of some. */
  double mean(Pairs one, String label, Metric metric) {
    return mean(one.list.get(0), label, metric);
  }

  /** Where there are records of all of these. */
  Pairs having(String... labels) {
    return pairs()
        .and(
            pair ->
                blocks.get(pair).stream()
                    .map(row -> row.variant().label())
                    .toList()
                    .containsAll(List.of(labels)));
  }

  /** Where a method has a lower mean than each of some others. */
  Pairs lower(String label, Metric metric, String... others) {
    return having(label)
        .and(pair -> having(others).list.contains(pair))
        .and(
            pair ->
                List.of(others).stream()
                    .allMatch(other -> mean(pair, label, metric) < mean(pair, other, metric)));
  }

  /** Where a method has the lowest mean of all. */
  Pairs lowest(String label, Metric metric) {
    return pairs().and(pair -> best(pair, metric).equals(label));
  }

  /** The method with the lowest mean. */
  String best(Block pair, Metric metric) {
    return Collections.min(
            blocks.get(pair), Comparator.comparingDouble((Row row) -> row.mean(metric)))
        .variant()
        .label();
  }

  /** Where a method has a significantly lower mean than another. */
  Pairs clearlyLower(String label, Metric metric, String other) {
    return having(label, other).and(pair -> sign(pair, label, other, metric) < 0);
  }

  Pairs clearlyHigher(String label, Metric metric, String other) {
    return having(label, other).and(pair -> sign(pair, label, other, metric) > 0);
  }

  private double sign(Block pair, String label, String other, Metric metric) {
    Map<Block, List<Row>> compared =
        against.computeIfAbsent(
            other,
            key ->
                ResultTable.of(
                        records,
                        table.variants().stream().filter(one -> one.label().equals(key)).toList())
                    .blocks());
    Difference difference = row(compared, pair, label).comparisons().get(other).get(metric);
    return difference.isSignificant() ? difference.paired().mean() : 0;
  }
}
