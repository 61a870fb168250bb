package io.github.wats.metrics;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Formula.Mean;
import io.github.wats.metrics.Formula.Resampled;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * A metric as {@code Σ_j |s_j|}, and of resamples, which draw outcomes with replacement, those of a
 * unit together, while bins stay. The s_j are the mean gaps of the bins of a calibration error;
 * other metrics have one.
 *
 * @param value the mean over repeats
 * @param repeats several predictions of the same nodes; a metric is the mean over them
 * @param sums s_j (m)
 * @param drawn s_j of each resample (resamples × m)
 */
record Bootstrap(
    Metric metric, double value, List<Statistic> repeats, double[] sums, double[][] drawn) {
  static final double LEVEL = 0.95;

  /** Resamples; fewer on many nodes, where a resample varies less and costs more. */
  static final int RESAMPLES = 1000;

  private static final int FEWEST_RESAMPLES = 200;
  private static final long WORK = 10_000_000;
  private static final int BISECTIONS = 40; // to 1e-12

  /** Without resamples yet; {@code most} or, on many nodes, fewer. */
  static Bootstrap of(Metric metric, List<Outcomes> repeats, int bins, int most) {
    int size = repeats.get(0).size();
    double value = repeats.stream().mapToDouble(one -> metric.of(one, bins).orElseThrow()).sum();
    Check.argument(metric.hasInterval(), "%s has no interval", metric);
    Resampled resampled = (Resampled) metric.formula();
    List<Statistic> statistics =
        repeats.stream().map(one -> resampled.statistic(one, bins)).toList();
    int resamples = (int) Math.min(most, Math.max(FEWEST_RESAMPLES, WORK / size));
    return new Bootstrap(
        metric,
        value / repeats.size(),
        statistics,
        sums(statistics, once(size)),
        new double[resamples][]);
  }

  /** Draws the resamples of metrics of the same nodes; all of them see the same ones. */
  static void draw(Collection<Bootstrap> metrics, Outcomes outcomes, long seed) {
    int size = outcomes.size();
    int resamples = metrics.stream().mapToInt(one -> one.drawn.length).max().orElse(0);
    long stream = Seeds.derive(seed, "bootstrap");
    Rows.forEachRow(
        resamples,
        10L * resamples * size,
        r -> {
          int[] times = times(drawTimes(Seeds.derive(stream, r), outcomes.unitCount()), outcomes);
          metrics.forEach(one -> one.drawn[r] = sums(one.repeats, times));
        });
  }

  private static double[] sums(List<Statistic> repeats, int[] times) {
    if (repeats.size() == 1) {
      return repeats.get(0).of(times);
    }
    return repeats.stream()
        .flatMapToDouble(one -> Arrays.stream(one.of(times)).map(sum -> sum / repeats.size()))
        .toArray();
  }

  /** The value of each resample. */
  double[] values() {
    double[] values = new double[drawn.length];
    for (int r = 0; r < values.length; r++) {
      for (double sum : drawn[r]) {
        values[r] += Math.abs(sum);
      }
    }
    return values;
  }

  /**
   * The 95 % interval, that of percentiles (Efron 1979) for a mean. Resampling biases the other
   * metrics: an ECE near 0 is larger in nearly every resample, since absolute gaps add up noise.
   * Theirs is the smallest interval that holds {@code percentiles − bias} and all values e for
   * which the observed one is within the percentiles if the true gaps are {@code e/value} times the
   * observed ones. docs/statistics.md has the coverage.
   */
  Interval interval() {
    double[] values = values();
    Interval percentiles = percentiles(values);
    if (metric.formula() instanceof Mean) {
      return percentiles;
    }
    double bias = Arrays.stream(values).sum() / values.length - value;
    double low = Math.min(valueAt((1 + LEVEL) / 2), percentiles.low() - bias);
    double high = Math.max(valueAt((1 - LEVEL) / 2), percentiles.high() - bias);
    return new Interval(
        Math.max(0, Math.min(value, low)), Math.min(1, Math.max(value, high)), LEVEL);
  }

  /** The value e of the true gaps for which a share of the resamples is at most the observed. */
  private double valueAt(double share) {
    if (value == 0 || shareBelow(0) <= share) {
      return 0;
    }
    double low = 0;
    double high = 1;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      boolean above = shareBelow(middle / value) > share;
      low = above ? middle : low;
      high = above ? high : middle;
    }
    return low;
  }

  private double shareBelow(double factor) {
    int below = 0;
    for (double[] row : drawn) {
      double size = 0;
      for (int j = 0; j < row.length; j++) {
        size += Math.abs(row[j] + (factor - 1) * sums[j]);
      }
      below += size <= value ? 1 : 0;
    }
    return (double) below / drawn.length;
  }

  static Interval percentiles(double[] draws) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    return new Interval(
        quantile(sorted, (1 - LEVEL) / 2), quantile(sorted, (1 + LEVEL) / 2), LEVEL);
  }

  /** The quantile by linear interpolation. */
  static double quantile(double[] sorted, double fraction) {
    double place = fraction * (sorted.length - 1);
    int low = (int) place;
    int high = Math.min(low + 1, sorted.length - 1);
    return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
  }

  /** Every outcome once. */
  static int[] once(int size) {
    int[] times = new int[size];
    Arrays.fill(times, 1);
    return times;
  }

  /** How often each outcome is drawn, all of a unit together. */
  private static int[] times(int[] ofUnits, Outcomes outcomes) {
    if (outcomes.areIndependent()) {
      return ofUnits;
    }
    int[] times = new int[outcomes.size()];
    Arrays.setAll(times, k -> ofUnits[outcomes.unit(k)]);
    return times;
  }

  /** How often each unit is drawn. */
  private static int[] drawTimes(long stream, int size) {
    int[] times = new int[size];
    for (int k = 0; k < times.length; k++) {
      times[(int) (((Seeds.bits(stream, k) >>> 32) * times.length) >>> 32)]++;
    }
    return times;
  }

  /** The sums of resamples of the same outcomes. */
  interface Statistic {
    /** Those of a resample that has outcome k {@code times[k]} times. */
    double[] of(int[] times);
  }

  /**
   * {@code (1/n) Σ_{i in bin b} value_i}: gaps, or the terms of a mean, which has one bin; n drawn.
   */
  record Terms(double[] values, int[] binOf, int bins) implements Statistic {
    @Override
    public double[] of(int[] times) {
      if (bins == 1) {
        return new double[] {mean(times)};
      }
      double[] sums = new double[bins];
      for (int k = 0; k < times.length; k++) {
        sums[binOf[k]] += times[k] * values[k];
      }
      int drawn = Arrays.stream(times).sum();
      for (int b = 0; b < bins; b++) {
        sums[b] /= drawn;
      }
      return sums;
    }

    private double mean(int[] times) { // a sum in a register is three times as fast
      double sum = 0;
      int drawn = 0;
      for (int k = 0; k < times.length; k++) {
        sum += times[k] * values[k];
        drawn += times[k];
      }
      return sum / drawn;
    }
  }
}
