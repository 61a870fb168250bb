package io.github.wats.experiment;

import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Direction;
import io.github.wats.metrics.MetricSet;
import io.github.wats.metrics.Metrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the records of an experiment say together: means over runs, paired differences with what
 * chance would do, and ranks.
 *
 * @param rows one per data set, backbone and variant, in the order of the records
 * @param ranks average ranks of the variants by metric, over all data sets and backbones
 */
public record ResultTable(List<Row> rows, Map<String, List<Rank>> ranks) {
  public ResultTable {
    rows = List.copyOf(rows);
    ranks = new LinkedHashMap<>(ranks);
  }

  /** Whether the numbers allow to call a value the best of its data set and backbone. */
  public enum Mark {
    /** Better than every other variant: each paired p, Holm-corrected, is below 0.05. */
    BEST,
    /** Has the best mean, or cannot be told apart from the one that has. */
    TIED,
    NONE
  }

  /**
   * A variant on a data set and a backbone.
   *
   * @param runs how many runs have a result
   * @param failures how many have none
   * @param metrics over the runs, by name
   * @param floors the noise floors of the errors that have one
   * @param seconds wall time of a fit
   * @param paper what the paper prints
   * @param comparisons by baseline, then by metric
   * @param marks by metric
   */
  public record Row(
      String dataset,
      String model,
      Variant variant,
      int runs,
      int failures,
      Map<String, Sample> metrics,
      Map<String, Sample> floors,
      Optional<Sample> seconds,
      Optional<PaperValues.Value> paper,
      Map<String, Map<String, Comparison>> comparisons,
      Map<String, Mark> marks) {
    public Mark mark(String metric) {
      return marks.getOrDefault(metric, Mark.NONE);
    }
  }

  /**
   * A paired difference to a baseline.
   *
   * @param holm its p, corrected over the data sets
   */
  public record Comparison(PairedDifference difference, double holm) {
    public boolean isSignificant() {
      return holm < PairedDifference.SIGNIFICANT;
    }
  }

  /** The average rank of a variant's mean, 1 for the best, over {@code blocks} comparisons. */
  public record Rank(Variant variant, double rank, int blocks) {}

  /** The metrics a table knows, in their order. */
  public static List<Metric> metrics() {
    return Metrics.all(MetricSet.DEFAULT_BINS);
  }

  /**
   * The table of some records.
   *
   * @param baselines variants every other is compared with, where they are there
   */
  public static ResultTable of(Collection<FitRecord> records, List<Variant> baselines) {
    Map<Place, Values> cells = new LinkedHashMap<>();
    for (FitRecord record : records) {
      cells.computeIfAbsent(Place.of(record.key()), place -> new Values()).add(record);
    }
    Map<Place, Map<String, Map<String, Comparison>>> comparisons = new LinkedHashMap<>();
    for (Variant baseline : baselines) {
      Comparisons.against(baseline, cells)
          .forEach(
              (place, byMetric) ->
                  comparisons
                      .computeIfAbsent(place, key -> new LinkedHashMap<>())
                      .put(baseline.label(), byMetric));
    }
    Map<Place, Map<String, Mark>> marks = Marks.of(cells);
    List<Row> rows = new ArrayList<>();
    cells.forEach(
        (place, values) ->
            rows.add(
                row(
                    place,
                    values,
                    comparisons.getOrDefault(place, Map.of()),
                    marks.getOrDefault(place, Map.of()))));
    return new ResultTable(rows, ranks(rows));
  }

  private static Row row(
      Place place,
      Values values,
      Map<String, Map<String, Comparison>> comparisons,
      Map<String, Mark> marks) {
    return new Row(
        place.dataset(),
        place.model(),
        place.variant(),
        values.results().size(),
        values.failures(),
        samples(values, result -> result.evaluation().metrics()),
        samples(values, result -> result.evaluation().floors()),
        values.results().isEmpty()
            ? Optional.empty()
            : Optional.of(
                Sample.of(
                    values.results().values().stream().map(FitRecord.Result::seconds).toList())),
        PaperValues.of(place.dataset(), place.model(), place.variant()),
        comparisons,
        marks);
  }

  private static Map<String, Sample> samples(
      Values values, Function<FitRecord.Result, Map<String, Double>> numbers) {
    Map<String, List<Double>> byName = new LinkedHashMap<>();
    for (FitRecord.Result result : values.results().values()) {
      numbers
          .apply(result)
          .forEach(
              (name, value) -> byName.computeIfAbsent(name, key -> new ArrayList<>()).add(value));
    }
    Map<String, Sample> samples = new LinkedHashMap<>();
    byName.forEach((name, list) -> samples.put(name, Sample.of(list)));
    return samples;
  }

  /** Only data sets and backbones on which every variant has a mean are ranked. */
  private static Map<String, List<Rank>> ranks(List<Row> rows) {
    LinkedHashSet<Variant> variants = new LinkedHashSet<>();
    Map<List<String>, List<Row>> blocks = new LinkedHashMap<>();
    for (Row row : rows) {
      variants.add(row.variant());
      blocks
          .computeIfAbsent(List.of(row.dataset(), row.model()), key -> new ArrayList<>())
          .add(row);
    }
    Map<String, List<Rank>> ranks = new LinkedHashMap<>();
    for (Metric metric : metrics()) {
      Map<Variant, Double> sums = new LinkedHashMap<>();
      int counted = 0;
      for (List<Row> block : blocks.values()) {
        List<Row> defined =
            block.stream().filter(row -> row.metrics().containsKey(metric.name())).toList();
        if (defined.size() == variants.size()) {
          double[] means = defined.stream().mapToDouble(row -> signedMean(row, metric)).toArray();
          double[] blockRanks = Holm.ranks(means);
          for (int k = 0; k < blockRanks.length; k++) {
            sums.merge(defined.get(k).variant(), blockRanks[k], Double::sum);
          }
          counted++;
        }
      }
      int blockCount = counted;
      List<Rank> byVariant = new ArrayList<>();
      sums.forEach(
          (variant, sum) -> byVariant.add(new Rank(variant, sum / blockCount, blockCount)));
      ranks.put(metric.name(), byVariant);
    }
    return ranks;
  }

  private static double signedMean(Row row, Metric metric) {
    Sample sample = row.metrics().get(metric.name());
    double mean = sample == null ? Double.NaN : sample.mean();
    return metric.direction() == Direction.LOWER_IS_BETTER ? mean : -mean;
  }

  /** The names of the data sets, in order. */
  public List<String> datasets() {
    return rows.stream().map(Row::dataset).distinct().toList();
  }

  /** The names of the backbones, in order. */
  public List<String> models() {
    return rows.stream().map(Row::model).distinct().toList();
  }

  /** The variants, in order. */
  public List<Variant> variants() {
    return rows.stream().map(Row::variant).distinct().toList();
  }

  /** The row of a cell of the table. */
  public Optional<Row> row(String dataset, String model, Variant variant) {
    return rows.stream()
        .filter(
            row ->
                row.dataset().equals(dataset)
                    && row.model().equals(model)
                    && row.variant().equals(variant))
        .findFirst();
  }

  /** The sum of all fits that failed. */
  public int failures() {
    return rows.stream().mapToInt(Row::failures).sum();
  }

  /** A cell of the table. */
  record Place(String dataset, String model, Variant variant) {
    static Place of(FitKey key) {
      return new Place(key.task().dataset(), key.task().model(), key.variant());
    }

    Place with(Variant other) {
      return new Place(dataset, model, other);
    }
  }
}
