package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Resampling.Interval;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class ResamplingTest {
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
    return Outcomes.of(Probabilities.of(p), Labels.of(2, labels)).withDegrees(degrees);
  }

  @Test
  void theNoiseFloorOfOneBinIsTheMeanAbsoluteErrorOfAShare() {
    // One bin, p = 1/2 each, n = 4: |hits/4 − 1/2| averages (2·1/16·2 + 8/16·1)/4 … = 3/16.
    Outcomes outcomes =
        Outcomes.of(
            Probabilities.of(new double[][] {{.5, .5}, {.5, .5}, {.5, .5}, {.5, .5}}),
            Labels.of(2, new int[] {0, 0, 0, 0}));
    double floor = Resampling.noiseFloor(Metrics.ece(1), outcomes, 20_000, 7).orElseThrow();
    assertThat(floor).isCloseTo(3.0 / 16, within(0.005));
  }

  @Test
  void aCalibratedModelScoresItsNoiseFloor() {
    double[] scores = new double[40];
    for (int seed = 0; seed < scores.length; seed++) {
      scores[seed] = Metrics.ece(10).of(calibrated(500, seed)).orElseThrow();
    }
    double mean = Arrays.stream(scores).average().orElseThrow();
    double floor =
        Resampling.noiseFloor(Metrics.ece(10), calibrated(500, 99), 400, 1).orElseThrow();
    assertThat(floor).isCloseTo(mean, within(0.1 * mean));
  }

  @Test
  void theIntervalOfAccuracyIsTheBinomialOne() {
    Outcomes outcomes = calibrated(2000, 3);
    double accuracy = Metrics.accuracy().of(outcomes).orElseThrow();
    double half = 1.96 * Math.sqrt(accuracy * (1 - accuracy) / 2000);
    Interval interval =
        Resampling.bootstrap(Metrics.accuracy(), outcomes, 2000, 0.95, 5).orElseThrow();
    assertThat(interval.low()).isCloseTo(accuracy - half, within(0.1 * half));
    assertThat(interval.high()).isCloseTo(accuracy + half, within(0.1 * half));
  }

  @Test
  void givesTheSameBitsForAnyNumberOfThreads() throws Exception {
    Outcomes outcomes = calibrated(300, 11);
    for (Metric metric : Metrics.all(10)) {
      Interval one = inPool(1, metric, outcomes);
      assertThat(inPool(4, metric, outcomes)).as(metric.name()).isEqualTo(one);
    }
    assertThat(Resampling.noiseFloor(Metrics.degreeEce(10), outcomes, 200, 1))
        .isEqualTo(Resampling.noiseFloor(Metrics.degreeEce(10), outcomes, 200, 1))
        .isNotEqualTo(Resampling.noiseFloor(Metrics.degreeEce(10), outcomes, 200, 2));
  }

  private static Interval inPool(int threads, Metric metric, Outcomes outcomes) throws Exception {
    ForkJoinPool pool = new ForkJoinPool(threads);
    try {
      return pool.submit(() -> Resampling.bootstrap(metric, outcomes, 200, 0.9, 1).orElseThrow())
          .get();
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void isAbsentWhereTheMetricIs() {
    Outcomes withoutDegrees =
        Outcomes.of(Probabilities.of(new double[][] {{1}}), Labels.of(1, new int[] {0}));
    assertThat(Resampling.noiseFloor(Metrics.degreeEce(10), withoutDegrees, 5, 0)).isEmpty();
    assertThat(Resampling.bootstrap(Metrics.degreeEce(10), withoutDegrees, 5, 0.9, 0)).isEmpty();
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
