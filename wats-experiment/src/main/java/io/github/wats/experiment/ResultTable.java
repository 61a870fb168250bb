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
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of an experiment together: means over runs, paired tests and average ranks.
 *
 * @param rows one per data set, backbone and variant, in the order of the records
 * @param ranks average ranks of the variants by metric, over all data sets and backbones
 */
public record ResultTable(List<Row> rows, Map<Metric, Ranks> ranks) {
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
   * @param protocol of the runs
   * @param results by run, rising
   * @param failures how many runs have no result
   * @param comparisons by baseline, then by metric
   * @param marks by metric
   */
  public record Row(
      String dataset,
      String model,
      Variant variant,
      Protocol protocol,
      Map<Integer, FitRecord.Result> results,
      int failures,
      Map<String, Map<Metric, Difference>> comparisons,
      Map<Metric, Mark> marks) {
    /** Of the records of a cell; what is significant is added by {@link Significance}. */
    private static Row of(FitKey cell, List<FitRecord> records) {
      Map<Integer, FitRecord.Result> results = new TreeMap<>();
      for (FitRecord record : records) {
        record.result().ifPresent(result -> results.put(record.key().task().run(), result));
      }
      return new Row(
          cell.task().dataset(),
          cell.task().model(),
          cell.variant(),
          records.get(0).info().protocol(),
          results,
          (int) records.stream().filter(record -> record.failure().isPresent()).count(),
          new LinkedHashMap<>(),
          new EnumMap<>(Metric.class));
    }

    public Block block() {
      return new Block(dataset, model);
    }

    /** How many runs have a result. */
    public int runs() {
      return results.size();
    }

    /** What the paper prints, whose splits are others than those of GATS. */
    public Optional<PaperValues.Value> paper() {
      return protocol == Protocol.GATS ? Optional.empty() : PaperValues.of(dataset, model, variant);
    }

    /** What the conference version of the paper prints, where that is known. */
    public OptionalDouble conference() {
      return protocol == Protocol.GATS
          ? OptionalDouble.empty()
          : PaperValues.conference(dataset, model, variant);
    }

    /** A metric over the runs that have it. */
    public Optional<Sample> sample(Metric metric) {
      return sample(result -> result.evaluation().values().get(metric));
    }

    /** The noise floor of an error that has one. */
    public Optional<Sample> floor(Metric metric) {
      return sample(result -> result.evaluation().noiseFloors().get(metric));
    }

    /** Wall time of a fit. */
    public Optional<Sample> seconds() {
      return sample(FitRecord.Result::seconds);
    }

    private Optional<Sample> sample(Function<FitRecord.Result, @Nullable Double> number) {
      List<Double> values =
          results.values().stream().flatMap(run -> Stream.ofNullable(number.apply(run))).toList();
      return values.isEmpty() ? Optional.empty() : Optional.of(Sample.of(values));
    }

    /** The mean of a metric over the runs, NaN where no run has it. */
    public double mean(Metric metric) {
      return sample(metric).map(Sample::mean).orElse(Double.NaN);
    }

    public Mark mark(Metric metric) {
      return marks.getOrDefault(metric, Mark.NONE);
    }

    /** The difference to {@code other} over shared runs; empty where there are fewer than two. */
    Optional<PairedDifference> minus(Row other, Metric metric) {
      List<Double> mine = new ArrayList<>();
      List<Double> theirs = new ArrayList<>();
      results.forEach(
          (run, result) -> {
            FitRecord.Result match = other.results.get(run);
            Double one = result.evaluation().values().get(metric);
            Double two = match == null ? null : match.evaluation().values().get(metric);
            if (one != null && two != null) {
              mine.add(one);
              theirs.add(two);
            }
          });
      return mine.size() < 2 ? Optional.empty() : Optional.of(PairedDifference.of(mine, theirs));
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
   * The average ranks of the variants' means, 1 for the best, over {@code blocks} comparisons on so
   * many data sets.
   */
  public record Ranks(Map<Variant, Double> means, int blocks, int datasets) {}

  /**
   * The table of some records.
   *
   * @param baselines variants every other is compared with, where they are there
   */
  public static ResultTable of(Collection<FitRecord> records, List<Variant> baselines) {
    List<Row> rows = new ArrayList<>();
    records.stream()
        .collect(groupingBy(record -> record.key().ofRun(0), LinkedHashMap::new, toList()))
        .forEach((cell, ofCell) -> rows.add(Row.of(cell, ofCell)));
    Map<Metric, Ranks> ranks = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      ranks.put(metric, ranks(rows, metric));
    }
    ResultTable table = new ResultTable(rows, ranks);
    baselines.forEach(baseline -> Significance.compare(baseline, table));
    table.blocks().values().forEach(Significance::mark);
    return table;
  }

  /** Only data sets and backbones on which every variant has a mean are ranked. */
  private static Ranks ranks(List<Row> rows, Metric metric) {
    long variants = rows.stream().map(Row::variant).distinct().count();
    List<List<Row>> blocks =
        byBlock(rows.stream().filter(row -> row.sample(metric).isPresent())).values().stream()
            .filter(block -> block.size() == variants)
            .toList();
    Map<Variant, Double> means = new LinkedHashMap<>();
    for (List<Row> block : blocks) {
      double[] ranks =
          Holm.ranks(block.stream().mapToDouble(row -> metric.loss(row.mean(metric))).toArray());
      for (int k = 0; k < ranks.length; k++) {
        means.merge(block.get(k).variant(), ranks[k], Double::sum);
      }
    }
    int datasets = (int) blocks.stream().map(block -> block.get(0).dataset()).distinct().count();
    means.replaceAll((variant, sum) -> sum / blocks.size());
    return new Ranks(means, blocks.size(), datasets);
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
        .flatMap(row -> row.floor(metric).stream())
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

  public Ranks ranks(Metric metric) {
    return Objects.requireNonNull(ranks.get(metric), metric::key);
  }

  /** The sum of all fits that failed. */
  public int failures() {
    return rows.stream().mapToInt(Row::failures).sum();
  }
}
