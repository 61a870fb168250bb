package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MultiLabelCalibratorTest {
  private static final int NODES = 400;

  static Stream<String> methods() {
    return MultiLabelCalibrator.methods().stream().map(Method::name);
  }

  /** Logits twice too large and too high; the first labels are rare. */
  private static CalibrationData random(int labels, long seed) {
    Graph graph = RandomGraphs.uniform(NODES, 900, seed);
    Random random = new Random(seed);
    double[] scores = new double[NODES * labels];
    int[] outcomes = new int[scores.length];
    for (int k = 0; k < scores.length; k++) {
      double z = 1.5 * random.nextGaussian() - (k % labels < labels / 2 ? 2 : 0);
      scores[k] = 2 * z + 0.8;
      outcomes[k] = random.nextDouble() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
      outcomes[k] = random.nextInt(20) == 0 ? -1 : outcomes[k];
    }
    return data(graph, scores, outcomes, split(IntStream.range(0, NODES).toArray()));
  }

  private static CalibrationData data(Graph graph, double[] scores, int[] outcomes, Split nodes) {
    int labels = scores.length / NODES;
    MultiLabelData all = MultiLabelData.of(graph, labels);
    return CalibrationData.of(all, Logits.of(NODES, labels, scores))
        .withLabels(Labels.of(2, outcomes))
        .withSplit(all.rows(nodes));
  }

  private static MultiLabelData labels(CalibrationData data) {
    return data.requireSeveralLabels();
  }

  private static double score(CalibrationData data, int row) {
    return data.logits().get(row, 1);
  }

  private static MultiLabelCalibrator calibrator(String method) {
    return new MultiLabelCalibrator(Methods.named(method).calibrator());
  }

  /** The first 120 of these nodes are for training, the next 140 for validation. */
  private static Split split(int[] order) {
    return new Split(
        NodeSet.of(NODES, Arrays.copyOf(order, 120)),
        NodeSet.of(NODES, Arrays.copyOfRange(order, 120, 260)),
        NodeSet.of(NODES, Arrays.copyOfRange(order, 260, NODES)));
  }

  private static double[] probabilities(String method, CalibrationData data) {
    return probabilities(calibrator(method).fit(data, 1), data);
  }

  private static double[] probabilities(FittedCalibrator fitted, CalibrationData data) {
    Probabilities p = fitted.calibrate(data).probabilities();
    return IntStream.range(0, p.nodeCount()).mapToDouble(k -> p.get(k, 1)).toArray();
  }

  private static CalibrationData columns(CalibrationData data, int... labels) {
    int old = labels(data).labelCount();
    double[] scores = new double[NODES * labels.length];
    int[] outcomes = new int[scores.length];
    for (int k = 0; k < scores.length; k++) {
      int l = labels[k % labels.length];
      scores[k] = score(data, k / labels.length * old + l);
      outcomes[k] = data.requireLabels().get(k / labels.length * old + l);
    }
    Split nodes = labels(data).labels(data).apply(0).requireSplit();
    return data(labels(data).graph(), scores, outcomes, nodes);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void oneLabelIsTwoClasses(String method) {
    CalibrationData data = random(1, 3);
    double[] halves = new double[2 * NODES]; // the same scores, in another form
    for (int i = 0; i < NODES; i++) {
      halves[2 * i] = -0.5 * score(data, i);
      halves[2 * i + 1] = 0.5 * score(data, i);
    }
    CalibrationData nodes =
        CalibrationData.of(labels(data).graph(), Logits.of(NODES, 2, halves))
            .withLabels(data.requireLabels())
            .withSplit(data.requireSplit());
    Probabilities expected =
        Methods.named(method).calibrator().fit(nodes, 1).calibrate(nodes).probabilities();
    double[] actual = probabilities(method, data);
    double tolerance = method.equals("wats") ? 1e-5 : 1e-9; // it trains with floats
    for (int i = 0; i < NODES; i++) {
      assertThat(actual[i]).isCloseTo(expected.get(i, 1), within(tolerance));
    }
    CalibrationData only = labels(data).labels(data).apply(0);
    FittedCalibrator same = Methods.named(method).calibrator().fit(only, 1);
    assertThat(actual).containsExactly(probabilities(same, only));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theOrderOfLabelsHasNoEffect(String method) {
    CalibrationData data = random(4, 5);
    int[] order = {2, 0, 3, 1};
    double[] expected = probabilities(method, data);
    double[] actual = probabilities(method, columns(data, order));
    for (int k = 0; k < actual.length; k++) {
      assertThat(actual[k]).isCloseTo(expected[k / 4 * 4 + order[k % 4]], within(1e-9));
    }
  }

  /** Not of wats, whose dropout is drawn by row. */
  @ParameterizedTest
  @MethodSource("methods")
  void theOrderOfNodesHasNoEffect(String method) {
    assumeFalse(method.equals("wats"));
    CalibrationData data = random(3, 7);
    int[] place = IntStream.range(0, NODES).map(i -> (i * 7 + 13) % NODES).toArray();
    double[] scores = new double[NODES * 3];
    int[] outcomes = new int[scores.length];
    GraphBuilder graph = GraphBuilder.withNodes(NODES);
    for (int i = 0; i < NODES; i++) {
      for (int l = 0; l < 3; l++) {
        scores[place[i] * 3 + l] = score(data, i * 3 + l);
        outcomes[place[i] * 3 + l] = data.requireLabels().get(i * 3 + l);
      }
      Graph old = labels(data).graph();
      for (int k = 0; k < old.degree(i); k++) {
        graph.edge(place[i], place[old.neighbor(i, k)]);
      }
    }
    CalibrationData moved = data(graph.build(), scores, outcomes, split(place));
    double[] expected = probabilities(method, data);
    double[] actual = probabilities(method, moved);
    for (int k = 0; k < actual.length; k++) {
      assertThat(actual[place[k / 3] * 3 + k % 3]).isCloseTo(expected[k], within(1e-8));
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void anyNumberOfThreadsGivesTheSameBits(String method) {
    CalibrationData data = random(5, 9);
    assertThat(Threads.with(1, () -> probabilities(method, data)))
        .containsExactly(Threads.with(4, () -> probabilities(method, data)));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aLabelWithOneOutcomeTakesTheFitOfAll(String method) {
    CalibrationData data = random(4, 11);
    int[] outcomes = data.requireLabels().toArray();
    for (int k : data.requireSplit().validation().toArray()) {
      outcomes[k] = k % 4 == 1 ? Math.min(outcomes[k], 0) : outcomes[k];
    }
    CalibrationData one = data.withLabels(Labels.of(2, outcomes));
    MultiLabelCalibrator.Fitted fitted = calibrator(method).fit(one, 1);
    assertThat(fitted.shared()).containsExactly(1);
    assertThat(fitted.report().notes().get(0)).contains("take the fit shared by all: 1");
    FittedCalibrator all =
        Methods.named(Set.of("wats", "ridge").contains(method) ? "ts" : method)
            .calibrator()
            .fit(
                CalibrationData.of(one.logits())
                    .withLabels(one.requireLabels())
                    .withSplit(one.requireSplit()),
                1);
    Probabilities expected = all.calibrate(labels(one).labels(one).apply(1)).probabilities();
    double[] actual = probabilities(fitted, one);
    for (int i = 0; i < NODES; i++) {
      assertThat(actual[4 * i + 1]).isCloseTo(expected.get(i, 1), within(1e-12));
    }
  }

  /** Labels that need the same correction: rare ones lose less by what the others show. */
  @ParameterizedTest
  @MethodSource("methods")
  void rareLabelsBorrowStrength(String method) {
    assumeFalse(Set.of("uncalibrated", "wats").contains(method)); // they share nothing
    double shared = 0;
    double alone = 0;
    for (int seed = 0; seed < 5; seed++) {
      CalibrationData data = random(20, 100 + seed);
      int[][] counts = labels(data).counts(data.requireLabels(), data.requireSplit().validation());
      double[] together = probabilities(method, data);
      for (int l = 0; l < 10; l++) {
        if (Math.min(counts[l][0], counts[l][1]) == 0) {
          continue;
        }
        double[] own = probabilities(method, columns(data, l));
        for (int i : labels(data).nodes(data.requireSplit().test()).toArray()) {
          int y = data.requireLabels().get(20 * i + l);
          if (y != Labels.UNKNOWN) {
            shared -= Math.log(y == 1 ? together[20 * i + l] : 1 - together[20 * i + l]);
            alone -= Math.log(y == 1 ? own[i] : 1 - own[i]);
          }
        }
      }
    }
    assertThat(shared).isLessThan(alone);
  }

  /** The row of a node and a label is i·L + l; the rows of a node stay together in halves. */
  @Test
  void rowsAreThoseWorkedByHand() {
    Graph graph = Graph.fromEdges(3, new int[] {0}, new int[] {2});
    MultiLabelData all = MultiLabelData.of(graph, 2);
    assertThat(all.count()).isEqualTo(6);
    assertThat(all.node(5)).isEqualTo(2);
    assertThat(all.label(5)).isEqualTo(1);
    assertThat(all.degree(5)).isEqualTo(1);
    assertThat(all.degree(2)).isZero();
    assertThat(all.rows(NodeSet.of(3, 0, 2)).toArray()).containsExactly(0, 1, 4, 5);
    assertThat(all.nodes(NodeSet.of(6, 1, 4, 5)).toArray()).containsExactly(0, 2);
    Labels outcomes = Labels.of(2, new int[] {1, 0, 1, -1, 0, 1});
    assertThat(all.counts(outcomes, NodeSet.all(6))).isDeepEqualTo(new int[][] {{1, 2}, {1, 1}});
    for (NodeSet half : all.halves(NodeSet.of(6, 0, 1, 3, 4, 5), 1)) {
      for (int row : half.toArray()) {
        int other = row % 2 == 0 ? row + 1 : row - 1; // of the same node
        assertThat(half.contains(other)).isEqualTo(other != 2);
      }
    }
  }

  @Test
  void saysWhatIsWrong() {
    CalibrationData data = random(2, 1);
    assertThatThrownBy(() -> calibrator("isotonic"))
        .hasMessageContaining("method must be one of uncalibrated, ts, platt, beta, wats, ridge")
        .hasMessageContaining("got isotonic");
    Labels none = Labels.of(2, new int[2 * NODES]);
    assertThatThrownBy(() -> calibrator("ts").fit(data.withLabels(none), 0))
        .hasMessageContaining("at least one label must have both outcomes, 0 and 1, among the 140");
    FittedCalibrator fitted = calibrator("ts").fit(data, 0);
    assertThatThrownBy(() -> fitted.calibrate(random(3, 1)))
        .hasMessage("this calibrator was fitted on 2 labels, got logits of 3");
    MultiLabelData all = labels(data);
    Logits scores = Logits.of(NODES, 2, new double[2 * NODES]);
    CalibrationData plain = CalibrationData.of(all, scores);
    assertThatThrownBy(() -> CalibrationData.of(all, data.logits()))
        .hasMessage("logits must be 400 × 2, a score for each node and label, got 800 × 2");
    assertThatThrownBy(() -> calibrator("ts").fit(plain, 0)).hasMessageContaining("needs labels");
    assertThatThrownBy(() -> calibrator("ts").fit(plain.withLabels(none), 0))
        .hasMessageContaining("needs a split");
    assertThatThrownBy(() -> Methods.named("wats").calibrator().fit(data, 0))
        .hasMessageContaining("these are labels of nodes: fit a MultiLabelCalibrator");
    CalibrationData nodes = all.labels(data).apply(0);
    assertThatThrownBy(() -> calibrator("ts").fit(nodes, 0))
        .hasMessageContaining("a calibrator of several labels needs MultiLabelData");
  }

  @Test
  void tellsWhichLabelsANoteIsOn() {
    assertThat(calibrator("ts").fit(random(3, 2), 0).report().notes())
        .contains(
            "the labels of 7 of 140 validation nodes are unknown; they were left out (label 1)");
  }
}
