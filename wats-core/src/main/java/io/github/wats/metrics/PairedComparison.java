package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Holm;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Resampling.Statistic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Several methods on the same nodes: metrics with intervals, and differences to one of the methods.
 * The bootstrap draws nodes, the same ones for all methods, so differences are paired.
 *
 * @param reference the method that the others are compared with
 * @param methods by name, in the order given
 */
public record PairedComparison(String reference, Map<String, Result> methods) {
  private static final double LEVEL = 0.95;

  /** A p-value below this, after Holm's correction, counts as a difference. */
  public static final double SIGNIFICANT = 1 - LEVEL;

  /** Resamples; fewer on many nodes, where a resample varies less and costs more. */
  private static final int RESAMPLES = 1000;

  private static final int FEWEST_RESAMPLES = 200;
  private static final long WORK = 50_000_000;

  /**
   * A method.
   *
   * @param values the mean over repeats
   * @param intervals 95 % bootstrap intervals
   * @param differences to the reference; empty for the reference itself
   */
  public record Result(
      Map<Metric, Double> values,
      Map<Metric, Interval> intervals,
      Map<Metric, Difference> differences) {}

  /**
   * The value of a method minus that of the reference.
   *
   * @param interval the basic 95 % bootstrap interval
   * @param pValue of "no difference", two-sided: the share of resamples whose difference is as far
   *     from the mean of all resamples as {@code value} is from 0
   * @param holm the p-value after Holm's correction over the methods
   */
  public record Difference(double value, Interval interval, double pValue, double holm) {}

  public PairedComparison {
    methods = Collections.unmodifiableMap(new LinkedHashMap<>(methods));
  }

  /**
   * Compares.
   *
   * @param outcomes by method; one or several repeats, all on the same nodes in the same order
   * @param metrics with intervals; one that is not defined, such as bins by degree without degrees,
   *     is left out
   */
  public static PairedComparison of(
      Map<String, List<Outcomes>> outcomes,
      String reference,
      List<Metric> metrics,
      int bins,
      long seed) {
    Outcomes first = outcomes.values().iterator().next().get(0);
    outcomes.forEach((name, repeats) -> repeats.forEach(repeat -> checkNodes(name, first, repeat)));
    Check.argument(
        outcomes.containsKey(reference), "the reference must be a method, got %s", reference);
    Map<String, Draws> draws = new LinkedHashMap<>();
    int size = first.size();
    int resamples = (int) Math.min(RESAMPLES, Math.max(FEWEST_RESAMPLES, WORK / size));
    List<Metric> defined = metrics.stream().filter(m -> m.of(first, bins).isPresent()).toList();
    outcomes.forEach(
        (name, repeats) -> draws.put(name, Draws.of(repeats, defined, bins, resamples)));
    long stream = Seeds.derive(seed, "bootstrap");
    Rows.forEachRow(
        resamples,
        (long) resamples * size * outcomes.size(),
        r -> {
          int[] times = Resampling.drawTimes(Seeds.derive(stream, r), size);
          draws.values().forEach(method -> method.draw(r, times));
        });
    return new PairedComparison(reference, results(draws, reference));
  }

  private static void checkNodes(String name, Outcomes first, Outcomes other) {
    boolean same = first.size() == other.size() && !first.isEmpty();
    for (int k = 0; k < first.size() && same; k++) {
      same = first.node(k) == other.node(k) && first.label(k) == other.label(k);
    }
    Check.argument(same, "all methods must be judged on the same nodes, got others for %s", name);
  }

  /** The metrics of a method, and of its resamples (resamples). */
  private record Draws(
      Map<Metric, List<Statistic>> statistics,
      Map<Metric, Double> values,
      Map<Metric, double[]> drawn) {
    static Draws of(List<Outcomes> repeats, List<Metric> metrics, int bins, int resamples) {
      Draws draws =
          new Draws(
              new EnumMap<>(Metric.class),
              new EnumMap<>(Metric.class),
              new EnumMap<>(Metric.class));
      for (Metric metric : metrics) {
        List<Statistic> statistics = new ArrayList<>();
        double sum = 0;
        for (Outcomes repeat : repeats) {
          statistics.add(Statistic.of(metric, repeat, bins));
          sum += metric.of(repeat, bins).orElseThrow();
        }
        draws.statistics.put(metric, statistics);
        draws.values.put(metric, sum / repeats.size());
        draws.drawn.put(metric, new double[resamples]);
      }
      return draws;
    }

    void draw(int resample, int[] times) {
      drawn.forEach(
          (metric, list) -> {
            double sum = 0;
            List<Statistic> repeats = Objects.requireNonNull(statistics.get(metric));
            for (Statistic repeat : repeats) {
              sum += repeat.of(times);
            }
            list[resample] = sum / repeats.size();
          });
    }

    Map<Metric, Interval> intervals() {
      Map<Metric, Interval> intervals = new EnumMap<>(Metric.class);
      drawn.forEach(
          (metric, list) ->
              intervals.put(metric, Resampling.interval(metric, value(metric), list, LEVEL)));
      return intervals;
    }

    double value(Metric metric) {
      return values.getOrDefault(metric, Double.NaN);
    }

    Difference minus(Draws other, Metric metric) {
      double value = value(metric) - other.value(metric);
      double[] list = Objects.requireNonNull(drawn.get(metric)).clone();
      double[] others = Objects.requireNonNull(other.drawn.get(metric));
      double mean = 0;
      for (int r = 0; r < list.length; r++) {
        list[r] -= others[r];
        mean += list[r] / list.length;
      }
      int farther = 0;
      for (double drawnDifference : list) {
        farther += Math.abs(drawnDifference - mean) >= Math.abs(value) ? 1 : 0;
      }
      double p = (1.0 + farther) / (1 + list.length);
      return new Difference(value, Resampling.basic(value, list, LEVEL), p, p);
    }
  }

  private static Map<String, Result> results(Map<String, Draws> draws, String reference) {
    Draws other = Objects.requireNonNull(draws.get(reference));
    Map<String, Result> results = new LinkedHashMap<>();
    draws.forEach(
        (name, own) ->
            results.put(
                name, new Result(own.values, own.intervals(), new EnumMap<>(Metric.class))));
    for (Metric metric : other.values.keySet()) {
      Map<String, Difference> family = new LinkedHashMap<>();
      Map<String, Double> p = new LinkedHashMap<>();
      draws.forEach(
          (name, own) -> {
            if (!name.equals(reference)) {
              Difference difference = own.minus(other, metric);
              family.put(name, difference);
              p.put(name, difference.pValue);
            }
          });
      Map<String, Double> holm = Holm.adjust(p);
      family.forEach(
          (name, one) ->
              Objects.requireNonNull(results.get(name))
                  .differences
                  .put(
                      metric,
                      new Difference(
                          one.value, one.interval, one.pValue, holm.getOrDefault(name, 1.0))));
    }
    return results;
  }
}
