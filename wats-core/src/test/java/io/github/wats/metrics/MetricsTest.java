package io.github.wats.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.metrics.Evaluation.Options;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Golden;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private static final Outcomes ALL = Outcomes.of(PREDICTED, ACTUAL).withDegrees(i -> DEGREES[i]);

  private static double value(Metric metric, Outcomes outcomes, int bins) {
    return metric.of(outcomes, bins).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 15, 20})
  void meetsTheGoldenErrorsAlsoAtBinEdges(int bins) {
    JsonNode expected = GOLDEN.get("by_bins").get("" + bins);
    assertThat(value(Metric.ECE, ALL, bins))
        .isCloseTo(expected.get("ece").doubleValue(), within(1e-9));
    assertThat(value(Metric.MCE, ALL, bins))
        .isCloseTo(expected.get("mce").doubleValue(), within(1e-9));
    assertThat(value(Metric.EQUAL_MASS_ECE, ALL, bins))
        .isCloseTo(expected.get("equal_mass_ece").doubleValue(), within(1e-9));
    assertThat(value(Metric.CLASSWISE_ECE, ALL, bins))
        .isCloseTo(expected.get("classwise_ece").doubleValue(), within(1e-9));
    assertThat(value(Metric.DEGREE_ECE, ALL, bins))
        .isCloseTo(expected.get("degree_ece").doubleValue(), within(1e-9));
  }

  @Test
  void meetsTheGoldenScores() {
    Evaluation set = Evaluation.of(ALL, Options.METRICS).orElseThrow();
    assertThat(set.value(Metric.NLL)).isCloseTo(GOLDEN.get("nll").doubleValue(), within(1e-9));
    assertThat(set.value(Metric.BRIER)).isCloseTo(GOLDEN.get("brier").doubleValue(), within(1e-9));
    assertThat(set.value(Metric.ACCURACY))
        .isCloseTo(GOLDEN.get("accuracy").doubleValue(), within(1e-9));
    assertThat(set.nodes()).isEqualTo(200);
  }

  @Test
  void meetsTheGoldenErrorsWhereBinsDoNotDivideEvenly() {
    NodeSet first = NodeSet.of(200, IntStream.range(0, 187).toArray());
    Outcomes outcomes = Outcomes.of(PREDICTED, ACTUAL, first).withDegrees(i -> DEGREES[i]);
    JsonNode expected = GOLDEN.get("first_187_rows");
    assertThat(value(Metric.ECE, outcomes, 10))
        .isCloseTo(expected.get("ece_10").doubleValue(), within(1e-9));
    assertThat(value(Metric.EQUAL_MASS_ECE, outcomes, 10))
        .isCloseTo(expected.get("equal_mass_ece_10").doubleValue(), within(1e-9));
    assertThat(value(Metric.DEGREE_ECE, outcomes, 10))
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
        ReliabilityBins.of(ALL, 15).bins().stream()
            .mapToDouble(b -> b.count() * Math.abs(b.accuracy() - b.confidence()))
            .sum();
    assertThat(value(Metric.ECE, ALL, 15)).isCloseTo(fromBins / 200, within(1e-12));
    double fromDegrees =
        DegreeBins.of(ALL, 15).bins().stream()
            .mapToDouble(b -> b.count() * Math.abs(b.accuracy() - b.confidence()))
            .sum();
    assertThat(value(Metric.DEGREE_ECE, ALL, 15)).isCloseTo(fromDegrees / 200, within(1e-12));
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
  void rangesOfDegreesDouble() {
    assertThat(
            IntStream.of(0, 1, 2, 3, 4, 5, 8, 9, 16, 17, Integer.MAX_VALUE).map(DegreeBins::range))
        .containsExactly(0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 32);
    List<DegreeBins.Bin> ranges = DegreeBins.ofRanges(ALL).bins();
    assertThat(ranges.stream().mapToInt(DegreeBins.Bin::count).sum()).isEqualTo(200);
    for (DegreeBins.Bin bin : ranges) {
      int[] members =
          IntStream.range(0, ALL.size())
              .filter(k -> ALL.degree(k) >= bin.minDegree() && ALL.degree(k) <= bin.maxDegree())
              .toArray();
      assertThat(members).hasSize(bin.count());
      assertThat(IntStream.of(members).mapToDouble(ALL::confidence).average().orElseThrow())
          .isCloseTo(bin.confidence(), within(1e-12));
    }
  }

  @Test
  void labelsOfDegreeBinsDoNotOverlap() {
    assertThat(labels(1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 4, 5, 6, 9))
        .containsExactly("1a", "1b", "1c–2a", "2b", "2c–3", "4–5", "6–9");
    assertThat(labels(0, 0, 1, 2, 3, 3, 7, 8)).containsExactly("0", "1–2", "3", "7–8");
    assertThat(labels(new int[60])).hasSize(30).doesNotHaveDuplicates().contains("0z", "0aa");
  }

  /** The labels of bins, each given by its smallest and largest degree. */
  private static List<String> labels(int... edges) {
    List<DegreeBins.Bin> bins =
        IntStream.range(0, edges.length / 2)
            .mapToObj(b -> new DegreeBins.Bin(edges[2 * b], edges[2 * b + 1], 1, 0.5, 0.5))
            .toList();
    return new DegreeBins(bins).labels();
  }

  /** The 95 % interval of a mean is close to the normal one, mean ± 1.96 s/√n. */
  @Test
  void intervalsOfMeansAreThoseOfTheNormalApproximation() {
    Evaluation evaluation = Evaluation.of(ALL, Options.REPORT).orElseThrow();
    double accuracy = evaluation.value(Metric.ACCURACY);
    double half = 1.96 * Math.sqrt(accuracy * (1 - accuracy) / 200);
    Evaluation.Interval interval = evaluation.intervals().get(Metric.ACCURACY);
    assertThat(interval.low()).isCloseTo(accuracy - half, within(0.015));
    assertThat(interval.high()).isCloseTo(accuracy + half, within(0.015));
    assertThat(evaluation.intervals().get(Metric.NLL).low()).isLessThan(value(Metric.NLL, ALL, 10));
    assertThat(evaluation.intervals().get(Metric.NLL).high())
        .isGreaterThan(value(Metric.NLL, ALL, 10));
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
    assertThat(Evaluation.of(none, Options.REPORT)).isEmpty();
    for (Metric metric : Metric.values()) {
      assertThat(metric.of(none, 10)).as(metric.key()).isEmpty();
    }
    assertThat(ReliabilityBins.of(none, 10).bins()).isEmpty();
    Outcomes withoutDegrees = Outcomes.of(PREDICTED, ACTUAL);
    Evaluation evaluation =
        Evaluation.of(
                withoutDegrees,
                Options.METRICS
                    .withHistogramBins(4)
                    .withFloorResamples(3)
                    .withIntervalResamples(3)
                    .withCoveragePoints(3))
            .orElseThrow();
    assertThat(evaluation.values())
        .doesNotContainKey(Metric.DEGREE_ECE)
        .hasSize(Metric.values().length - 1);
    assertThat(evaluation.noiseFloors()).containsOnlyKeys(Metric.ECE, Metric.EQUAL_MASS_ECE);
    assertThat(evaluation.intervals())
        .containsOnlyKeys(
            Metric.ACCURACY,
            Metric.NLL,
            Metric.BRIER,
            Metric.ECE,
            Metric.EQUAL_MASS_ECE,
            Metric.AURC);
    assertThat(evaluation.degrees()).isEmpty();
  }

  @Test
  void anEvaluationHoldsWhatEachMetricAndEachBinSays() {
    Options options =
        Options.METRICS.withBins(20).withFloorResamples(5).withCoveragePoints(4).withSeed(3);
    Evaluation evaluation = Evaluation.of(ALL, options).orElseThrow();
    assertThat(evaluation.values()).containsOnlyKeys(Metric.values());
    evaluation
        .values()
        .forEach((metric, value) -> assertThat(value).isEqualTo(value(metric, ALL, 20)));
    assertThat(evaluation.reliability()).isEqualTo(ReliabilityBins.of(ALL, 20));
    assertThat(evaluation.degrees()).contains(DegreeBins.ofRanges(ALL));
    assertThat(evaluation.histogram()).isEqualTo(ReliabilityBins.NONE);
    assertThat(evaluation.coverage()).hasSize(4);
    assertThat(evaluation.intervals()).isEmpty();
    List<Metric> noisy = List.of(Metric.ECE, Metric.DEGREE_ECE, Metric.EQUAL_MASS_ECE);
    var noise = new Resampling(noisy, ALL, 20, 3).noise(5);
    for (Metric metric : noisy) {
      assertThat(evaluation.noiseFloors()).containsEntry(metric, noise.get(metric).floor());
      assertThat(evaluation.calibrationTest().orElseThrow().pValues())
          .containsEntry(metric, noise.get(metric).pValue());
    }
    assertThat(evaluation.noiseFloors()).hasSameSizeAs(noisy);
    assertThat(evaluation.calibrationTest().orElseThrow().draws()).isEqualTo(5);
  }

  @Test
  void improvementIsThePartOfAProperScoreThatIsGone() {
    assertThat(Metric.NLL.improvement(0.8, 0.6)).hasValueCloseTo(0.25, within(1e-12));
    assertThat(Metric.BRIER.improvement(0.4, 0.5)).hasValueCloseTo(-0.25, within(1e-12));
    assertThat(Metric.ECE.improvement(0.8, 0.6)).isEmpty();
    assertThat(Metric.NLL.improvement(0, 0)).isEmpty();
  }

  @Test
  void jsonHasEveryMetricInTheirOrder() {
    assertThat(Evaluation.of(ALL, Options.METRICS).orElseThrow().fields().keySet())
        .containsExactlyElementsOf(
            Stream.concat(Stream.of(Metric.values()).map(Metric::key), Stream.of("nodes"))
                .toList());
  }

  /** So the page is the promise that no key changes. */
  @Test
  void everyMetricIsDefinedOnThePage() throws IOException {
    String page = Files.readString(Shared.root().resolve("docs/compare.md"));
    for (Metric metric : Metric.values()) {
      assertThat(page).containsPattern("(?m)^\\| [^|]*`" + metric.key() + "`[^|]* \\| ");
    }
  }

  @Test
  void metricsAreFoundByKeyInAnyCase() {
    assertThat(Metric.of(" degreeece")).isEqualTo(Metric.DEGREE_ECE);
    assertThatThrownBy(() -> Metric.of("f1"))
        .hasMessageStartingWith("metric must be one of accuracy, nll, brier, ece, degreeEce, ")
        .hasMessageEndingWith(", got f1");
  }

  /** Worked by hand: wrong at 0.7 and 0.8, correct at 0.9, 0.8 and 0.6. */
  @Test
  void rocAreaCountsPairsAndHalfOfTies() {
    Probabilities p = binary(0.9, 0.8, 0.6, 0.7, 0.8);
    NodeSet all = NodeSet.all(5);
    double area = Metric.AUROC.value(p, Labels.of(2, new int[] {0, 0, 0, 1, 1}), all);
    assertThat(area).isCloseTo((1 + 1 + 1 + 0.5 + 0 + 0) / 6, within(1e-15));
    assertThat(Metric.AUROC.isBetter(0.9, 0.8)).isTrue();
    assertThat(Metric.AUROC.format(area)).isEqualTo("58.33 %");
    assertThat(Metric.AUROC.direction()).hasToString("higher is better");
  }

  @Test
  void rocAreaIsThatOfAllPairs() {
    for (int seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double[] confidences = random.doubles(60).map(u -> 0.5 + Math.rint(10 * u) / 20).toArray();
      int[] labels = random.ints(60, 0, 2).toArray();
      double wins = 0;
      int pairs = 0;
      for (int i = 0; i < 60; i++) {
        for (int j = 0; j < 60; j++) {
          if (labels[i] == 0 && labels[j] == 1) { // class 0 is predicted everywhere
            wins += 0.5 + Math.signum(confidences[i] - confidences[j]) / 2;
            pairs++;
          }
        }
      }
      assertThat(Metric.AUROC.value(binary(confidences), Labels.of(2, labels), NodeSet.all(60)))
          .isCloseTo(wins / pairs, within(1e-14));
    }
  }

  @Test
  void rocAreaIsAbsentWithoutARightOrAWrongPrediction() {
    Probabilities p = binary(0.9, 0.8);
    for (int label : new int[] {0, 1}) {
      Outcomes oneSided = Outcomes.of(p, Labels.of(2, new int[] {label, label}));
      assertThat(Metric.AUROC.of(oneSided, 10)).isEmpty();
      assertThat(Evaluation.of(oneSided, Options.REPORT).orElseThrow().fields())
          .doesNotContainKey("auroc")
          .containsKey("aurc");
    }
    assertThat(Metric.AUROC.value(p, Labels.of(2, new int[] {0, 1}), NodeSet.of(2))).isNaN();
  }

  private static Probabilities binary(double... ofClass0) {
    return Probabilities.of(
        Arrays.stream(ofClass0).mapToObj(q -> new double[] {q, 1 - q}).toArray(double[][]::new));
  }

  /** Errors and losses fall, the two others rise; losses have units of their own. */
  @Test
  void everyMetricDeclaresItsUnitAndDirection() {
    for (Metric metric : Metric.values()) {
      boolean rises = metric == Metric.ACCURACY || metric == Metric.AUROC;
      assertThat(metric.isBetter(0.2, 0.1)).as(metric.key()).isEqualTo(rises);
      assertThat(metric.loss(0.2)).isEqualTo(rises ? -0.2 : 0.2);
      assertThat(metric.unit())
          .isEqualTo(
              metric == Metric.NLL
                  ? Metric.Unit.NATS
                  : metric == Metric.BRIER ? Metric.Unit.NUMBER : Metric.Unit.PERCENT);
    }
  }

  @Test
  void valueOfAMetricIsThatOfTheEvaluation() {
    Probabilities p = binary(0.9, 0.8, 0.6, 0.7);
    Labels labels = Labels.of(2, new int[] {0, 1, -1, 0});
    NodeSet nodes = NodeSet.of(4, 0, 1, 2);
    Evaluation evaluation =
        Evaluation.of(Outcomes.of(p, labels, nodes), Options.DEFAULT).orElseThrow();
    assertThat(Metric.ECE.value(p, labels, nodes)).isEqualTo(evaluation.value(Metric.ECE));
  }

  @Test
  void sharesAreWrittenInPercentAndOthersWithFourDecimals() {
    assertThat(Metric.ECE.format(0.02094)).isEqualTo("2.09 %");
    assertThat(Metric.BRIER.format(0.31418)).isEqualTo("0.3142");
  }

  /** Nodes of equal degree, so bins of degree are runs in the order given. */
  @Test
  void binsNodesOfEqualDegreeInTheOrderGiven() {
    double[] rows = new double[40];
    Arrays.setAll(rows, k -> k % 2 == 0 ? 0.75 : 0.25);
    Probabilities predicted = Probabilities.of(20, 2, rows);
    Labels labels = Labels.of(2, IntStream.range(0, 20).map(i -> i % 2).toArray());
    int[] pairs = IntStream.range(0, 20).toArray();
    int[] evenFirst = IntStream.range(0, 20).map(i -> i < 10 ? 2 * i : 2 * i - 19).toArray();
    // Pairs of a right and a wrong node: |0.5 − 0.75|. Else all are right or all wrong.
    assertThat(degreeEce(predicted, labels, pairs)).isCloseTo(0.25, within(1e-12));
    assertThat(degreeEce(predicted, labels, evenFirst)).isCloseTo(0.5, within(1e-12));
  }

  private static double degreeEce(Probabilities predicted, Labels labels, int[] order) {
    return value(
        Metric.DEGREE_ECE, Outcomes.of(predicted, labels, order).withDegrees(node -> 0), 10);
  }

  @Test
  void leavesOutNodesWithoutAKnownLabel() {
    Probabilities predicted = Probabilities.of(new double[][] {{0.9, 0.1}, {0.2, 0.8}, {0.5, 0.5}});
    Outcomes outcomes = Outcomes.of(predicted, Labels.of(2, new int[] {0, -1, 1}));
    Evaluation set = Evaluation.of(outcomes, Options.METRICS).orElseThrow();
    assertThat(set.nodes()).isEqualTo(2);
    assertThat(set.value(Metric.ACCURACY)).isEqualTo(0.5); // the tie goes to class 0
    assertThat(set.value(Metric.ECE)).isCloseTo((0.1 + 0.5) / 2, within(1e-15));
  }

  @Test
  void aTrueClassWithoutProbabilityCostsMuchButNotTheMean() {
    Outcomes outcomes =
        Outcomes.of(Probabilities.of(new double[][] {{1, 0}}), Labels.of(2, new int[] {1}));
    assertThat(value(Metric.NLL, outcomes, 10)).isCloseTo(300 * Math.log(10), within(1e-9));
  }

  @Test
  void refusesNoBins() {
    assertThatThrownBy(() -> Metric.ECE.of(ALL, 0)).hasMessage("bins must be at least 1, got 0");
  }
}
