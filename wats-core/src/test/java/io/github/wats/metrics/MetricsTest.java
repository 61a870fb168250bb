package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Golden;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class MetricsTest {
  private static final JsonNode GOLDEN = Golden.read("metrics.json");
  private static final Probabilities PREDICTED =
      Probabilities.of(Golden.matrix(GOLDEN.get("probabilities")));
  private static final Labels ACTUAL = Labels.of(4, Golden.ints(GOLDEN.get("labels")));
  private static final int[] DEGREES = Golden.ints(GOLDEN.get("degree"));
  private static final Outcomes ALL = Outcomes.of(PREDICTED, ACTUAL).withDegrees(DEGREES);

  private static double value(Metric metric, Outcomes outcomes) {
    return metric.of(outcomes).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 15, 20})
  void meetsTheGoldenErrorsAlsoAtBinEdges(int bins) {
    JsonNode expected = GOLDEN.get("by_bins").get("" + bins);
    assertThat(value(Metrics.ece(bins), ALL))
        .isCloseTo(expected.get("ece").doubleValue(), within(1e-9));
    assertThat(value(Metrics.mce(bins), ALL))
        .isCloseTo(expected.get("mce").doubleValue(), within(1e-9));
    assertThat(value(Metrics.equalMassEce(bins), ALL))
        .isCloseTo(expected.get("equal_mass_ece").doubleValue(), within(1e-9));
    assertThat(value(Metrics.classwiseEce(bins), ALL))
        .isCloseTo(expected.get("classwise_ece").doubleValue(), within(1e-9));
    assertThat(value(Metrics.degreeEce(bins), ALL))
        .isCloseTo(expected.get("degree_ece").doubleValue(), within(1e-9));
  }

  @Test
  void meetsTheGoldenScores() {
    MetricSet set = MetricSet.of(ALL).orElseThrow();
    assertThat(set.nll()).isCloseTo(GOLDEN.get("nll").doubleValue(), within(1e-9));
    assertThat(set.brier()).isCloseTo(GOLDEN.get("brier").doubleValue(), within(1e-9));
    assertThat(set.accuracy()).isCloseTo(GOLDEN.get("accuracy").doubleValue(), within(1e-9));
    assertThat(set.nodes()).isEqualTo(200);
  }

  @Test
  void meetsTheGoldenErrorsWhereBinsDoNotDivideEvenly() {
    NodeSet first = NodeSet.of(200, IntStream.range(0, 187).toArray());
    Outcomes outcomes = Outcomes.of(PREDICTED, ACTUAL, first).withDegrees(DEGREES);
    JsonNode expected = GOLDEN.get("first_187_rows");
    assertThat(value(Metrics.ece(10), outcomes))
        .isCloseTo(expected.get("ece_10").doubleValue(), within(1e-9));
    assertThat(value(Metrics.equalMassEce(10), outcomes))
        .isCloseTo(expected.get("equal_mass_ece_10").doubleValue(), within(1e-9));
    assertThat(value(Metrics.degreeEce(10), outcomes))
        .isCloseTo(expected.get("degree_ece_10").doubleValue(), within(1e-9));
  }

  @Test
  void reliabilityBinsAreTheGoldenOnesWithoutTheEmpty() {
    ReliabilityBins bins = ReliabilityBins.of(ALL, 10);
    int next = 0;
    for (int b = 0; b < 10; b++) {
      JsonNode expected = GOLDEN.get("reliability_10_bins").get(b);
      if (expected.get("count").intValue() > 0) {
        ReliabilityBins.Bin bin = bins.bins().get(next++);
        assertThat(bin.from()).isEqualTo(b / 10.0);
        assertThat(bin.count()).isEqualTo(expected.get("count").intValue());
        assertThat(bin.confidence())
            .isCloseTo(expected.get("confidence").doubleValue(), within(1e-9));
        assertThat(bin.accuracy()).isCloseTo(expected.get("accuracy").doubleValue(), within(1e-9));
      }
    }
    assertThat(bins.bins()).hasSize(next);
  }

  @Test
  void theErrorIsTheSumOfTheBinsThatAreDrawn() {
    double fromBins =
        ReliabilityBins.of(ALL, 15).bins().stream().mapToDouble(b -> b.count() * b.gap()).sum();
    assertThat(value(Metrics.ece(15), ALL)).isCloseTo(fromBins / 200, within(1e-12));
    double fromDegrees =
        DegreeBins.of(ALL, 15).bins().stream().mapToDouble(b -> b.count() * b.gap()).sum();
    assertThat(value(Metrics.degreeEce(15), ALL)).isCloseTo(fromDegrees / 200, within(1e-12));
  }

  @Test
  void degreeBinsRiseAndHoldAllNodes() {
    var bins = DegreeBins.of(ALL, 7).bins();
    assertThat(bins.stream().mapToInt(DegreeBins.Bin::count).sum()).isEqualTo(200);
    for (int b = 1; b < bins.size(); b++) {
      assertThat(bins.get(b).minDegree()).isGreaterThanOrEqualTo(bins.get(b - 1).maxDegree());
    }
  }

  @Test
  void everyEdgeBelongsToTheBinItCloses() {
    for (int bins : new int[] {1, 3, 7, 10, 15, 20, 49, 1000}) {
      double[] edges = Bins.edges(bins);
      for (int m = 1; m <= bins; m++) {
        assertThat(Bins.equalWidth(edges[m], edges)).isEqualTo(m - 1);
        assertThat(Bins.equalWidth(Math.nextUp(edges[m]), edges)).isEqualTo(Math.min(m, bins - 1));
        assertThat(Bins.equalWidth(Math.nextDown(edges[m]), edges)).isEqualTo(m - 1);
      }
      assertThat(Bins.equalWidth(0, edges)).isZero();
    }
  }

  @Test
  void whatIsNotDefinedIsAbsent() {
    Outcomes none = Outcomes.of(PREDICTED, ACTUAL, NodeSet.of(200));
    assertThat(MetricSet.of(none)).isEmpty();
    for (Metric metric : Metrics.all(10)) {
      assertThat(metric.of(none)).as(metric.name()).isEmpty();
    }
    assertThat(ReliabilityBins.of(none, 10).bins()).isEmpty();
    Outcomes withoutDegrees = Outcomes.of(PREDICTED, ACTUAL);
    assertThat(MetricSet.of(withoutDegrees).orElseThrow().degreeEce()).isEmpty();
    assertThat(MetricSet.of(withoutDegrees).orElseThrow().asMap()).doesNotContainKey("degreeEce");
  }

  @Test
  void theSetHoldsWhatEachMetricSays() {
    var map = MetricSet.of(ALL, 20).orElseThrow().asMap();
    assertThat(map).hasSize(Metrics.all(20).size());
    for (Metric metric : Metrics.all(20)) {
      assertThat(map.get(metric.name())).isEqualTo(value(metric, ALL));
    }
  }

  @Test
  void leavesOutNodesWithoutAKnownLabel() {
    Probabilities predicted = Probabilities.of(new double[][] {{0.9, 0.1}, {0.2, 0.8}, {0.5, 0.5}});
    Outcomes outcomes = Outcomes.of(predicted, Labels.of(2, new int[] {0, -1, 1}));
    MetricSet set = MetricSet.of(outcomes).orElseThrow();
    assertThat(set.nodes()).isEqualTo(2);
    assertThat(set.accuracy()).isEqualTo(0.5); // the tie goes to class 0
    assertThat(set.ece()).isCloseTo((0.1 + 0.5) / 2, within(1e-15));
  }

  @Test
  void aTrueClassWithoutProbabilityCostsMuchButNotTheMean() {
    Outcomes outcomes =
        Outcomes.of(Probabilities.of(new double[][] {{1, 0}}), Labels.of(2, new int[] {1}));
    assertThat(value(Metrics.negativeLogLikelihood(), outcomes))
        .isCloseTo(300 * Math.log(10), within(1e-9));
  }

  @Test
  void refusesNoBinsAndOtherNodes() {
    assertThatThrownBy(() -> Metrics.ece(0)).hasMessage("bins must be at least 1, got 0");
    assertThatThrownBy(() -> ALL.withDegrees(new int[3]))
        .hasMessage("there must be one degree per node: 200, got 3");
  }
}
