package io.github.wats.decision;

import static io.github.wats.metrics.Evaluation.Options.DEFAULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation.Predicted;
import io.github.wats.calibration.HeldOutEvaluation.Predictions;
import io.github.wats.calibration.MethodChoice;
import io.github.wats.calibration.Methods;
import io.github.wats.graph.Graph;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Labels LABELS = Labels.of(2, new int[] {0, 0, 0, 1});

  /** Four nodes, three of class 0, all predicted with the same probability of it. */
  private static Predictions predictions(double p) {
    double[][] rows = {{p, 1 - p}, {p, 1 - p}, {p, 1 - p}, {p, 1 - p}};
    NodeSet all = NodeSet.all(4);
    CalibrationData data =
        CalibrationData.of(Graph.fromEdges(4, new int[0], new int[0]), Logits.of(rows))
            .withLabels(LABELS)
            .withSplit(new Split(NodeSet.of(4), all, NodeSet.of(4)));
    FittedCalibrator fitted = Methods.named("uncalibrated").calibrator().fit(data, 0);
    return new Predictions(List.of(Probabilities.of(rows)), fitted, 0);
  }

  private static Comparison compare(Map<String, Predictions> methods) {
    Map<String, String> failures = Map.of("gets", "gets was left out, since it failed");
    return Comparison.of(new Predicted(methods, failures), LABELS, Optional.empty(), DEFAULT);
  }

  private static Comparison compare(String first, String second) {
    Map<String, Predictions> methods = new LinkedHashMap<>();
    methods.put(first, predictions(0.01)); // worse by more than noise, also on four nodes
    methods.put(second, predictions(0.75));
    return compare(methods);
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
    assertThat(comparison.evaluations().get("ts").value(Metric.NLL))
        .isEqualTo(ts.value(Metric.NLL));
    assertThat(comparison.evaluations()).containsOnlyKeys("uncalibrated", "ts");
    assertThat(comparison.failures()).containsOnlyKeys("gets");
    assertThat(comparison.recommendation()).startsWith("Use ts: by NLL, it ").endsWith(".");
    assertThat(comparison.reason()).startsWith("by NLL, ts ");
    assertThat(ts.values()).containsKey(Metric.AURC).doesNotContainKey(Metric.DEGREE_ECE);
  }

  @Test
  void comparesWithTemperatureScalingIfItIsThereElseWithTheFirst() {
    assertThat(compare("uncalibrated", "ts").results().reference()).isEqualTo("ts");
    assertThat(compare("uncalibrated", "vs").results().reference()).isEqualTo("uncalibrated");
    assertThatThrownBy(() -> compare(Map.of()))
        .hasMessage("there must be at least one method, got none");
  }

  @Test
  void aProbabilityOfZeroDoesNotMakeALossInfinite() {
    assertThat(MethodChoice.loss(0)).isEqualTo(-Math.log(1e-300), within(1e-9));
  }
}
