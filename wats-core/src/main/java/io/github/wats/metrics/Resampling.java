package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Formula.Mean;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/**
 * Noise floors with p-values, and bootstrap intervals of metrics. All metrics share the resamples;
 * undefined metrics are absent, and all of them without resamples. Same seed, same bits.
 */
record Resampling(List<Metric> metrics, Outcomes outcomes, int bins, long seed) {
  /**
   * A metric over labels drawn from the predicted probabilities.
   *
   * @param floor its mean: the expected value of a perfectly calibrated model on the same nodes
   * @param pValue the rank of the value itself among the draws, ties broken at random
   */
  record Noise(double floor, double pValue) {}

  Map<Metric, Noise> noise(int resamples) {
    return summaries(
        resamples,
        "noise floor",
        stream -> {
          Outcomes drawn = outcomes.withLabels(drawLabels(stream));
          return metric -> metric.of(drawn, bins).orElseThrow();
        },
        (metric, values) ->
            new Noise(Arrays.stream(values).sum() / resamples, pValue(metric, values)));
  }

  private double pValue(Metric metric, double[] draws) {
    double value = metric.of(outcomes, bins).orElseThrow();
    long above = Arrays.stream(draws).filter(draw -> draw > value).count();
    long equal = Arrays.stream(draws).filter(draw -> draw == value).count();
    long stream = Seeds.derive(Seeds.derive(seed, "ties"), metric.key());
    long before = (long) (Seeds.unit(Seeds.bits(stream, 0)) * (equal + 1));
    return (1.0 + above + before) / (1 + draws.length);
  }

  /** Intervals of the bootstrap over nodes: outcomes are drawn with replacement, bins stay. */
  Map<Metric, Interval> bootstrap(int resamples, double level) {
    Map<Metric, Statistic> statistics = new EnumMap<>(Metric.class);
    for (Metric metric : resamples > 0 ? defined() : List.<Metric>of()) {
      statistics.put(metric, Statistic.of(metric, outcomes, bins));
    }
    return summaries(
        resamples,
        "bootstrap",
        stream -> {
          int[] times = drawTimes(stream, outcomes.size());
          return metric -> Objects.requireNonNull(statistics.get(metric)).of(times);
        },
        (metric, draws) -> interval(metric, metric.of(outcomes, bins).orElseThrow(), draws, level));
  }

  /**
   * The percentile interval (Efron 1979) of a mean. Resampling biases the other metrics: an ECE
   * near 0 is larger in nearly every resample, since absolute gaps add up noise, and its
   * percentiles begin above it. Theirs is the smallest interval that holds two corrected ones: the
   * basic interval {@code 2 value − quantiles} (Davison, Hinkley 1997), which reaches down to the
   * truth behind a small ECE, and {@code quantiles − bias}, which holds the value. Where the true
   * ECE of 400 nodes was 0.02, it contained the truth in 92 % of 400 simulations, the percentile
   * interval in 27 %, the basic one in 88 %.
   */
  static Interval interval(Metric metric, double value, double[] draws, double level) {
    Interval percentiles = percentiles(draws, level);
    if (metric.formula() instanceof Mean) {
      return percentiles;
    }
    Interval basic = basic(value, draws, level);
    double bias = Arrays.stream(draws).sum() / draws.length - value;
    double low = Math.min(basic.low(), percentiles.low() - bias);
    double high = Math.max(basic.high(), percentiles.high() - bias);
    return new Interval(Math.max(0, low), Math.min(1, high), level);
  }

  /** The basic interval, extended to the value where that is outside. */
  static Interval basic(double value, double[] draws, double level) {
    Interval percentiles = percentiles(draws, level);
    return new Interval(
        Math.min(value, 2 * value - percentiles.high()),
        Math.max(value, 2 * value - percentiles.low()),
        level);
  }

  private static Interval percentiles(double[] draws, double level) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    return new Interval(
        quantile(sorted, (1 - level) / 2), quantile(sorted, (1 + level) / 2), level);
  }

  private <T> Map<Metric, T> summaries(
      int resamples,
      String name,
      LongFunction<ToDoubleFunction<Metric>> resample,
      BiFunction<Metric, double[], T> summary) {
    Map<Metric, double[]> values = new EnumMap<>(Metric.class);
    if (resamples > 0) {
      defined().forEach(metric -> values.put(metric, new double[resamples]));
    }
    long stream = Seeds.derive(seed, name);
    Rows.forEachRow(
        resamples,
        10L * resamples * outcomes.size(),
        r -> {
          ToDoubleFunction<Metric> drawn = resample.apply(Seeds.derive(stream, r));
          values.forEach((metric, list) -> list[r] = drawn.applyAsDouble(metric));
        });
    Map<Metric, T> summaries = new EnumMap<>(Metric.class);
    values.forEach((metric, list) -> summaries.put(metric, summary.apply(metric, list)));
    return summaries;
  }

  private List<Metric> defined() {
    return metrics.stream().filter(metric -> metric.of(outcomes, bins).isPresent()).toList();
  }

  /** A metric of resamples of the same outcomes. */
  interface Statistic {
    static Statistic of(Metric metric, Outcomes outcomes, int bins) {
      Check.argument(metric.hasInterval(), "%s has no interval", metric);
      return metric == Metric.AURC ? RiskCoverage.of(outcomes) : Terms.of(metric, outcomes, bins);
    }

    /** The value of a resample that has outcome k {@code times[k]} times. */
    double of(int[] times);
  }

  /**
   * A metric as {@code (1/n) Σ_b |Σ_{i in bin b} value_i|}, so that a resample only adds: values
   * are the gaps of a calibration error, or the terms of a mean, which has one bin.
   */
  private record Terms(double[] values, int[] binOf, int bins) implements Statistic {
    static Terms of(Metric metric, Outcomes outcomes, int bins) {
      if (metric.formula() instanceof Mean mean) {
        return new Terms(mean.terms(outcomes), new int[outcomes.size()], 1);
      }
      double[] gaps = new double[outcomes.size()];
      Arrays.setAll(gaps, k -> outcomes.confidence(k) - (outcomes.isCorrect(k) ? 1 : 0));
      return new Terms(gaps, outcomes.binned(metric.order(), bins), bins);
    }

    @Override
    public double of(int[] times) {
      double[] sums = new double[bins];
      for (int k = 0; k < times.length; k++) {
        sums[binOf[k]] += times[k] * values[k];
      }
      return Arrays.stream(sums).map(Math::abs).sum() / times.length;
    }
  }

  /** How often each outcome is drawn. */
  static int[] drawTimes(long stream, int size) {
    int[] times = new int[size];
    for (int k = 0; k < times.length; k++) {
      times[(int) (((Seeds.bits(stream, k) >>> 32) * times.length) >>> 32)]++;
    }
    return times;
  }

  private int[] drawLabels(long stream) {
    int[] labels = new int[outcomes.size()];
    Arrays.setAll(labels, k -> drawLabel(k, Seeds.unit(Seeds.bits(stream, k))));
    return labels;
  }

  private int drawLabel(int index, double unit) {
    double below = 0;
    for (int c = 0; c < outcomes.classCount(); c++) {
      below += outcomes.probability(index, c);
      if (unit < below) {
        return c;
      }
    }
    return outcomes.predictedClass(index); // a row may sum to a little below 1
  }

  /** The quantile by linear interpolation. */
  static double quantile(double[] sorted, double fraction) {
    double place = fraction * (sorted.length - 1);
    int low = (int) place;
    int high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
  }
}
