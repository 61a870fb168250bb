package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.MethodChoice;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  /** Four nodes, three of class 0, all predicted with the same probability of it. */
  private static List<Outcomes> outcomes(double p) {
    double[][] rows = {{p, 1 - p}, {p, 1 - p}, {p, 1 - p}, {p, 1 - p}};
    return List.of(Outcomes.of(Probabilities.of(rows), Labels.of(2, new int[] {0, 0, 0, 1})));
  }

  private static Comparison compare(String first, String second) {
    Map<String, List<Outcomes>> outcomes = new LinkedHashMap<>();
    outcomes.put(first, outcomes(0.99));
    outcomes.put(second, outcomes(0.75));
    return Comparison.of(outcomes, 10, 0);
  }

  @Test
  void measuresAndRecommends() {
    Comparison comparison = compare("uncalibrated", "ts");
    assertThat(comparison.choice().method()).isEqualTo("ts");
    Result ts = comparison.results().methods().get("ts");
    double nll = -(3 * Math.log(0.75) + Math.log(0.25)) / 4;
    assertThat(ts.value(Metric.NLL)).isEqualTo(nll, within(1e-15));
    assertThat(comparison.choice().losses().get("ts")).isEqualTo(nll, within(1e-15));
    assertThat(ts.value(Metric.ECE)).isEqualTo(0, within(1e-15));
    assertThat(ts.values()).containsKey(Metric.AURC).doesNotContainKey(Metric.DEGREE_ECE);
  }

  @Test
  void comparesWithTemperatureScalingIfItIsThereElseWithTheFirst() {
    assertThat(compare("uncalibrated", "ts").results().reference()).isEqualTo("ts");
    assertThat(compare("uncalibrated", "vs").results().reference()).isEqualTo("uncalibrated");
    assertThatThrownBy(() -> Comparison.of(Map.of(), 10, 0))
        .hasMessage("there must be at least one method, got none");
  }

  @Test
  void aProbabilityOfZeroDoesNotMakeALossInfinite() {
    assertThat(MethodChoice.loss(0)).isEqualTo(-Math.log(1e-300), within(1e-9));
  }
}
