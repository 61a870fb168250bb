package io.github.wats.metrics;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation.Interval;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

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
        stream -> outcomes.withLabels(drawLabels(stream)),
        values -> Arrays.stream(values).sum() / resamples);
  }

  /**
   * The percentile interval of the bootstrap over nodes (Efron 1979): outcomes are drawn with
   * replacement. An error of absolute gaps is biased upwards by resampling, so the interval of a
   * small ECE may lie above its value.
   */
  Map<Metric, Interval> bootstrap(int resamples, double level) {
    return summaries(
        resamples,
        "bootstrap",
        stream -> outcomes.select(drawPlaces(stream)),
        values -> {
          Arrays.sort(values);
          double low = quantile(values, (1 - level) / 2);
          return new Interval(low, quantile(values, (1 + level) / 2), level);
        });
  }

  private <T> Map<Metric, T> summaries(
      int resamples, String name, LongFunction<Outcomes> resample, Function<double[], T> summary) {
    Map<Metric, double[]> values = new EnumMap<>(Metric.class);
    for (Metric metric : metrics) {
      if (resamples > 0 && metric.of(outcomes, bins).isPresent()) {
        values.put(metric, new double[resamples]);
      }
    }
    long stream = Seeds.derive(seed, name);
    Rows.forEachRow(
        resamples,
        10L * resamples * outcomes.size(),
        r -> {
          Outcomes drawn = resample.apply(Seeds.derive(stream, r));
          values.forEach((metric, list) -> list[r] = metric.of(drawn, bins).orElseThrow());
        });
    Map<Metric, T> summaries = new EnumMap<>(Metric.class);
    values.forEach((metric, list) -> summaries.put(metric, summary.apply(list)));
    return summaries;
  }

  private int[] drawPlaces(long stream) {
    int[] places = new int[outcomes.size()];
    Arrays.setAll(places, k -> (int) (((Seeds.bits(stream, k) >>> 32) * places.length) >>> 32));
    return places;
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
