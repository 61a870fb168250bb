package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation.Interval;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * How far metrics can be trusted on the outcomes at hand. All metrics share the draws. Same seed,
 * same bits.
 */
final class Resampling {
  private Resampling() {}

  /**
   * What a perfectly calibrated model would score on the same nodes: labels are drawn from the
   * predicted probabilities, and the metric averaged. A metric that is not defined is absent.
   */
  static Map<Metric, Double> noiseFloors(
      List<Metric> metrics, Outcomes outcomes, int bins, int resamples, long seed) {
    long stream = Seeds.derive(seed, "noise floor");
    Map<Metric, Double> floors = new EnumMap<>(Metric.class);
    values(
            metrics,
            outcomes,
            bins,
            resamples,
            r -> outcomes.withLabels(drawLabels(outcomes, Seeds.derive(stream, r))))
        .forEach((metric, values) -> floors.put(metric, Arrays.stream(values).sum() / resamples));
    return floors;
  }

  /**
   * The percentile interval of the bootstrap over nodes (Efron 1979): outcomes are drawn with
   * replacement. An error of absolute gaps is biased upwards by resampling, so the interval of a
   * small ECE may lie above its value. A metric that is not defined is absent.
   */
  static Map<Metric, Interval> bootstrap(
      List<Metric> metrics, Outcomes outcomes, int bins, int resamples, double level, long seed) {
    Check.argument(level > 0 && level < 1, "level must be between 0 and 1, got %s", level);
    long stream = Seeds.derive(seed, "bootstrap");
    Map<Metric, Interval> intervals = new EnumMap<>(Metric.class);
    values(
            metrics,
            outcomes,
            bins,
            resamples,
            r -> outcomes.select(drawPlaces(outcomes.size(), Seeds.derive(stream, r))))
        .forEach(
            (metric, values) -> {
              Arrays.sort(values);
              intervals.put(
                  metric,
                  new Interval(
                      quantile(values, (1 - level) / 2), quantile(values, (1 + level) / 2), level));
            });
    return intervals;
  }

  private static Map<Metric, double[]> values(
      List<Metric> metrics,
      Outcomes outcomes,
      int bins,
      int resamples,
      IntFunction<Outcomes> resample) {
    Map<Metric, double[]> values = new EnumMap<>(Metric.class);
    for (Metric metric : metrics) {
      if (metric.of(outcomes, bins).isPresent()) {
        values.put(metric, new double[resamples]);
      }
    }
    long work = 10L * resamples * outcomes.size();
    Rows.forEach(
        resamples,
        work,
        (from, to) -> {
          for (int r = from; r < to; r++) {
            Outcomes drawn = resample.apply(r);
            int place = r;
            values.forEach((metric, list) -> list[place] = metric.of(drawn, bins).orElseThrow());
          }
        });
    return values;
  }

  private static int[] drawPlaces(int size, long seed) {
    int[] places = new int[size];
    for (int k = 0; k < size; k++) {
      places[k] = (int) (((Seeds.bits(seed, k) >>> 32) * size) >>> 32);
    }
    return places;
  }

  private static int[] drawLabels(Outcomes outcomes, long seed) {
    int[] labels = new int[outcomes.size()];
    for (int k = 0; k < labels.length; k++) {
      labels[k] = drawLabel(outcomes, k, Seeds.unit(Seeds.bits(seed, k)));
    }
    return labels;
  }

  private static int drawLabel(Outcomes outcomes, int index, double unit) {
    double below = 0;
    for (int c = 0; c < outcomes.classCount(); c++) {
      below += outcomes.probability(index, c);
      if (unit < below) {
        return c;
      }
    }
    return outcomes.predictedClass(index); // a row may sum to a little below 1
  }

  /** Linear between the two sorted values around the place. */
  static double quantile(double[] sorted, double share) {
    double place = share * (sorted.length - 1);
    int low = (int) place;
    int high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
  }
}
