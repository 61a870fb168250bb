package io.github.wats.experiment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.internal.Holm;
import io.github.wats.metrics.Metric;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

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
      Map<String, Map<Metric, Difference>> comparisons,
      Map<Metric, Mark> marks) {
    public Block block() {
      return new Block(dataset, model);
    }

    /** What the conference version of the paper prints, where that is known. */
    public OptionalDouble conference() {
      return PaperValues.conference(dataset, model, variant);
    }

    /** The mean of a metric over the runs, NaN where no run has it. */
    public double mean(Metric metric) {
      Sample sample = metrics.get(metric);
      return sample == null ? Double.NaN : sample.mean();
    }

    public Mark mark(Metric metric) {
      return marks.getOrDefault(metric, Mark.NONE);
    }
  }

  /**
   * A paired difference to a baseline.
   *
   * @param holm its p, corrected over the data sets
   */
  public record Difference(PairedDifference paired, double holm) {
    public boolean isSignificant() {
      return holm < PairedDifference.SIGNIFICANT;
    }
  }

  /** A data set and a backbone: what a network is trained on, and what it is. */
  public record Block(String dataset, String model) {}

  /**
   * The average rank of a variant's mean, 1 for the best, over {@code blocks} comparisons on so
   * many data sets.
   */
  public record Rank(Variant variant, double rank, int blocks, int datasets) {}

  /**
   * The table of some records.
   *
   * @param baselines variants every other is compared with, where they are there
   */
  public static ResultTable of(Collection<FitRecord> records, List<Variant> baselines) {
    Map<Place, Values> cells = new LinkedHashMap<>();
    records.stream()
        .collect(groupingBy(record -> Place.of(record.key()), LinkedHashMap::new, toList()))
        .forEach((place, ofPlace) -> cells.put(place, Values.of(place, ofPlace)));
    Map<Place, Map<String, Map<Metric, Difference>>> comparisons = new LinkedHashMap<>();
    for (Variant baseline : baselines) {
      Significance.against(baseline, cells)
          .forEach(
              (place, byMetric) ->
                  comparisons
                      .computeIfAbsent(place, key -> new LinkedHashMap<>())
                      .put(baseline.label(), byMetric));
    }
    Map<Place, Map<Metric, Mark>> marks = Significance.marks(cells.values());
    List<Row> rows = new ArrayList<>();
    cells.forEach(
        (place, values) ->
            rows.add(
                new Row(
                    place.block().dataset(),
                    place.block().model(),
                    place.variant(),
                    values.results().size(),
                    values.failures(),
                    samples(values, result -> result.evaluation().values()),
                    samples(values, result -> result.evaluation().noiseFloors()),
                    seconds(values),
                    PaperValues.of(place.block().dataset(), place.block().model(), place.variant()),
                    comparisons.getOrDefault(place, Map.of()),
                    marks.getOrDefault(place, Map.of()))));
    Map<Metric, List<Rank>> ranks = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      ranks.put(metric, ranks(rows, metric));
    }
    return new ResultTable(rows, ranks);
  }

  private static Optional<Sample> seconds(Values values) {
    List<Double> seconds =
        values.results().values().stream().map(FitRecord.Result::seconds).toList();
    return seconds.isEmpty() ? Optional.empty() : Optional.of(Sample.of(seconds));
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
  private static List<Rank> ranks(List<Row> rows, Metric metric) {
    long variants = rows.stream().map(Row::variant).distinct().count();
    List<List<Row>> blocks =
        byBlock(rows.stream().filter(row -> row.metrics().containsKey(metric))).values().stream()
            .filter(block -> block.size() == variants)
            .toList();
    Map<Variant, Double> sums = new LinkedHashMap<>();
    for (List<Row> block : blocks) {
      double[] ranks =
          Holm.ranks(block.stream().mapToDouble(row -> metric.loss(row.mean(metric))).toArray());
      for (int k = 0; k < ranks.length; k++) {
        sums.merge(block.get(k).variant(), ranks[k], Double::sum);
      }
    }
    int datasets = (int) blocks.stream().map(block -> block.get(0).dataset()).distinct().count();
    List<Rank> ranks = new ArrayList<>();
    sums.forEach(
        (variant, sum) ->
            ranks.add(new Rank(variant, sum / blocks.size(), blocks.size(), datasets)));
    return ranks;
  }

  private static Map<Block, List<Row>> byBlock(Stream<Row> rows) {
    return rows.collect(groupingBy(Row::block, LinkedHashMap::new, toList()));
  }

  /** The rows of each data set and backbone, in order. */
  public Map<Block, List<Row>> blocks() {
    return byBlock(rows.stream());
  }

  /** The mean noise floor of all calibrated variants, whose floors differ little. */
  public static OptionalDouble noiseFloor(List<Row> rows, Metric metric) {
    return rows.stream()
        .filter(row -> !row.variant().isUncalibrated())
        .flatMap(row -> Stream.ofNullable(row.floors().get(metric)))
        .mapToDouble(Sample::mean)
        .average();
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
        .filter(row -> row.block().equals(new Block(dataset, model)))
        .filter(row -> row.variant().equals(variant))
        .findFirst();
  }

  /** The sum of all fits that failed. */
  public int failures() {
    return rows.stream().mapToInt(Row::failures).sum();
  }

  /** A cell of the table. */
  record Place(Block block, Variant variant) {
    static Place of(FitKey key) {
      return new Place(new Block(key.task().dataset(), key.task().model()), key.variant());
    }

    Place with(Variant other) {
      return new Place(block, other);
    }
  }
}
