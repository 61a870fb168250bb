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
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;

/**
 * Noise floors and bootstrap intervals of metrics. All metrics share the resamples; undefined
 * metrics are absent, and all of them without resamples. Same seed, same bits.
 */
record Resampling(List<Metric> metrics, Outcomes outcomes, int bins, long seed) {
  /**
   * The mean of each metric over labels drawn from the predicted probabilities: its expected value
   * for a perfectly calibrated model on the same nodes.
   */
  Map<Metric, Double> noiseFloors(int resamples) {
    return summaries(
        resamples,
        "noise floor",
        stream -> {
          Outcomes drawn = outcomes.withLabels(drawLabels(stream));
          return metric -> metric.of(drawn, bins).orElseThrow();
        },
        values -> Arrays.stream(values).sum() / resamples);
  }

  /**
   * The percentile interval of the bootstrap over nodes (Efron 1979): outcomes are drawn with
   * replacement and stay in their bins. An error of absolute gaps is biased upwards by resampling,
   * so the interval of a small ECE may lie above its value.
   */
  Map<Metric, Interval> bootstrap(int resamples, double level) {
    Map<Metric, Terms> terms = new EnumMap<>(Metric.class);
    for (Metric metric : resamples > 0 ? defined() : List.<Metric>of()) {
      Check.argument(metric.hasInterval(), "%s has no interval", metric);
      terms.put(metric, Terms.of(metric, outcomes, bins));
    }
    return summaries(
        resamples,
        "bootstrap",
        stream -> {
          int[] times = drawTimes(stream);
          return metric -> Objects.requireNonNull(terms.get(metric)).of(times);
        },
        values -> {
          Arrays.sort(values);
          double low = quantile(values, (1 - level) / 2);
          return new Interval(low, quantile(values, (1 + level) / 2), level);
        });
  }

  private <T> Map<Metric, T> summaries(
      int resamples,
      String name,
      LongFunction<ToDoubleFunction<Metric>> resample,
      Function<double[], T> summary) {
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
    values.forEach((metric, list) -> summaries.put(metric, summary.apply(list)));
    return summaries;
  }

  private List<Metric> defined() {
    return metrics.stream().filter(metric -> metric.of(outcomes, bins).isPresent()).toList();
  }

  /**
   * A metric as {@code (1/n) Σ_b |Σ_{i in bin b} value_i|}, so that a resample only adds: values
   * are the gaps of a calibration error, or the terms of a mean, which has one bin.
   */
  private record Terms(double[] values, int[] binOf, int bins) {
    static Terms of(Metric metric, Outcomes outcomes, int bins) {
      if (metric.formula() instanceof Mean mean) {
        return new Terms(mean.terms(outcomes), new int[outcomes.size()], 1);
      }
      double[] gaps = new double[outcomes.size()];
      Arrays.setAll(gaps, k -> outcomes.confidence(k) - (outcomes.isCorrect(k) ? 1 : 0));
      return new Terms(gaps, outcomes.binned(metric.order(), bins), bins);
    }

    /** The metric of a resample that has outcome k {@code times[k]} times. */
    double of(int[] times) {
      double[] sums = new double[bins];
      for (int k = 0; k < times.length; k++) {
        sums[binOf[k]] += times[k] * values[k];
      }
      return Arrays.stream(sums).map(Math::abs).sum() / times.length;
    }
  }

  /** How often each outcome is drawn. */
  private int[] drawTimes(long stream) {
    int[] times = new int[outcomes.size()];
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
