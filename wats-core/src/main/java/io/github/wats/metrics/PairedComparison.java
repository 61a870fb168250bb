package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Holm;
import io.github.wats.internal.Rounding;
import io.github.wats.metrics.Evaluation.Interval;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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

  /** A p-value below this, after Holm's correction, counts as a difference. */
  public static final double SIGNIFICANT = 1 - Bootstrap.LEVEL;

  /**
   * A method.
   *
   * @param values the mean over repeats
   * @param intervals 95 % bootstrap intervals
   * @param differences to the reference; empty for the reference itself
   * @param improvements PHI over the network before calibration; empty where that is not compared
   */
  public record Result(
      Map<Metric, Double> values,
      Map<Metric, Interval> intervals,
      Map<Metric, Difference> differences,
      Map<Metric, Double> improvements) {
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
   * @param equal whether the methods agree on every node but for rounding; then the value is 0
   * @param test empty for equal methods, and for calibration errors, for which no interval was
   *     found that holds its level (docs/statistics.md)
   */
  public record Difference(double value, boolean equal, Optional<Test> test) {}

  /**
   * Whether there is a difference.
   *
   * @param interval the basic 95 % bootstrap interval
   * @param pValue of "no difference", two-sided: the share of resamples whose difference is as far
   *     from the mean of all resamples as the value is from 0
   * @param holm the p-value after Holm's correction over the methods
   */
  public record Test(Interval interval, double pValue, double holm) {}

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
    List<Outcomes> other = Objects.requireNonNull(outcomes.get(reference));
    Map<String, Result> results = new LinkedHashMap<>();
    for (String name : outcomes.keySet()) {
      results.put(
          name,
          new Result(
              new EnumMap<>(Metric.class),
              new EnumMap<>(Metric.class),
              new EnumMap<>(Metric.class),
              Map.of()));
    }
    Set<String> equal = new HashSet<>();
    outcomes.forEach((name, own) -> equal.addAll(areEqual(own, other) ? Set.of(name) : Set.of()));
    for (Metric metric : metrics) {
      if (metric.of(first, bins).isPresent()) {
        Map<String, Bootstrap> draws = new LinkedHashMap<>();
        outcomes.forEach(
            (name, own) -> draws.put(name, Bootstrap.of(metric, own, bins, Bootstrap.RESAMPLES)));
        Bootstrap.draw(draws.values(), first, seed);
        add(metric, draws, reference, equal, results);
      }
    }
    return new PairedComparison(reference, results);
  }

  /** With the improvements of each method over this one, if it is compared. */
  public PairedComparison withImprovementsOver(String network) {
    Map<String, Result> results = new LinkedHashMap<>(methods);
    Optional.ofNullable(methods.get(network))
        .ifPresent(
            before ->
                results.replaceAll(
                    (name, own) ->
                        new Result(
                            own.values,
                            own.intervals,
                            own.differences,
                            Metric.improvements(before.values, own.values))));
    return new PairedComparison(reference, results);
  }

  /** Those that are defined for these nodes: without a graph there are no degrees. */
  public Set<Metric> metrics() {
    return methods.values().iterator().next().values.keySet();
  }

  private static void checkNodes(String name, Outcomes first, Outcomes other) {
    boolean same = first.size() == other.size() && !first.isEmpty();
    for (int k = 0; k < first.size() && same; k++) {
      same = first.node(k) == other.node(k) && first.label(k) == other.label(k);
    }
    Check.argument(
        same, "all methods must be evaluated on the same nodes, got others for %s", name);
  }

  /** Whether all probabilities are equal, and so the losses of every node. */
  private static boolean areEqual(List<Outcomes> own, List<Outcomes> other) {
    boolean equal = own.size() == other.size();
    for (int r = 0; r < own.size() && equal; r++) {
      for (int k = 0; k < own.get(r).size() && equal; k++) {
        for (int c = 0; c < own.get(r).classCount() && equal; c++) {
          double p = own.get(r).probability(k, c);
          double q = other.get(r).probability(k, c);
          equal = Rounding.isEqual(Math.log(p), Math.log(q)); // 1e-14 is not 1e-10
        }
      }
    }
    return equal;
  }

  private static Optional<Test> test(Bootstrap own, Bootstrap other) {
    double[] differences = own.values();
    double[] others = other.values();
    Arrays.setAll(differences, r -> Rounding.difference(differences[r], others[r]));
    double value = Rounding.difference(own.value(), other.value());
    double size = Math.abs(value);
    boolean isError = own.metric().hasNoiseFloor();
    if (isError || (size == 0 && Arrays.stream(differences).allMatch(d -> d == 0))) {
      return Optional.empty();
    }
    double mean = Arrays.stream(differences).sum() / differences.length;
    long farther = Arrays.stream(differences).filter(d -> Math.abs(d - mean) >= size).count();
    double p = (1.0 + farther) / (1 + differences.length);
    Interval percentiles = Bootstrap.percentiles(differences);
    double low = Math.min(value, 2 * value - percentiles.high());
    double high = Math.max(value, 2 * value - percentiles.low());
    return Optional.of(new Test(new Interval(low, high, percentiles.level()), p, p));
  }

  private static void add(
      Metric metric,
      Map<String, Bootstrap> draws,
      String reference,
      Set<String> equal,
      Map<String, Result> results) {
    Bootstrap other = Objects.requireNonNull(draws.get(reference));
    Map<String, Test> tests = new LinkedHashMap<>();
    Map<String, Double> p = new LinkedHashMap<>();
    draws.forEach(
        (name, own) ->
            Optional.of(own)
                .filter(one -> !equal.contains(name))
                .flatMap(one -> test(one, other))
                .ifPresent(test -> tests.put(name, test)));
    tests.forEach((name, test) -> p.put(name, test.pValue));
    Map<String, Double> holm = Holm.adjust(p);
    results.forEach(
        (name, result) -> {
          Bootstrap own = Objects.requireNonNull(draws.get(name));
          result.values.put(metric, own.value());
          result.intervals.put(metric, own.interval());
          if (!name.equals(reference)) {
            double value = Rounding.difference(own.value(), other.value());
            result.differences.put(
                metric,
                new Difference(
                    equal.contains(name) ? 0 : value,
                    equal.contains(name),
                    Optional.ofNullable(tests.get(name))
                        .map(t -> new Test(t.interval, t.pValue, holm.getOrDefault(name, 1.0)))));
          }
        });
  }
}
