package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Holm;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Resampling.Statistic;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Several methods on the same nodes: metrics with intervals, and differences to one of the methods.
 * The bootstrap draws nodes, the same ones for all methods, so differences are paired.
 *
 * @param reference the method that the others are compared with
 * @param methods by name, in the order given
 */
public record PairedComparison(String reference, Map<String, Result> methods) {
  /** Those that {@code wats compare} shows, in this order. */
  public static final List<Metric> METRICS =
      List.of(
          Metric.NLL, Metric.BRIER, Metric.ECE, Metric.DEGREE_ECE, Metric.AURC, Metric.ACCURACY);

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
      Map<Metric, Difference> differences) {
    public double value(Metric metric) {
      return Objects.requireNonNull(values.get(metric));
    }

    public Interval interval(Metric metric) {
      return Objects.requireNonNull(intervals.get(metric));
    }

    public Optional<Difference> difference(Metric metric) {
      return Optional.ofNullable(differences.get(metric));
    }
  }

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
    Map<String, Result> results = new LinkedHashMap<>();
    for (String name : outcomes.keySet()) {
      results.put(
          name,
          new Result(
              new EnumMap<>(Metric.class),
              new EnumMap<>(Metric.class),
              new EnumMap<>(Metric.class)));
    }
    for (Metric metric : metrics) {
      if (metric.of(first, bins).isPresent()) {
        add(metric, draws(metric, outcomes, bins, seed), reference, results);
      }
    }
    return new PairedComparison(reference, results);
  }

  private static void checkNodes(String name, Outcomes first, Outcomes other) {
    boolean same = first.size() == other.size() && !first.isEmpty();
    for (int k = 0; k < first.size() && same; k++) {
      same = first.node(k) == other.node(k) && first.label(k) == other.label(k);
    }
    Check.argument(
        same, "all methods must be evaluated on the same nodes, got others for %s", name);
  }

  /** The value of a method and that of each resample; means over repeats. */
  private record Draws(double value, List<Statistic> repeats, double[] drawn) {
    static Draws of(Metric metric, List<Outcomes> repeats, int bins, int resamples) {
      return new Draws(
          repeats.stream().mapToDouble(one -> metric.of(one, bins).orElseThrow()).sum()
              / repeats.size(),
          repeats.stream().map(one -> Statistic.of(metric, one, bins)).toList(),
          new double[resamples]);
    }

    void draw(int resample, int[] times) {
      double sum = 0;
      for (Statistic repeat : repeats) {
        sum += repeat.of(times);
      }
      drawn[resample] = sum / repeats.size();
    }

    Difference minus(Draws other) {
      double[] differences = new double[drawn.length];
      Arrays.setAll(differences, r -> drawn[r] - other.drawn[r]);
      double mean = Arrays.stream(differences).sum() / drawn.length;
      double size = Math.abs(value - other.value);
      long farther = Arrays.stream(differences).filter(d -> Math.abs(d - mean) >= size).count();
      double p = (1.0 + farther) / (1 + drawn.length);
      Interval interval = Resampling.basic(value - other.value, differences, LEVEL);
      return new Difference(value - other.value, interval, p, p);
    }
  }

  /** All metrics see the same resamples. */
  private static Map<String, Draws> draws(
      Metric metric, Map<String, List<Outcomes>> outcomes, int bins, long seed) {
    int size = outcomes.values().iterator().next().get(0).size();
    int resamples = (int) Math.min(RESAMPLES, Math.max(FEWEST_RESAMPLES, WORK / size));
    Map<String, Draws> draws = new LinkedHashMap<>();
    outcomes.forEach(
        (name, repeats) -> draws.put(name, Draws.of(metric, repeats, bins, resamples)));
    long stream = Seeds.derive(seed, "bootstrap");
    Rows.forEachRow(
        resamples,
        (long) resamples * size * outcomes.size(),
        r -> {
          int[] times = Resampling.drawTimes(Seeds.derive(stream, r), size);
          draws.values().forEach(method -> method.draw(r, times));
        });
    return draws;
  }

  private static void add(
      Metric metric, Map<String, Draws> draws, String reference, Map<String, Result> results) {
    Draws other = Objects.requireNonNull(draws.get(reference));
    Map<String, Double> p = new LinkedHashMap<>();
    draws.forEach((name, own) -> p.put(name, own.minus(other).pValue));
    p.remove(reference);
    Map<String, Double> holm = Holm.adjust(p);
    results.forEach(
        (name, result) -> {
          Draws own = Objects.requireNonNull(draws.get(name));
          result.values.put(metric, own.value);
          result.intervals.put(metric, Resampling.interval(metric, own.value, own.drawn, LEVEL));
          if (!name.equals(reference)) {
            Difference one = own.minus(other);
            double corrected = holm.getOrDefault(name, 1.0);
            result.differences.put(
                metric, new Difference(one.value, one.interval, one.pValue, corrected));
          }
        });
  }
}
