package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** How far a metric can be trusted on the outcomes at hand. Same seed, same bits. */
public final class Resampling {
  /** Enough for two digits of a noise floor and of a 95 % interval. */
  public static final int DEFAULT_RESAMPLES = 1000;

  private Resampling() {}

  /** Values between which a metric lies with probability {@code level}. */
  public record Interval(double low, double high, double level) {}

  /**
   * What a perfectly calibrated model would score on the same nodes: labels are drawn from the
   * predicted probabilities, and the metric averaged. Empty where the metric is not defined.
   */
  public static OptionalDouble noiseFloor(
      Metric metric, Outcomes outcomes, int resamples, long seed) {
    long stream = Seeds.derive(seed, "noise floor");
    return values(
            metric,
            outcomes,
            resamples,
            r -> outcomes.withLabels(drawLabels(outcomes, Seeds.derive(stream, r))))
        .map(values -> OptionalDouble.of(Arrays.stream(values).sum() / resamples))
        .orElse(OptionalDouble.empty());
  }

  /**
   * The percentile interval of the bootstrap over nodes (Efron 1979): outcomes are drawn with
   * replacement. An error of absolute gaps is biased upwards by resampling, so the interval of a
   * small ECE may lie above its value. Empty where the metric is not defined.
   */
  public static Optional<Interval> bootstrap(
      Metric metric, Outcomes outcomes, int resamples, double level, long seed) {
    Check.argument(level > 0 && level < 1, "level must be between 0 and 1, got %s", level);
    long stream = Seeds.derive(seed, "bootstrap");
    return values(
            metric,
            outcomes,
            resamples,
            r -> outcomes.select(drawPlaces(outcomes.size(), Seeds.derive(stream, r))))
        .map(
            values -> {
              Arrays.sort(values);
              return new Interval(
                  quantile(values, (1 - level) / 2), quantile(values, (1 + level) / 2), level);
            });
  }

  private static Optional<double[]> values(
      Metric metric, Outcomes outcomes, int resamples, IntFunction<Outcomes> resample) {
    Check.argument(resamples >= 1, "resamples must be at least 1, got %d", resamples);
    if (metric.of(outcomes).isEmpty()) {
      return Optional.empty();
    }
    double[] values = new double[resamples];
    long work = 10L * resamples * outcomes.size();
    Rows.forEach(
        resamples,
        work,
        (from, to) -> {
          for (int r = from; r < to; r++) {
            values[r] = metric.of(resample.apply(r)).orElseThrow();
          }
        });
    return Optional.of(values);
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
