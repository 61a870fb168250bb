package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** AURC, debiased and smooth ECE, the test of calibration, and intervals that hold their value. */
class ErrorsAndIntervalsTest {
  /** Two classes; a confidence for class 0 each, at least 1/2, and whether it is right. */
  private static Outcomes outcomes(double[] confidences, boolean[] right) {
    double[][] rows = new double[confidences.length][];
    int[] labels = new int[rows.length];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = new double[] {confidences[k], 1 - confidences[k]};
      labels[k] = right[k] ? 0 : 1;
    }
    return Outcomes.of(Probabilities.of(rows), Labels.of(2, labels));
  }

  /** Right with the probability of the confidence plus {@code excess}. */
  private static Outcomes drawn(int n, double excess, boolean few, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] confidences = new double[n];
    boolean[] right = new boolean[n];
    for (int k = 0; k < n; k++) {
      double unit = random.nextDouble();
      confidences[k] = few ? (unit < 0.5 ? 0.65 : 0.95) : 0.5 + unit / 2;
      right[k] = random.nextDouble() < confidences[k] - excess;
    }
    return outcomes(confidences, right);
  }

  private static double value(Metric metric, Outcomes outcomes) {
    return metric.of(outcomes, 10).orElseThrow();
  }

  /** Risks 0, then (1/2)/2 and 1/3 in the tie of a wrong and a right one, then 2/4. */
  @Test
  void theAreaByHand() {
    Outcomes outcomes =
        outcomes(new double[] {0.6, 0.8, 0.9, 0.8}, new boolean[] {false, true, true, false});
    assertThat(value(Metric.AURC, outcomes))
        .isCloseTo((0 + 0.25 + 1 / 3.0 + 0.5) / 4, within(1e-15));
  }

  @Test
  void theAreaDoesNotDependOnTheOrder() {
    Outcomes outcomes = drawn(50, 0.1, true, 3);
    double[] confidences = IntStream.range(0, 50).mapToDouble(outcomes::confidence).toArray();
    List<Integer> order = new java.util.ArrayList<>(IntStream.range(0, 50).boxed().toList());
    for (int seed = 0; seed < 20; seed++) {
      Collections.shuffle(order, new java.util.Random(seed));
      double[] moved = order.stream().mapToDouble(k -> confidences[k]).toArray();
      boolean[] right = new boolean[50];
      for (int k = 0; k < 50; k++) {
        right[k] = outcomes.isCorrect(order.get(k));
      }
      assertThat(value(Metric.AURC, outcomes(moved, right)))
          .isEqualTo(value(Metric.AURC, outcomes));
    }
  }

  /** One bin of 4: gap 0.8 − 0.75; E|0.05 + σZ| with σ² = 0.75·0.25/4. */
  @Test
  void theDebiasedErrorByHand() {
    Outcomes far =
        outcomes(new double[] {0.8, 0.8, 0.8, 0.8}, new boolean[] {true, false, false, false});
    double sigma = Math.sqrt(0.25 * 0.75 / 4);
    double z = 0.55 / sigma;
    double folded =
        sigma * Math.sqrt(2 / Math.PI) * Math.exp(-z * z / 2)
            + 0.55 * (1 - 2 * (1 - 0.9944620)); // Φ(2.5403)
    assertThat(value(Metric.DEBIASED_ECE, far)).isCloseTo(2 * 0.55 - folded, within(1e-5));
    Outcomes near =
        outcomes(new double[] {0.8, 0.8, 0.8, 0.8}, new boolean[] {true, true, true, false});
    assertThat(value(Metric.ECE, near)).isCloseTo(0.05, within(1e-12));
    assertThat(value(Metric.DEBIASED_ECE, near)).isZero();
  }

  /** On calibrated data ECE shows its noise; the debiased value is much closer to 0. */
  @Test
  void theDebiasedErrorIsCloserToTheTruth() {
    double plain = 0;
    double debiased = 0;
    for (int seed = 0; seed < 100; seed++) {
      plain += value(Metric.ECE, drawn(300, 0.05, false, seed)) / 100;
      debiased += value(Metric.DEBIASED_ECE, drawn(300, 0.05, false, seed)) / 100;
    }
    assertThat(debiased).isCloseTo(0.05, within(0.01));
    assertThat(plain).isGreaterThan(debiased + 0.005);
  }

  /** All residuals at one point: with a wide kernel the error is their mean, whatever the width. */
  @Test
  void theSmoothErrorOfOneConfidenceIsItsGap() {
    Outcomes outcomes =
        outcomes(new double[] {0.9, 0.9, 0.9, 0.9}, new boolean[] {true, true, false, false});
    assertThat(value(Metric.SMOOTH_ECE, outcomes)).isCloseTo(0.4, within(1e-6));
    Outcomes perfect = outcomes(new double[] {1, 1}, new boolean[] {true, true});
    assertThat(value(Metric.SMOOTH_ECE, perfect)).isZero();
    Outcomes worst = outcomes(new double[] {1, 1}, new boolean[] {false, false});
    assertThat(value(Metric.SMOOTH_ECE, worst)).isCloseTo(1, within(1e-6));
  }

  /**
   * Kolmogorov-Smirnov: the p-values of 1,000 perfectly calibrated data sets are uniform, also
   * where two confidences alone make most draws equal to others.
   */
  @Test
  void thePValueOfPerfectCalibrationIsUniform() {
    for (boolean few : new boolean[] {false, true}) {
      for (Metric metric : List.of(Metric.ECE, Metric.EQUAL_MASS_ECE)) {
        double[] p = new double[1000];
        Arrays.setAll(p, k -> pValue(metric, drawn(60, 0, few, 7000 + k), k));
        Arrays.sort(p);
        double distance = 0;
        for (int k = 0; k < p.length; k++) {
          distance = Math.max(distance, Math.abs(p[k] - (k + 0.5) / p.length) + 0.5 / p.length);
        }
        // 1.63/√n is the 1 % critical value; p-values of 99 draws are multiples of 1/100
        assertThat(distance)
            .as("%s, few %s", metric, few)
            .isLessThan(1.63 / Math.sqrt(1000) + 0.01);
      }
    }
  }

  private static double pValue(Metric metric, Outcomes outcomes, long seed) {
    return new Resampling(List.of(metric), outcomes, 10, seed).noise(99).get(metric).pValue();
  }

  @Test
  void thePValueOfMiscalibrationIsSmall() {
    Evaluation far = Evaluation.of(drawn(500, 0.15, false, 1), Options.DEFAULT).orElseThrow();
    assertThat(far.calibrationTest().orElseThrow().pValue()).isEqualTo(1 / 1001.0);
    assertThat(far.calibrationTest().orElseThrow().draws()).isEqualTo(1000);
    assertThat(
            Evaluation.of(drawn(5, 0, false, 1), Options.METRICS).orElseThrow().calibrationTest())
        .isEmpty();
  }

  /**
   * Every interval contains its value, and that of an ECE whose true value is 0.02 mostly contains
   * that: its percentile interval mostly lies above.
   */
  @Test
  void intervalsContainTheirValueAndMostlyTheTruth() {
    int covered = 0;
    for (int seed = 0; seed < 200; seed++) {
      Outcomes outcomes = drawn(400, 0.02, false, 100 + seed);
      var intervals =
          Evaluation.of(outcomes, Options.METRICS.withIntervalResamples(200).withSeed(seed))
              .orElseThrow()
              .intervals();
      assertThat(intervals)
          .containsKeys(Metric.ECE, Metric.EQUAL_MASS_ECE, Metric.AURC, Metric.NLL);
      intervals.forEach(
          (metric, interval) ->
              assertThat(value(metric, outcomes))
                  .as(metric.key())
                  .isBetween(interval.low(), interval.high()));
      Interval interval = intervals.get(Metric.ECE);
      covered += interval.low() <= 0.02 && 0.02 <= interval.high() ? 1 : 0;
    }
    assertThat(covered).isBetween(170, 199);
  }

  /**
   * Two gaps of 0.01 with opposite signs; noise moves both up or both down by k/500, k = −50 … 50.
   * Every resample is at least as large as the value, 0.02. Without true gaps most resamples are
   * larger still, so the interval begins at 0.
   */
  @Test
  void anIntervalReachesDownToItsValueAndBelow() {
    double[] gaps = {0.01, -0.01};
    double[][] drawn = new double[101][];
    double[] above = new double[101];
    for (int k = 0; k < 101; k++) {
      double noise = (k - 50) / 500.0;
      drawn[k] = new double[] {gaps[0] + noise, gaps[1] + noise};
      above[k] = Math.abs(drawn[k][0]) + Math.abs(drawn[k][1]);
    }
    Interval ece = new Bootstrap(Metric.ECE, 0.02, List.of(), gaps, drawn).interval();
    assertThat(Arrays.stream(above).min().orElseThrow()).isEqualTo(0.02, within(1e-15));
    assertThat(ece.low()).isZero();
    double bias = Arrays.stream(above).average().orElseThrow() - 0.02;
    Arrays.sort(above);
    assertThat(ece.high()).isEqualTo(Bootstrap.quantile(above, 0.975) - bias, within(1e-12));
  }

  /**
   * One gap of 0.3 and noise k/1000, k = −50 … 50, changes no sign: the values for which 0.3 is
   * within the percentiles are 0.3 ∓ 0.0475, to the next resample.
   */
  @Test
  void aLargeErrorHasThePlainInterval() {
    double[][] drawn = new double[101][];
    Arrays.setAll(drawn, k -> new double[] {0.3 + (k - 50) / 1000.0});
    Interval ece = new Bootstrap(Metric.ECE, 0.3, List.of(), new double[] {0.3}, drawn).interval();
    assertThat(ece.low()).isEqualTo(0.3 - 0.0475, within(0.001));
    assertThat(ece.high()).isEqualTo(0.3 + 0.0475, within(0.001));
    Interval mean = new Bootstrap(Metric.NLL, 0.3, List.of(), new double[] {0.3}, drawn).interval();
    assertThat(mean.low()).isEqualTo(0.3 - 0.0475, within(1e-12));
    assertThat(mean.high()).isEqualTo(0.3 + 0.0475, within(1e-12));
  }

  @Test
  void theNormalDistributionMeetsTables() {
    assertThat(Normal.cdf(0)).isEqualTo(0.5);
    assertThat(Normal.cdf(1.959963984540054)).isCloseTo(0.975, within(1e-14));
    assertThat(Normal.cdf(-3)).isCloseTo(0.0013498980316300933, within(1e-15));
    assertThat(Normal.cdf(40)).isEqualTo(1);
    assertThat(Normal.cdf(-40)).isZero();
    assertThat(Normal.meanSize(0, 1)).isCloseTo(Math.sqrt(2 / Math.PI), within(1e-15));
    assertThat(Normal.meanSize(-2, 0)).isEqualTo(2);
  }
}
