package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Evaluation.CoveragePoint;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What figures draw beside the bins of the errors. */
class CurvesTest {
  /** Confidences 0.9, 0.6, 0.8, 0.7; right, wrong, right, wrong. */
  private static final Outcomes FOUR =
      Outcomes.of(
          Probabilities.of(new double[][] {{0.9, 0.1}, {0.6, 0.4}, {0.2, 0.8}, {0.7, 0.3}}),
          Labels.of(2, new int[] {0, 1, 1, 1}));

  @Test
  void takesTheMostConfidentFirst() {
    List<CoveragePoint> points = Evaluation.coverage(FOUR, 4);
    assertThat(points)
        .containsExactly(
            new CoveragePoint(0.25, 1),
            new CoveragePoint(0.5, 1),
            new CoveragePoint(0.75, 2 / 3.0),
            new CoveragePoint(1, 0.5));
  }

  @Test
  void roundsSharesUpToWholeOutcomesAndEndsAtTheAccuracy() {
    List<CoveragePoint> points = Evaluation.coverage(FOUR, 3);
    assertThat(points).extracting(CoveragePoint::coverage).containsExactly(0.5, 0.75, 1.0);
    assertThat(points.get(2).accuracy()).isEqualTo(0.5);
  }

  @Test
  void tellsOverconfidenceFromUnderconfidence() {
    assertThat(ReliabilityBins.of(FOUR, 10).overconfidence()).isCloseTo(0.25, within(1e-12));
  }

  /** Worked by hand for 8 of 10: (0.8 + 0.19207 ± √(0.0614634 + 0.0368918)) / 1.38415. */
  @Test
  void givesTheScoreIntervalOfAShare() {
    Interval interval = Interval.ofProportion(0.8, 10);
    assertThat(interval.low()).isCloseTo(0.4902, within(5e-4));
    assertThat(interval.high()).isCloseTo(0.9433, within(5e-4));
  }

  @Test
  void givesAllRightOutcomesAnIntervalBelowOneOnly() {
    Interval interval = Interval.ofProportion(1, 4);
    assertThat(interval.high()).isEqualTo(1);
    assertThat(interval.low()).isBetween(0.5, 0.52);
  }

  @Test
  void describesTheNumbersOfEachRangeOfDegrees() {
    int[] degrees = {7, 5, 6, 9, 16};
    Trend trend = Trend.byDegree(i -> degrees[i], new double[] {30, 10, 20, 50, 40});
    assertThat(trend.bins())
        .extracting(Trend.Bin::from, Trend.Bin::to, Trend.Bin::count, Trend.Bin::mean)
        .containsExactly(tuple(5.0, 7.0, 3, 20.0), tuple(9.0, 16.0, 2, 45.0));
    assertThat(trend.bins().get(0).low()).isEqualTo(12);
    assertThat(trend.bins().get(0).high()).isEqualTo(28);
  }

  @Test
  void followsTheNodesOfTheOutcomesByDegree() {
    Outcomes outcomes =
        Outcomes.of(
                Probabilities.of(new double[][] {{1, 0}, {1, 0}, {1, 0}}),
                Labels.of(2, new int[] {0, -1, 0}))
            .withDegrees(node -> 9 - node);
    assertThat(Trend.byDegree(outcomes, new double[] {0.5, 9, 0.7}).bins())
        .extracting(Trend.Bin::from, Trend.Bin::mean)
        .containsExactly(tuple(7.0, 0.7), tuple(9.0, 0.5));
  }
}
