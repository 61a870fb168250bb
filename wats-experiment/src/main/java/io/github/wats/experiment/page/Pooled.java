package io.github.wats.experiment.page;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.github.wats.experiment.FitRecord;
import io.github.wats.experiment.Sample;
import io.github.wats.metrics.DegreeBins;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Evaluation.CoveragePoint;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.ReliabilityBins;
import io.github.wats.report.NumberText;
import io.github.wats.report.figure.DegreePoint;
import io.github.wats.report.figure.Measured;
import io.github.wats.report.figure.Range;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The runs of one method on one data set and backbone, put together for figures. */
final class Pooled {
  private Pooled() {}

  /** Empty where no run has the numbers behind figures. */
  static Optional<Measured> of(String name, List<FitRecord> records) {
    List<Evaluation> runs =
        records.stream()
            .flatMap(record -> record.result().stream())
            .map(FitRecord.Result::evaluation)
            .filter(evaluation -> !evaluation.reliability().bins().isEmpty())
            .toList();
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    Map<Double, List<ReliabilityBins.Bin>> bins =
        runs.stream()
            .flatMap(run -> run.reliability().bins().stream())
            .collect(groupingBy(ReliabilityBins.Bin::from, TreeMap::new, toList()));
    ReliabilityBins reliability =
        new ReliabilityBins(bins.values().stream().map(Pooled::joined).toList());
    Evaluation joined =
        new Evaluation(
            runs.stream().mapToLong(Evaluation::nodes).sum(),
            means(runs, Evaluation::values),
            means(runs, Evaluation::noiseFloors),
            Optional.empty(),
            Map.of(),
            reliability,
            reliability,
            Optional.empty(),
            coverage(runs),
            temperatures(runs));
    return Optional.of(
        new Measured(
            name,
            joined,
            bins.values().stream().map(Pooled::range).toList(),
            degrees(runs),
            whiskers(runs.size())));
  }

  /** What whiskers over so many runs are. */
  static String whiskers(int runs) {
    return runs == 1
        ? Measured.ONE_RUN
        : "± standard deviation over " + NumberText.counted(runs, "run");
  }

  /** Averaged over runs; empty for methods that have none. */
  private static Optional<Trend> temperatures(List<Evaluation> runs) {
    Map<Integer, List<Trend.Bin>> ranges =
        runs.stream()
            .flatMap(run -> run.temperatures().stream())
            .flatMap(trend -> trend.bins().stream())
            .collect(groupingBy(b -> DegreeBins.range((int) b.from()), TreeMap::new, toList()));
    return ranges.isEmpty()
        ? Optional.empty()
        : Optional.of(new Trend(ranges.values().stream().map(Pooled::temperature).toList()));
  }

  private static Trend.Bin temperature(List<Trend.Bin> bins) {
    return new Trend.Bin(
        bins.stream().mapToDouble(Trend.Bin::from).min().orElseThrow(),
        bins.stream().mapToDouble(Trend.Bin::to).max().orElseThrow(),
        bins.stream().mapToInt(Trend.Bin::count).sum(),
        mean(bins, Trend.Bin::mean),
        mean(bins, Trend.Bin::low),
        mean(bins, Trend.Bin::high));
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
      return Range.of(Interval.ofProportion(bins.get(0).accuracy(), bins.get(0).count()));
    }
    Sample sample = Sample.of(bins.stream().map(ReliabilityBins.Bin::accuracy).toList());
    return Range.ofShare(joined(bins).accuracy(), sample.std());
  }

  /** Each run has its own test nodes, so some may have no node of a range of degrees. */
  private static List<DegreePoint> degrees(List<Evaluation> runs) {
    List<DegreeBins> tables = runs.stream().flatMap(run -> run.degrees().stream()).toList();
    return tables.size() == 1
        ? DegreePoint.of(tables.get(0))
        : tables.stream()
            .flatMap(bins -> bins.bins().stream())
            .collect(groupingBy(b -> DegreeBins.range(b.minDegree()), TreeMap::new, toList()))
            .values()
            .stream()
            .map(Pooled::point)
            .toList();
  }

  private static DegreePoint point(List<DegreeBins.Bin> bins) {
    int low = bins.stream().mapToInt(DegreeBins.Bin::minDegree).min().orElseThrow();
    int high = bins.stream().mapToInt(DegreeBins.Bin::maxDegree).max().orElseThrow();
    Sample confidence = Sample.of(bins.stream().map(DegreeBins.Bin::confidence).toList());
    Sample accuracy = Sample.of(bins.stream().map(DegreeBins.Bin::accuracy).toList());
    return new DegreePoint(
        low == high ? "" + low : low + "–" + high,
        bins.stream().mapToLong(DegreeBins.Bin::count).sum(),
        confidence.mean(),
        accuracy.mean(),
        Range.ofShare(confidence.mean(), confidence.std()),
        Range.ofShare(accuracy.mean(), accuracy.std()));
  }

  private static List<CoveragePoint> coverage(List<Evaluation> runs) {
    return zipped(
        runs.stream().map(Evaluation::coverage).toList(),
        points ->
            new CoveragePoint(
                mean(points, CoveragePoint::coverage), mean(points, CoveragePoint::accuracy)));
  }

  private static Map<Metric, Double> means(
      List<Evaluation> runs, Function<Evaluation, Map<Metric, Double>> numbers) {
    Map<Metric, Double> means = new EnumMap<>(Metric.class);
    for (Metric metric : numbers.apply(runs.get(0)).keySet()) {
      List<Double> values =
          runs.stream().map(run -> numbers.apply(run).getOrDefault(metric, Double.NaN)).toList();
      means.put(metric, Sample.of(values).mean());
    }
    return means;
  }

  /** Joins the elements at each index of all lists, up to the end of the shortest list. */
  private static <T, R> List<R> zipped(List<List<T>> lists, Function<List<T>, R> join) {
    int length = lists.stream().mapToInt(List::size).min().orElse(0);
    return IntStream.range(0, length)
        .mapToObj(i -> join.apply(lists.stream().map(list -> list.get(i)).toList()))
        .toList();
  }

  private static <T> double mean(List<T> items, ToDoubleFunction<T> number) {
    return items.stream().mapToDouble(number).average().orElse(0);
  }
}
