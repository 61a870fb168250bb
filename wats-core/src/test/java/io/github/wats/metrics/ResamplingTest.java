package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.internal.Seeds;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class ResamplingTest {
  private static final List<Metric> RANGED =
      Arrays.stream(Metric.values()).filter(Metric::hasInterval).toList();

  /** Labels drawn from the probabilities themselves: perfectly calibrated. */
  private static Outcomes calibrated(int n, long seed) {
    Random random = new Random(seed);
    double[][] p = new double[n][2];
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      p[i][0] = random.nextDouble();
      p[i][1] = 1 - p[i][0];
      labels[i] = random.nextDouble() < p[i][0] ? 0 : 1;
    }
    int[] degrees = new int[n];
    Arrays.setAll(degrees, i -> random.nextInt(50));
    return Outcomes.of(Probabilities.of(p), Labels.of(2, labels)).withDegrees(i -> degrees[i]);
  }

  @Test
  void theNoiseFloorOfOneBinIsTheMeanAbsoluteErrorOfAShare() {
    // One bin, p = 1/2 each, n = 4: |hits/4 − 1/2| averages (2·1/16·2 + 8/16·1)/4 … = 3/16.
    Outcomes outcomes =
        Outcomes.of(
            Probabilities.of(new double[][] {{.5, .5}, {.5, .5}, {.5, .5}, {.5, .5}}),
            Labels.of(2, new int[] {0, 0, 0, 0}));
    double floor = floor(Metric.ECE, outcomes, 1, 20_000, 7);
    assertThat(floor).isCloseTo(3.0 / 16, within(0.005));
  }

  @Test
  void aCalibratedModelScoresItsNoiseFloor() {
    double[] scores = new double[40];
    for (int seed = 0; seed < scores.length; seed++) {
      scores[seed] = Metric.ECE.of(calibrated(500, seed), 10).orElseThrow();
    }
    double mean = Arrays.stream(scores).average().orElseThrow();
    double floor = floor(Metric.ECE, calibrated(500, 99), 10, 400, 1);
    assertThat(floor).isCloseTo(mean, within(0.1 * mean));
  }

  @Test
  void theIntervalOfAccuracyIsTheBinomialOne() {
    Outcomes outcomes = calibrated(2000, 3);
    double accuracy = Metric.ACCURACY.of(outcomes, 10).orElseThrow();
    double half = 1.96 * Math.sqrt(accuracy * (1 - accuracy) / 2000);
    Interval interval = bootstrap(Metric.ACCURACY, outcomes, 10, 2000, 5);
    assertThat(interval.low()).isCloseTo(accuracy - half, within(0.1 * half));
    assertThat(interval.high()).isCloseTo(accuracy + half, within(0.1 * half));
  }

  @Test
  void givesTheSameBitsForAnyNumberOfThreads() throws Exception {
    Outcomes outcomes = calibrated(300, 11);
    for (Metric metric : RANGED) {
      Interval one = inPool(1, metric, outcomes);
      assertThat(inPool(4, metric, outcomes)).as(metric.key()).isEqualTo(one);
    }
    assertThat(floor(Metric.DEGREE_ECE, outcomes, 10, 200, 1))
        .isEqualTo(floor(Metric.DEGREE_ECE, outcomes, 10, 200, 1))
        .isNotEqualTo(floor(Metric.DEGREE_ECE, outcomes, 10, 200, 2));
  }

  /**
   * Half of the outcomes are wrong with confidence 0.4, the others correct with 0.6. Each half is a
   * bin with a gap of 0.4 in every resample, however many of each half are drawn.
   */
  @Test
  void drawnOutcomesStayInTheirBins() {
    double[][] rows = new double[40][];
    int[] labels = new int[rows.length];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = k < 20 ? new double[] {0.3, 0.4, 0.3} : new double[] {0.6, 0.2, 0.2};
    }
    Outcomes outcomes = Outcomes.of(Probabilities.of(rows), Labels.of(3, labels));
    Interval interval = bootstrap(Metric.EQUAL_MASS_ECE, outcomes, 2, 50, 0);
    assertThat(interval.low()).isCloseTo(0.4, within(1e-12));
    assertThat(interval.high()).isCloseTo(0.4, within(1e-12));
  }

  /** Every metric sees the same draws, so company changes nothing. */
  @Test
  void aMetricScoresTheSameAloneAndAmongOthers() {
    Outcomes outcomes = calibrated(100, 5);
    List<Metric> all = Arrays.stream(Metric.values()).filter(Metric::hasNoiseFloor).toList();
    var noise = new Resampling(all, outcomes, 10, 4).noise(30);
    for (Metric metric : all) {
      assertThat(noise.get(metric))
          .isEqualTo(new Resampling(List.of(metric), outcomes, 10, 4).noise(30).get(metric));
    }
    var intervals =
        Evaluation.of(outcomes, Evaluation.Options.METRICS.withIntervalResamples(30).withSeed(4))
            .orElseThrow()
            .intervals();
    assertThat(intervals).containsOnlyKeys(RANGED);
    for (Metric metric : RANGED) {
      assertThat(intervals).containsEntry(metric, bootstrap(metric, outcomes, 10, 30, 4));
    }
  }

  /** Hits are counted without drawn labels; the definition draws them class by class. */
  @Test
  void drawsTheHitsOfDrawnLabels() {
    Outcomes outcomes = calibrated(200, 6);
    long stream = Seeds.derive(9, "noise floor");
    for (Metric metric : List.of(Metric.ECE, Metric.EQUAL_MASS_ECE, Metric.DEGREE_ECE)) {
      double[] values = new double[25];
      for (int r = 0; r < values.length; r++) {
        long draw = Seeds.derive(stream, r);
        int[] labels = new int[outcomes.size()];
        Arrays.setAll(labels, k -> drawLabel(outcomes, k, Seeds.unit(Seeds.bits(draw, k))));
        values[r] = metric.of(withLabels(outcomes, labels), 7).orElseThrow();
      }
      assertThat(floor(metric, outcomes, 7, 25, 9)).isEqualTo(Arrays.stream(values).sum() / 25);
    }
  }

  private static Outcomes withLabels(Outcomes outcomes, int[] labels) {
    double[][] rows = new double[labels.length][2];
    for (int k = 0; k < rows.length; k++) {
      outcomes.copyRow(k, rows[k]);
    }
    return Outcomes.of(Probabilities.of(rows), Labels.of(2, labels)).withDegrees(outcomes::degree);
  }

  private static int drawLabel(Outcomes outcomes, int k, double unit) {
    double below = 0;
    for (int c = 0; c < outcomes.classCount(); c++) {
      below += outcomes.probability(k, c);
      if (unit < below) {
        return c;
      }
    }
    return outcomes.predictedClass(k);
  }

  private static double floor(
      Metric metric, Outcomes outcomes, int bins, int resamples, long seed) {
    return new Resampling(List.of(metric), outcomes, bins, seed)
        .noise(resamples)
        .get(metric)
        .floor();
  }

  private static Interval bootstrap(
      Metric metric, Outcomes outcomes, int bins, int resamples, long seed) {
    Bootstrap drawn = Bootstrap.of(metric, List.of(outcomes), bins, resamples);
    Bootstrap.draw(List.of(drawn), outcomes, seed);
    return drawn.interval();
  }

  private static Interval inPool(int threads, Metric metric, Outcomes outcomes) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(() -> bootstrap(metric, outcomes, 10, 200, 1)).get();
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void isAbsentWhereTheMetricIs() {
    Outcomes withoutDegrees =
        Outcomes.of(Probabilities.of(new double[][] {{1}}), Labels.of(1, new int[] {0}));
    Resampling byDegree = new Resampling(List.of(Metric.DEGREE_ECE), withoutDegrees, 10, 0);
    assertThat(byDegree.noise(5)).isEmpty();
    assertThat(Evaluation.of(withoutDegrees, Evaluation.Options.REPORT).orElseThrow().intervals())
        .containsKey(Metric.ECE)
        .doesNotContainKey(Metric.DEGREE_ECE);
  }

  @Test
  void sortsLikeAStableSortOfTheLibrary() {
    Random random = new Random(2);
    for (int n : new int[] {0, 1, 2, 1000}) {
      for (long bound : new long[] {3, 5000, Long.MAX_VALUE}) {
        long[] keys = random.longs(n, 0, bound).toArray();
        Integer[] expected = new Integer[n];
        Arrays.setAll(expected, i -> i);
        Arrays.sort(expected, (a, b) -> Long.compare(keys[a], keys[b]));
        assertThat(StableOrder.of(keys))
            .isEqualTo(Arrays.stream(expected).mapToInt(i -> i).toArray());
      }
    }
  }
}
