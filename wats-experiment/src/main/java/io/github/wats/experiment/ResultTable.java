package io.github.wats.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The records of an experiment together: means over runs, paired tests and average ranks.
 *
 * @param rows one per data set, backbone and variant, in the order of the records
 * @param ranks average ranks of the variants by metric, over all data sets and backbones
 */
public record ResultTable(List<Row> rows, Map<Metric, List<Rank>> ranks) {
  public ResultTable {
    rows = List.copyOf(rows);
    ranks = new LinkedHashMap<>(ranks);
  }

  /** Whether a value is significantly the best of its data set and backbone. */
  public enum Mark {
    /** Better than every other variant: each paired p, Holm-corrected, is below 0.05. */
    BEST,
    /** Has the best mean, or does not differ significantly from it. */
    TIED,
    NONE
  }

  /**
   * A variant on a data set and a backbone.
   *
   * @param runs how many runs have a result
   * @param failures how many have none
   * @param metrics over the runs
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
      Map<Metric, Sample> metrics,
      Map<Metric, Sample> floors,
      Optional<Sample> seconds,
      Optional<PaperValues.Value> paper,
      Map<String, Map<Metric, Comparison>> comparisons,
      Map<Metric, Mark> marks) {
    public Mark mark(Metric metric) {
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
    Map<Place, Map<String, Map<Metric, Comparison>>> comparisons = new LinkedHashMap<>();
    for (Variant baseline : baselines) {
      Comparisons.against(baseline, cells)
          .forEach(
              (place, byMetric) ->
                  comparisons
                      .computeIfAbsent(place, key -> new LinkedHashMap<>())
                      .put(baseline.label(), byMetric));
    }
    Map<Place, Map<Metric, Mark>> marks = Marks.of(cells);
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
      Map<String, Map<Metric, Comparison>> comparisons,
      Map<Metric, Mark> marks) {
    return new Row(
        place.dataset(),
        place.model(),
        place.variant(),
        values.results().size(),
        values.failures(),
        samples(values, result -> result.evaluation().values()),
        samples(values, result -> result.evaluation().noiseFloors()),
        values.results().isEmpty()
            ? Optional.empty()
            : Optional.of(
                Sample.of(
                    values.results().values().stream().map(FitRecord.Result::seconds).toList())),
        PaperValues.of(place.dataset(), place.model(), place.variant()),
        comparisons,
        marks);
  }

  private static Map<Metric, Sample> samples(
      Values values, Function<FitRecord.Result, Map<Metric, Double>> numbers) {
    Map<Metric, List<Double>> lists = new EnumMap<>(Metric.class);
    for (FitRecord.Result result : values.results().values()) {
      numbers
          .apply(result)
          .forEach(
              (metric, value) ->
                  lists.computeIfAbsent(metric, key -> new ArrayList<>()).add(value));
    }
    Map<Metric, Sample> samples = new EnumMap<>(Metric.class);
    lists.forEach((metric, list) -> samples.put(metric, Sample.of(list)));
    return samples;
  }

  /** Only data sets and backbones on which every variant has a mean are ranked. */
  private static Map<Metric, List<Rank>> ranks(List<Row> rows) {
    long variants = rows.stream().map(Row::variant).distinct().count();
    Map<List<String>, List<Row>> blocks =
        rows.stream()
            .collect(
                groupingBy(
                    row -> List.of(row.dataset(), row.model()), LinkedHashMap::new, toList()));
    Map<Metric, List<Rank>> ranks = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      Map<Variant, Double> sums = new LinkedHashMap<>();
      int counted = 0;
      for (List<Row> block : blocks.values()) {
        List<Row> defined =
            block.stream().filter(row -> row.metrics().containsKey(metric)).toList();
        if (defined.size() == variants) {
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
      ranks.put(metric, byVariant);
    }
    return ranks;
  }

  private static double signedMean(Row row, Metric metric) {
    Sample sample = row.metrics().get(metric);
    double mean = sample == null ? Double.NaN : sample.mean();
    return metric.isHigherBetter() ? -mean : mean;
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
