package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Evaluation.Interval;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class BinomialTest {
  private static final int[] TRIALS = {1, 2, 7, 15, 16, 17, 100, 2_500, 1_000_000};
  private static final double[] PROBABILITIES = {1e-6, 0.02, 0.3, 0.5, 0.77, 0.999};

  @Test
  void tailsAgreeWithCommonsStatistics() {
    for (int n : TRIALS) {
      for (double p : PROBABILITIES) {
        BinomialDistribution expected = BinomialDistribution.of(n, p);
        double spread = Math.sqrt(n * p * (1 - p));
        for (double z : new double[] {-6, -2, -0.5, 0, 1, 4}) {
          int k = (int) Math.max(0, Math.min(n, n * p + z * spread));
          double tail = expected.cumulativeProbability(k);
          assertThat(Binomial.atMost(k, n, p))
              .as("P(X ≤ %d), n %d, p %s", k, n, p)
              .isCloseTo(tail, within(1e-12 + 1e-8 * tail));
        }
      }
    }
  }

  @Test
  void boundsAreQuantilesOfTheBetaDistribution() {
    for (int n : new int[] {1, 10, 136, 40_000}) {
      for (int k : new int[] {0, 1, n / 50, n / 2, n - 1}) {
        if (k < n) {
          double expected = BetaDistribution.of(k + 1.0, n - k).inverseCumulativeProbability(0.95);
          assertThat(Binomial.upperBound(k, n, 0.95)).isCloseTo(expected, within(1e-9));
        }
      }
    }
  }

  /** 5 of 50: 3.33 % … 21.81 % in the tables of Clopper and Pearson. */
  @Test
  void intervalsAreThoseOfTheTables() {
    Interval interval = Binomial.interval(5, 50);
    assertThat(interval.low()).isCloseTo(0.03327509, within(1e-8));
    assertThat(interval.high()).isCloseTo(0.21813537, within(1e-8));
    assertThat(Binomial.interval(0, 0)).isEqualTo(new Interval(0, 1, 0.95));
  }

  @Test
  void noHitsGiveTheClosedForm() {
    assertThat(Binomial.upperBound(0, 149, 0.95))
        .isCloseTo(1 - Math.pow(0.05, 1.0 / 149), within(1e-12));
    assertThat(Binomial.upperBound(3, 3, 0.95)).isEqualTo(1);
    assertThat(Binomial.atMost(-1, 5, 0.5)).isZero();
    assertThat(Binomial.atMost(5, 5, 0.5)).isEqualTo(1);
  }
}
