package io.github.wats.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.decision.PredictionSets.Measured;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.decision.PredictionSets.Settings;
import io.github.wats.graph.Graph;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.prediction.Splits;
import io.github.wats.testing.RandomGraphs;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PredictionSetsTest {
  private static final Probabilities HAND =
      Probabilities.of(
          new double[][] {
            {0.5, 0.3, 0.2}, // calibration, label 0
            {0.6, 0.3, 0.1}, // calibration, label 1
            {0.2, 0.7, 0.1}, // calibration, label 1
            {0.4, 0.35, 0.25}, // new, of unknown label
            {0.85, 0.1, 0.05}
          });

  private static final Labels HAND_LABELS = Labels.of(3, new int[] {0, 1, 1, -1, -1});
  private static final NodeSet HAND_CALIBRATION = NodeSet.of(5, 0, 1, 2);

  private static final Graph PATH =
      Graph.fromEdges(5, new int[] {0, 1, 2, 3}, new int[] {1, 2, 3, 4});

  private static PredictionSets hand(Score score, double coverage, double weight) {
    return PredictionSets.of(
        new Settings(coverage, score, weight),
        HAND,
        HAND_LABELS,
        HAND_CALIBRATION,
        NodeGroups.one(5),
        PATH);
  }

  /** Scores of the truth 0.5, 0.7, 0.3; ⌈4 · 0.75⌉ = 3rd smallest: 0.7, so p ≥ 0.3. */
  @Test
  void leastAmbiguousSetsAsWorkedByHand() {
    PredictionSets sets = hand(Score.LAC, 0.75, 0);
    assertThat(sets.thresholds().get(0).value().orElseThrow()).isCloseTo(0.7, within(1e-15));
    assertThat(sets.toArray())
        .containsExactly(
            true, true, false, true, true, false, false, true, false, true, true, false, true,
            false, false);
    assertThat(hand(Score.LAC, 0.5, 0).thresholds().get(0).value().orElseThrow())
        .isEqualTo(0.5); // the 2nd
    assertThat(hand(Score.LAC, 0.5, 0).size(3)).as("only the predicted class").isEqualTo(1);
  }

  /** Scores of the truth 0, 0.6, 0; the 2nd smallest is 0, the 3rd 0.6. */
  @Test
  void adaptiveSetsAsWorkedByHand() {
    assertThat(hand(Score.APS, 0.5, 0).thresholds().get(0).value().orElseThrow()).isZero();
    assertThat(hand(Score.APS, 0.5, 0).size(3)).as("0 < 0.4").isEqualTo(1);
    PredictionSets sets = hand(Score.APS, 0.75, 0);
    assertThat(sets.thresholds().get(0).value().orElseThrow()).isCloseTo(0.6, within(1e-15));
    assertThat(sets.size(3)).as("0.4 ≤ 0.6 < 0.75").isEqualTo(2);
    assertThat(sets.size(4)).as("0.6 < 0.85").isEqualTo(1);
    assertThat(sets.contains(4, 0)).isTrue();
  }

  /** The second rank adds 0.1, the third 0.2: 0, 0.7, 0. */
  @Test
  void regularizedSetsAsWorkedByHand() {
    assertThat(hand(Score.RAPS, 0.75, 0).thresholds().get(0).value().orElseThrow())
        .isCloseTo(0.7, within(1e-15));
    assertThat(hand(Score.RAPS, 0.75, 0).size(3)).as("0.5 ≤ 0.7 < 0.95").isEqualTo(2);
  }

  /** Node 1 of label 1: ½ · 0.7 + ½ · (0.7 + 0.3)/2 = 0.6; nodes 0 and 2: 0.45 and 0.4875. */
  @Test
  void diffusedScoresAsWorkedByHand() {
    PredictionSets sets = hand(Score.LAC, 0.75, 0.5);
    assertThat(sets.thresholds().get(0).value().orElseThrow()).isCloseTo(0.6, within(1e-15));
    // node 3: ½ · (0.6, 0.65, 0.75) + ½ · (0.475, 0.6, 0.925) = (0.5375, 0.625, 0.8375)
    assertThat(sets.contains(3, 0)).isTrue();
    assertThat(sets.contains(3, 1)).isFalse();
  }

  @Test
  void tooFewNodesPutEveryClassIntoEverySet() {
    PredictionSets sets = hand(Score.LAC, 0.9, 0);
    assertThat(sets.thresholds().get(0).value()).isEmpty();
    assertThat(sets.size(3)).isEqualTo(3);
    assertThat(new Settings(0.9, Score.LAC, 0).nodesNeeded()).isEqualTo(9);
    assertThat(new Settings(0.95, Score.LAC, 0).nodesNeeded()).isEqualTo(19);
  }

  @Test
  void aClassWithoutCalibrationNodesIsInEverySet() {
    PredictionSets sets =
        PredictionSets.of(
            new Settings(0.5, Score.LAC, 0),
            HAND,
            HAND_LABELS,
            HAND_CALIBRATION,
            NodeGroups.byLabel(HAND_LABELS, c -> "" + c),
            PATH);
    assertThat(sets.thresholds())
        .extracting(PredictionSets.Threshold::nodes)
        .containsExactly(1, 2, 0);
    assertThat(sets.thresholds().get(1).value().orElseThrow()).isCloseTo(0.7, within(1e-15));
    for (int node = 0; node < 5; node++) {
      assertThat(sets.contains(node, 2)).isTrue();
    }
  }

  /** A graph of five blocks in which most nodes have the label of their block. */
  private record Generated(Graph graph, Probabilities predicted, Labels labels) {
    static Generated of(int nodes, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      double[][] rows = new double[nodes][];
      int[] labels = new int[nodes];
      for (int i = 0; i < nodes; i++) {
        labels[i] = random.nextInt(10) < 7 ? i % 5 : random.nextInt(5);
        rows[i] = row(random, labels[i]);
      }
      int[][] pairs = RandomGraphs.pairs(nodes / 5, 3 * nodes, seed);
      for (int k = 0; k < pairs[0].length; k++) {
        pairs[0][k] = 5 * pairs[0][k] + k % 5;
        pairs[1][k] = 5 * pairs[1][k] + k % 5;
      }
      return new Generated(
          Graph.fromEdges(nodes, pairs[0], pairs[1]), Probabilities.of(rows), Labels.of(5, labels));
    }

    /** Probabilities that favor the label by a random amount. */
    private static double[] row(SplittableRandom random, int label) {
      double[] row = new double[5];
      double sum = 0;
      for (int c = 0; c < 5; c++) {
        row[c] = Math.exp(2 * random.nextDouble() + (c == label ? 0.8 : 0));
        sum += row[c];
      }
      for (int c = 0; c < 5; c++) {
        row[c] /= sum;
      }
      return row;
    }
  }

  /**
   * With 100 calibration nodes the expected coverage is in 0.9 … 0.9 + 1/101; over 200 splits its
   * mean has a standard error of about 0.03/√200, and test nodes are shared, so ±0.01 is wide.
   */
  @ParameterizedTest
  @EnumSource(Score.class)
  void coversTheTargetOverTwoHundredSplits(Score score) {
    Generated data = Generated.of(1000, 3);
    for (double weight : new double[] {0, 0.5}) {
      double sum = 0;
      double size = 0;
      for (int seed = 0; seed < 200; seed++) {
        Split split = Splits.random(1000, new Splits.Fractions(0, 0.1, 0.9), seed);
        PredictionSets sets =
            PredictionSets.of(
                new Settings(0.9, score, weight),
                data.predicted,
                data.labels,
                split.validation(),
                NodeGroups.one(1000),
                data.graph);
        Measured measured = sets.measure(data.labels, split.test()).orElseThrow();
        sum += measured.coverage() / 200;
        size += measured.meanSize() / 200;
      }
      assertThat(sum).as("weight %s", weight).isBetween(0.89, 0.92);
      assertThat(size).isBetween(1.0, 4.5);
    }
  }

  /** Confidences near 1 must not fill adaptive sets with unlikely classes. */
  @Test
  void adaptiveSetsOfVeryConfidentNodesAreNoLargerThanNeeded() {
    Generated data = Generated.of(4000, 6);
    double[] sharp = data.predicted.toArray();
    for (int i = 0; i < 4000; i++) {
      double sum = 0;
      for (int k = 5 * i; k < 5 * i + 5; k++) {
        sharp[k] = Math.pow(sharp[k], 8);
        sum += sharp[k];
      }
      for (int k = 5 * i; k < 5 * i + 5; k++) {
        sharp[k] /= sum;
      }
    }
    Split split = Splits.random(4000, new Splits.Fractions(0, 0.5, 0.5), 1);
    Measured measured =
        PredictionSets.of(
                new Settings(0.9, Score.APS, 0),
                Probabilities.of(4000, 5, sharp),
                data.labels,
                split.validation(),
                NodeGroups.one(4000),
                data.graph)
            .measure(data.labels, split.test())
            .orElseThrow();
    assertThat(measured.coverage()).isBetween(0.88, 0.92);
  }

  @Test
  void groupsAreCoveredEach() {
    Generated data = Generated.of(4000, 4);
    Split split = Splits.random(4000, new Splits.Fractions(0, 0.5, 0.5), 1);
    NodeGroups groups = NodeGroups.byLabel(data.labels, c -> "" + c);
    PredictionSets sets =
        PredictionSets.of(
            new Settings(0.8, Score.APS, 0),
            data.predicted,
            data.labels,
            split.validation(),
            groups,
            data.graph);
    for (int g = 0; g < 5; g++) {
      Measured measured = sets.measure(data.labels, groups.members(g, split.test())).orElseThrow();
      assertThat(measured.coverage()).as("class %d", g).isBetween(0.73, 0.87);
      assertThat(measured.interval().low()).isLessThan(measured.coverage());
    }
  }

  @Test
  void setsAreTheSameForAnyNumberOfThreadsAndNeverEmpty() {
    Generated data = Generated.of(3000, 5);
    Settings settings = new Settings(0.5, Score.RAPS, 0.3);
    NodeSet half = Splits.random(3000, Splits.Fractions.DEFAULT, 2).validation();
    boolean[][] results = new boolean[2][];
    for (int threads = 1; threads <= 2; threads++) {
      ForkJoinPool pool = new ForkJoinPool(threads);
      results[threads - 1] =
          pool.submit(
                  () ->
                      PredictionSets.of(
                              settings,
                              data.predicted,
                              data.labels,
                              half,
                              NodeGroups.byDegree(data.graph, 3),
                              data.graph)
                          .toArray())
              .join();
      pool.shutdown();
    }
    assertThat(results[0]).isEqualTo(results[1]);
    for (int i = 0; i < 3000; i++) {
      assertThat(results[0][5 * i + data.predicted.predictedClass(i)]).isTrue();
    }
  }

  @Test
  void refusesSettingsOutsideTheirRanges() {
    assertThatThrownBy(() -> new Settings(1, Score.LAC, 0))
        .hasMessage(
            "coverage must be above 0 and below 1, the weight of neighbors in 0 … 1, got 1.0 and 0.0");
    assertThatThrownBy(() -> new Settings(0.9, Score.LAC, 1.5))
        .hasMessageContaining("got 0.9 and 1.5");
  }
}
