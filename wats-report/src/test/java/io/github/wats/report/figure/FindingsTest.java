package io.github.wats.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.metrics.Evaluation.Trend;
import io.github.wats.metrics.Metric;
import io.github.wats.report.Samples;
import io.github.wats.report.figure.SensitivityFigure.GridPoint;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Titles say what the numbers say, also when that is nothing good. */
class FindingsTest {
  @Test
  void tellsOverconfidentFromUnderconfident() {
    assertThat(ReliabilityFigure.of(Samples.sides(1000, 5)).title())
        .matches(
            "Before, the network is underconfident, with an ECE of \\d+\\.\\d\u00a0%; after WATS,"
                + " the ECE is \\d\\.\\d\u00a0%");
    Measured over = Samples.measured("before", 1000, 5, 0.2);
    assertThat(ReliabilityFigure.of(List.of(over)).title())
        .matches("The network is overconfident, with an ECE of \\d+\\.\\d\u00a0%");
  }

  @Test
  void saysThatAnErrorRose() {
    List<Measured> worse =
        List.of(
            Samples.measured("before", 1000, 5, 0.0), Samples.measured("after TS", 1000, 5, 0.2));
    assertThat(ReliabilityFigure.of(worse).title())
        .matches(
            "Before, .*, with an ECE of \\d+\\.\\d\u00a0%; after TS, the ECE is"
                + " \\d\\d\\.\\d\u00a0%");
  }

  @Test
  void tellsRisingFromFallingAndFromSimilarTemperatures() {
    assertThat(byDegree(0.6, 0.9).title())
        .isEqualTo("Temperatures rise from 0.60 at the lowest degrees to 0.90 at the highest");
    assertThat(byDegree(0.9, 0.6).title()).startsWith("Temperatures fall");
    assertThat(byDegree(0.6, 0.61).title())
        .isEqualTo("Temperatures are similar at the lowest and the highest degrees: 0.60 and 0.61");
  }

  @Test
  void namesTheBestAndThoseThatDoNotDifferSignificantly() {
    assertThat(Samples.comparison().figure().title())
        .isEqualTo(
            "WATS has the lowest ECE: 2.10\u00a0%; no significant difference from ETS and TS (noise"
                + " floor 1.92\u00a0%)");
  }

  @Test
  void callsTiedRanksTied() {
    assertThat(ranks(2, 2, 2)).isEqualTo("NLL: TS, VS and ETS share the best mean rank");
    assertThat(ranks(1.5, 1.5 + 3e-16, 3))
        .isEqualTo(
            "NLL: TS and VS share the best mean rank; all others are significantly different");
    assertThat(ranks(1.5, 1.5, 2))
        .isEqualTo(
            "NLL: TS and VS share the best mean rank; 1 other is not significantly different");
    assertThat(ranks(1, 2, 3))
        .isEqualTo(
            "NLL: TS has the best mean rank; all others are significantly different from it");
    assertThat(ranks(2.5, 2.5, 2.5, 2.5)).isEqualTo("NLL: 4 methods share the best mean rank");
  }

  private static String ranks(double... ranks) {
    List<String> names = List.of("TS", "VS", "ETS", "WATS");
    List<RankFigure.Ranked> ranked =
        IntStream.range(0, ranks.length)
            .mapToObj(i -> new RankFigure.Ranked(names.get(i), ranks[i]))
            .toList();
    return RankFigure.of(Metric.NLL, ranked, 5, 1).title();
  }

  @Test
  void hasAFigureAlsoWhereNothingHasAResult() {
    ComparisonFigure nothing =
        new ComparisonFigure(
            "comparison",
            Metric.ECE,
            List.of(Estimate.missing("WATS", "failed in 1 of 1 run")),
            "uncalibrated",
            OptionalDouble.empty(),
            List.of(),
            "",
            "none");
    Figure figure = nothing.figure();
    assertThat(figure.title()).isEqualTo("No results yet");
    assertThat(figure.svg()).contains("failed in 1 of 1 run");
  }

  @Test
  void namesTheBestPointOfTheGrid() {
    List<GridPoint> grid =
        List.of(
            new GridPoint(2, 0.4, 0.03, 0.01),
            new GridPoint(2, 0.8, 0.025, 0.01),
            new GridPoint(3, 0.4, 0.02, 0.01),
            new GridPoint(3, 0.8, 0.022, 0.01));
    assertThat(SensitivityFigure.of(Metric.ECE, grid).title())
        .isEqualTo(
            "The lowest ECE is 2.00\u00a0% at k = 3, s = 0.4; the highest is 1.00 points above it");
    assertThat(SensitivityFigure.of(Metric.ECE, grid).reading())
        .contains("On average the ECE varies by 0.65 points with k and by 0.15 points with s.");
  }

  @Test
  void saysHowTheFitEnded() {
    assertThat(LossFigure.of(Samples.fit()).title())
        .isEqualTo("The loss fell from 0.954 to 0.831 in 120 steps; early stopping ended the fit");
  }

  @Test
  void saysThatTheLossRoseAgain() {
    assertThat(LossFigure.of(List.of(0.809, 0.797, 0.805), List.of(), 20, "").title())
        .isEqualTo("The loss fell from 0.809 to 0.797, then rose to 0.805 in 20 steps");
    assertThat(LossFigure.of(List.of(0.8, 0.9, 0.95), List.of(), 3, "").title())
        .isEqualTo("The loss rose from 0.800 to 0.950 in 3 steps");
    assertThat(LossFigure.of(List.of(0.8, 0.70001, 0.7002), List.of(), 3, "").title())
        .isEqualTo("The loss fell from 0.800 to 0.700 in 3 steps");
  }

  @Test
  void labelsNoTwoGroupsOfDegreesAlike() {
    int[] degrees = {1, 1, 1, 9, 1, 2, 3, 4, 8};
    Trend trend = Trend.byDegree(k -> degrees[k], new double[degrees.length]);
    assertThat(TemperatureFigure.byDegree(trend).table().rows())
        .extracting(row -> row.get(0))
        .containsExactly("1", "2", "3–4", "8", "9");
    assertThat(DegreeFigure.of(Samples.sides(1000, 5)).table().rows())
        .extracting(row -> row.get(0))
        .startsWith("before, 1", "before, 2", "before, 3–4", "before, 5–8", "before, 9–16");
  }

  @Test
  void standsASingleNode() {
    List<Measured> one = List.of(Samples.measured("before", 1, 2, 0));
    assertThat(ReliabilityFigure.of(one).svg()).contains("1 node,");
    assertThat(CoverageFigure.of(one).title()).contains("%");
    assertThat(DegreeFigure.of(one).svg()).contains("degree");
    assertThat(ReliabilityFigure.of(one).svg()).doesNotContain("NaN");
  }

  private static Figure byDegree(double... means) {
    return TemperatureFigure.byDegree(Trend.byDegree(i -> 1 << i, means));
  }
}
