package io.github.wats.metrics;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Noise floors of metrics with p-values. All metrics share the drawn labels; undefined metrics are
 * absent, and all of them without draws. Same seed, same bits.
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
    long stream = Seeds.derive(seed, "noise floor");
    Rows.forEachRow(
        resamples,
        10L * resamples * outcomes.size(),
        r -> {
          Outcomes drawn = outcomes.withLabels(drawLabels(Seeds.derive(stream, r)));
          values.forEach((metric, list) -> list[r] = metric.of(drawn, bins).orElseThrow());
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
}
