package io.github.wats.metrics;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Noise floors of mean gaps, with p-values. All metrics share the drawn labels; undefined metrics
 * are absent, and all of them without draws. Same seed, same bits.
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
    Map<Metric, double[]> values = new EnumMap<>(Metric.class);
    metrics.stream()
        .filter(metric -> resamples > 0 && metric.of(outcomes, bins).isPresent())
        .forEach(metric -> values.put(metric, new double[resamples]));
    Map<Metric, Bins> sums = new EnumMap<>(Metric.class);
    values.keySet().forEach(one -> sums.put(one, Bins.of(outcomes, one.order(), bins)));
    double[] ends = ends();
    long stream = Seeds.derive(seed, "noise floor");
    Rows.forEachRow(
        resamples,
        10L * resamples * outcomes.size(),
        r -> {
          int[] hits = drawHits(Seeds.derive(stream, r), ends);
          sums.forEach(
              (metric, own) ->
                  Objects.requireNonNull(values.get(metric))[r] =
                      own.meanGap(outcomes.binned(metric.order(), bins), hits));
        });
    Map<Metric, Noise> noise = new EnumMap<>(Metric.class);
    values.forEach(
        (metric, list) ->
            noise.put(
                metric, new Noise(Arrays.stream(list).sum() / resamples, pValue(metric, list))));
    return noise;
  }

  private double pValue(Metric metric, double[] draws) {
    double value = metric.of(outcomes, bins).orElseThrow();
    long above = Arrays.stream(draws).filter(draw -> draw > value).count();
    long equal = Arrays.stream(draws).filter(draw -> draw == value).count();
    long stream = Seeds.derive(Seeds.derive(seed, "ties"), metric.key());
    long before = (long) (Seeds.unit(Seeds.bits(stream, 0)) * (equal + 1));
    return (1.0 + above + before) / (1 + draws.length);
  }

  /**
   * The cumulative probability before and after the predicted class, and of all classes (n × 3): a
   * drawn label is that class from the first to the second and, since a row may sum to a little
   * below 1, from the third on.
   */
  private double[] ends() {
    double[] ends = new double[3 * outcomes.size()];
    for (int k = 0; k < outcomes.size(); k++) {
      double below = 0;
      for (int c = 0; c < outcomes.classCount(); c++) {
        ends[3 * k] = c == outcomes.predictedClass(k) ? below : ends[3 * k];
        below += outcomes.probability(k, c);
        ends[3 * k + 1] = c == outcomes.predictedClass(k) ? below : ends[3 * k + 1];
      }
      ends[3 * k + 2] = below;
    }
    return ends;
  }

  /** 1 where the drawn label is the predicted class; without branches, which draws mispredict. */
  @SuppressWarnings("ShortCircuitBoolean")
  private static int[] drawHits(long stream, double[] ends) {
    int[] hits = new int[ends.length / 3];
    for (int k = 0; k < hits.length; k++) {
      double unit = Seeds.unit(Seeds.bits(stream, k));
      boolean within = unit >= ends[3 * k] & unit < ends[3 * k + 1];
      hits[k] = within | unit >= ends[3 * k + 2] ? 1 : 0;
    }
    return hits;
  }
}
