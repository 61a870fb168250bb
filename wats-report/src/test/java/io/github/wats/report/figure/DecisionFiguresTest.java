package io.github.wats.report.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.CalibrationBaseline.Change;
import io.github.wats.decision.CalibrationBaseline.Gap;
import io.github.wats.decision.DriftMonitor.Distribution;
import io.github.wats.decision.DriftMonitor.Finding;
import io.github.wats.decision.DriftMonitor.Summary;
import io.github.wats.decision.NodeGroups.Group;
import io.github.wats.decision.PredictionSets;
import io.github.wats.metrics.Evaluation.Interval;
import io.github.wats.metrics.Outcomes;
import io.github.wats.report.Samples;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The figures of select, sets and monitor. */
class DecisionFiguresTest {
  private static final Outcomes HELD_OUT = Samples.outcomes(600, 4, 0, 1);
  private static final Target TARGET = new Target(true, 0.3, 0.95);

  private static List<Acceptance> steps() {
    double[] confidences =
        IntStream.range(0, HELD_OUT.size()).mapToDouble(HELD_OUT::confidence).toArray();
    return Acceptance.steps(HELD_OUT, confidences, 0.95);
  }

  private static RiskFigure risk(Optional<Acceptance> found) {
    Group all = new Group("all", 0, Integer.MAX_VALUE);
    Choice choice = new Choice(all, HELD_OUT.size(), 10, found, OptionalDouble.empty());
    return new RiskFigure(TARGET, choice, steps(), List.of());
  }

  @Test
  void thresholdsOfTheCurveFallAndAcceptMore() {
    List<Acceptance> steps = steps();
    assertThat(steps).hasSizeGreaterThan(50);
    for (int k = 1; k < steps.size(); k++) {
      assertThat(steps.get(k).threshold()).isLessThan(steps.get(k - 1).threshold());
      assertThat(steps.get(k).accepted()).isGreaterThanOrEqualTo(steps.get(k - 1).accepted());
      assertThat(steps.get(k).bound()).isGreaterThanOrEqualTo(steps.get(k).risk());
    }
  }

  @Test
  void theSliderBeginsAtTheChosenThreshold() {
    Acceptance chosen = steps().get(40);
    RiskFigure risk = risk(Optional.of(chosen));
    assertThat(risk.start()).isEqualTo(40);
    Figure figure = risk.figure();
    assertThat(figure.table().rows()).hasSameSizeAs(steps());
    assertThat(figure.title()).startsWith("From confidence 0.").endsWith("with probability 0.95");
    assertThat(figure.svg()).contains("data-series=\"steps\"", "chosen threshold");
    assertThat(risk(Optional.empty()).figure().title())
        .isEqualTo("No threshold is certified for an error rate of at most 30.0\u00a0%");
  }

  @Test
  void namesTheLeastCoveredClassAndCountsThoseBelow() {
    Map<String, PredictionSets.Measured> byClass = new LinkedHashMap<>();
    byClass.put("class a", sets(0.95));
    byClass.put("class b", sets(0.7));
    byClass.put("class c", sets(0.89));
    assertThat(SetFigures.coverage(0.9, false, byClass).title())
        .isEqualTo(
            "The least covered class is class b: 70.0\u00a0%; 1 of 3 clearly below the target of"
                + " 90.0\u00a0%");
    byClass.remove("class b");
    assertThat(SetFigures.coverage(0.9, true, byClass).title()).contains("no class is clearly");
  }

  private static PredictionSets.Measured sets(double coverage) {
    Interval interval = new Interval(coverage - 0.03, coverage + 0.03, 0.95);
    return new PredictionSets.Measured(200, coverage, interval, 1.5, 0.5);
  }

  @Test
  void countsTheClassesOfSets() {
    Figure sizes = SetFigures.sizes(new long[] {6, 3, 1, 0});
    assertThat(sizes.title()).startsWith("60.0\u00a0% of the sets have one class; 1.50 classes");
    assertThat(sizes.table().rows()).hasSize(3);
  }

  @Test
  void showsDistributionsAndEvidence() {
    Distribution then = new Distribution(List.of(1.0, 2.0, 4.0), List.of(0.5, 0.25, 0.25));
    Distribution now = new Distribution(List.of(2.0, 8.0), List.of(0.4, 0.6));
    List<Double> half = List.of(0.5, 0.5);
    Summary old = new Summary(100, Map.of("degree", then), half, half);
    Summary recent = new Summary(100, Map.of("degree", now), List.of(0.8, 0.2), half);
    assertThat(DriftFigures.distributions(old, recent).table().rows())
        .containsExactly(
            List.of("degree", "1.000", "50.0\u00a0%", "0.0\u00a0%"),
            List.of("degree", "2.000", "75.0\u00a0%", "40.0\u00a0%"),
            List.of("degree", "4.000", "100.0\u00a0%", "40.0\u00a0%"));
    assertThat(DriftFigures.classes(old, recent, List.of("a", "b")).table().rows().get(0))
        .containsExactly("a", "50.0\u00a0%", "80.0\u00a0%");
    Gap all = new Gap(0, 1, 200, 0.01, 0.01);
    Change far = new Change(all, new Gap(0, 1, 90, -0.2, 0.01), -0.05, 0.05, 6.4e41);
    Figure gaps = DriftFigures.gaps(List.of(far), new Finding("calibration", 6.4e41, 1000));
    assertThat(gaps.title())
        .isEqualTo(
            "Labels are evidence of over 1,000,000 against the probabilities; 1,000 would be an"
                + " alarm");
    assertThat(gaps.table().rows().get(0)).endsWith("over 1,000,000");
  }

  @Test
  void sortsMethodsAndPointsToThoseBeyondTheAxis() {
    Figure figure = Samples.comparison().figure();
    assertThat(figure.table().rows())
        .extracting(row -> row.get(0))
        .containsExactly("WATS", "ETS", "TS", "GATS", "CaGCN", "uncalibrated", "GETS");
    assertThat(figure.reading()).contains("An arrow points to a value beyond the axis.");
  }
}
