package io.github.wats.experiment.page;

import io.github.wats.experiment.Evaluation;
import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Sample;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.metrics.RiskCoverage;
import io.github.wats.metrics.Trend;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.DegreePoint;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The runs of one method on one data set and backbone, put together for figures. */
final class Pooled {
  private Pooled() {}

  /** Empty where no run has the numbers behind figures. */
  static Optional<Measured> of(String name, List<FitRecord> records) {
    List<Evaluation> runs =
        records.stream()
            .flatMap(record -> record.result().stream())
            .map(FitRecord.Result::evaluation)
            .filter(evaluation -> !evaluation.reliability().isEmpty())
            .toList();
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    Map<Double, List<ReliabilityBins.Bin>> bins = new TreeMap<>();
    for (Evaluation run : runs) {
      for (ReliabilityBins.Bin bin : run.reliability()) {
        bins.computeIfAbsent(bin.from(), from -> new ArrayList<>()).add(bin);
      }
    }
    ReliabilityBins reliability =
        new ReliabilityBins(bins.values().stream().map(Pooled::joined).toList());
    return Optional.of(
        new Measured(
            name,
            runs.stream().mapToLong(Evaluation::nodes).sum(),
            means(runs, Evaluation::metrics),
            Map.of(),
            means(runs, Evaluation::floors),
            reliability,
            bins.values().stream().map(Pooled::range).toList(),
            reliability,
            degrees(runs),
            coverage(runs),
            whiskers(runs.size())));
  }

  /** What whiskers over so many runs are. */
  static String whiskers(int runs) {
    return runs == 1
        ? Measured.ONE_RUN
        : "± standard deviation over " + NumberText.counted(runs, "run");
  }

  /** Temperatures by degree, averaged over runs; empty for methods that have none. */
  static Optional<Trend> temperatures(List<FitRecord> records) {
    List<List<Trend.Bin>> runs =
        records.stream()
            .flatMap(record -> record.result().stream())
            .map(result -> result.evaluation().temperatures())
            .filter(bins -> !bins.isEmpty())
            .toList();
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    List<Trend.Bin> bins = new ArrayList<>();
    for (int i = 0; i < shortest(runs); i++) {
      List<Trend.Bin> column = column(runs, i);
      bins.add(
          new Trend.Bin(
              column.stream().mapToDouble(Trend.Bin::from).min().orElse(0),
              column.stream().mapToDouble(Trend.Bin::to).max().orElse(0),
              column.stream().mapToInt(Trend.Bin::count).sum(),
              mean(column, Trend.Bin::mean),
              mean(column, Trend.Bin::low),
              mean(column, Trend.Bin::high)));
    }
    return Optional.of(new Trend(bins));
  }

  private static ReliabilityBins.Bin joined(List<ReliabilityBins.Bin> bins) {
    int count = bins.stream().mapToInt(ReliabilityBins.Bin::count).sum();
    double confidence = 0;
    double accuracy = 0;
    for (ReliabilityBins.Bin bin : bins) {
      confidence += bin.confidence() * bin.count() / count;
      accuracy += bin.accuracy() * bin.count() / count;
    }
    ReliabilityBins.Bin first = bins.get(0);
    return new ReliabilityBins.Bin(first.from(), first.to(), count, confidence, accuracy);
  }

  private static Range range(List<ReliabilityBins.Bin> bins) {
    if (bins.size() == 1) {
      return Range.of(bins.get(0).accuracyInterval());
    }
    Sample sample = Sample.of(bins.stream().map(ReliabilityBins.Bin::accuracy).toList());
    return Range.ofShare(joined(bins).accuracy(), sample.std());
  }

  /** Bins go by their place: each run has its own test nodes, so degrees at the edges differ. */
  private static List<DegreePoint> degrees(List<Evaluation> runs) {
    if (runs.size() == 1) {
      return runs.get(0).degreeBins().stream().map(DegreePoint::of).toList();
    }
    List<List<DegreeBins.Bin>> lists = runs.stream().map(Evaluation::degreeBins).toList();
    List<DegreePoint> points = new ArrayList<>();
    for (int i = 0; i < shortest(lists); i++) {
      List<DegreeBins.Bin> column = column(lists, i);
      Sample confidence = Sample.of(column.stream().map(DegreeBins.Bin::confidence).toList());
      Sample accuracy = Sample.of(column.stream().map(DegreeBins.Bin::accuracy).toList());
      points.add(
          new DegreePoint(
              column.stream().mapToInt(DegreeBins.Bin::minDegree).min().orElse(0),
              column.stream().mapToInt(DegreeBins.Bin::maxDegree).max().orElse(0),
              column.stream().mapToLong(DegreeBins.Bin::count).sum(),
              confidence.mean(),
              accuracy.mean(),
              Range.ofShare(confidence.mean(), confidence.std()),
              Range.ofShare(accuracy.mean(), accuracy.std())));
    }
    return points;
  }

  private static RiskCoverage coverage(List<Evaluation> runs) {
    List<List<RiskCoverage.Point>> lists = runs.stream().map(Evaluation::coverage).toList();
    List<RiskCoverage.Point> points = new ArrayList<>();
    for (int i = 0; i < shortest(lists); i++) {
      List<RiskCoverage.Point> column = column(lists, i);
      points.add(
          new RiskCoverage.Point(
              mean(column, RiskCoverage.Point::share), mean(column, RiskCoverage.Point::accuracy)));
    }
    return new RiskCoverage(points);
  }

  private static Map<String, Double> means(
      List<Evaluation> runs, Function<Evaluation, Map<String, Double>> numbers) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (String name : numbers.apply(runs.get(0)).keySet()) {
      List<Double> values =
          runs.stream().map(run -> numbers.apply(run).getOrDefault(name, Double.NaN)).toList();
      means.put(name, Sample.of(values).mean());
    }
    return means;
  }

  private static <T> int shortest(List<List<T>> lists) {
    return lists.stream().mapToInt(List::size).min().orElse(0);
  }

  private static <T> List<T> column(List<List<T>> lists, int index) {
    return lists.stream().map(list -> list.get(index)).toList();
  }

  private static <T> double mean(List<T> items, ToDoubleFunction<T> number) {
    return items.stream().mapToDouble(number).average().orElse(0);
  }
}
