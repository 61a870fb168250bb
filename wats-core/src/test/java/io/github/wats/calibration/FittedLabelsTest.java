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
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FittedLabelsTest {
  private static final int NODES = 400;

  static Stream<String> methods() {
    return FittedLabels.methods().stream();
  }

  /** Logits twice too large and too high; the first labels are rare. */
  private static MultiLabelData random(int labels, long seed) {
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
    return MultiLabelData.of(graph, Logits.of(NODES, labels, scores))
        .withOutcomes(outcomes)
        .withSplit(split(IntStream.range(0, NODES).toArray()));
  }

  /** The first 120 of these nodes are for training, the next 140 for validation. */
  private static Split split(int[] order) {
    return new Split(
        NodeSet.of(NODES, Arrays.copyOf(order, 120)),
        NodeSet.of(NODES, Arrays.copyOfRange(order, 120, 260)),
        NodeSet.of(NODES, Arrays.copyOfRange(order, 260, NODES)));
  }

  private static double[] probabilities(String method, MultiLabelData data) {
    return FittedLabels.fit(data, Methods.named(method).calibrator(), 1).probabilities(data);
  }

  private static MultiLabelData columns(MultiLabelData data, int... labels) {
    int old = data.labelCount();
    double[] scores = new double[NODES * labels.length];
    int[] outcomes = new int[scores.length];
    for (int k = 0; k < scores.length; k++) {
      int l = labels[k % labels.length];
      scores[k] = data.logits().get(k / labels.length, l);
      outcomes[k] = data.outcomes().orElseThrow().get(k / labels.length * old + l);
    }
    return MultiLabelData.of(data.graph(), Logits.of(NODES, labels.length, scores))
        .withOutcomes(outcomes)
        .withSplit(data.requireSplit());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void oneLabelIsTwoClasses(String method) {
    MultiLabelData data = random(1, 3);
    double[] halves = new double[2 * NODES]; // the same scores, in another form
    for (int i = 0; i < NODES; i++) {
      halves[2 * i] = -0.5 * data.logits().get(i, 0);
      halves[2 * i + 1] = 0.5 * data.logits().get(i, 0);
    }
    CalibrationData nodes =
        CalibrationData.of(data.graph(), Logits.of(NODES, 2, halves))
            .withLabels(data.requireOutcomes(0))
            .withSplit(data.requireSplit());
    Probabilities expected =
        Methods.named(method).calibrator().fit(nodes, 1).calibrate(nodes).probabilities();
    double[] actual = probabilities(method, data);
    double tolerance = method.equals("wats") ? 1e-5 : 1e-9; // it trains with floats
    for (int i = 0; i < NODES; i++) {
      assertThat(actual[i]).isCloseTo(expected.get(i, 1), within(tolerance));
    }
    Probabilities same =
        Methods.named(method)
            .calibrator()
            .fit(data.label(0), 1)
            .calibrate(data.label(0))
            .probabilities();
    assertThat(actual)
        .containsExactly(IntStream.range(0, NODES).mapToDouble(i -> same.get(i, 1)).toArray());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theOrderOfLabelsHasNoEffect(String method) {
    MultiLabelData data = random(4, 5);
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
    MultiLabelData data = random(3, 7);
    int[] place = IntStream.range(0, NODES).map(i -> (i * 7 + 13) % NODES).toArray();
    double[] scores = new double[NODES * 3];
    int[] outcomes = new int[scores.length];
    GraphBuilder graph = GraphBuilder.withNodes(NODES);
    for (int i = 0; i < NODES; i++) {
      for (int l = 0; l < 3; l++) {
        scores[place[i] * 3 + l] = data.logits().get(i, l);
        outcomes[place[i] * 3 + l] = data.outcomes().orElseThrow().get(i * 3 + l);
      }
      for (int k = 0; k < data.graph().degree(i); k++) {
        graph.edge(place[i], place[data.graph().neighbor(i, k)]);
      }
    }
    MultiLabelData moved =
        MultiLabelData.of(graph.build(), Logits.of(NODES, 3, scores))
            .withOutcomes(outcomes)
            .withSplit(split(place));
    double[] expected = probabilities(method, data);
    double[] actual = probabilities(method, moved);
    for (int k = 0; k < actual.length; k++) {
      assertThat(actual[place[k / 3] * 3 + k % 3]).isCloseTo(expected[k], within(1e-8));
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void anyNumberOfThreadsGivesTheSameBits(String method) {
    MultiLabelData data = random(5, 9);
    assertThat(Threads.with(1, () -> probabilities(method, data)))
        .containsExactly(Threads.with(4, () -> probabilities(method, data)));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aLabelWithOneOutcomeTakesTheFitOfAll(String method) {
    MultiLabelData data = random(4, 11);
    int[] outcomes = data.outcomes().orElseThrow().toArray();
    for (int i : data.requireSplit().validation().toArray()) {
      outcomes[4 * i + 1] = Math.min(outcomes[4 * i + 1], 0);
    }
    MultiLabelData one = data.withOutcomes(outcomes);
    FittedLabels fitted = FittedLabels.fit(one, Methods.named(method).calibrator(), 1);
    assertThat(fitted.shared()).containsExactly(1);
    FittedCalibrator all =
        Methods.named(method.equals("platt") || method.equals("beta") ? method : "ts")
            .calibrator()
            .fit(one.pooled(), 1);
    Probabilities expected = all.calibrate(one.label(1)).probabilities();
    double[] actual = fitted.probabilities(one);
    for (int i = 0; i < NODES; i++) {
      assertThat(actual[4 * i + 1]).isCloseTo(expected.get(i, 1), within(1e-12));
    }
  }

  /** Labels that need the same correction: rare ones lose less by what the others show. */
  @ParameterizedTest
  @MethodSource("methods")
  void rareLabelsBorrowStrength(String method) {
    assumeFalse(method.equals("wats")); // shares nothing
    double shared = 0;
    double alone = 0;
    for (int seed = 0; seed < 5; seed++) {
      MultiLabelData data = random(20, 100 + seed);
      double[] together = probabilities(method, data);
      for (int l = 0; l < 10; l++) {
        if (Arrays.stream(data.counts(l, data.requireSplit().validation())).min().orElse(0) == 0) {
          continue;
        }
        double[] own = probabilities(method, columns(data, l));
        for (int i : data.requireSplit().test().toArray()) {
          int y = data.outcomes().orElseThrow().get(20 * i + l);
          if (y != Labels.UNKNOWN) {
            shared -= Math.log(y == 1 ? together[20 * i + l] : 1 - together[20 * i + l]);
            alone -= Math.log(y == 1 ? own[i] : 1 - own[i]);
          }
        }
      }
    }
    assertThat(shared).isLessThan(alone);
  }

  @Test
  void saysWhatIsWrong() {
    MultiLabelData data = random(2, 1);
    Calibrator<?> isotonic = Methods.named("isotonic").calibrator();
    assertThatThrownBy(() -> FittedLabels.fit(data, isotonic, 0))
        .hasMessageContaining("method must be one of ts, platt, beta, wats, ridge")
        .hasMessageContaining("got isotonic");
    int[] none = new int[2 * NODES];
    Calibrator<?> ts = Methods.named("ts").calibrator();
    assertThatThrownBy(() -> FittedLabels.fit(data.withOutcomes(none), ts, 0))
        .hasMessageContaining("at least one label must have both outcomes");
    none[3] = 2;
    assertThatThrownBy(() -> data.withOutcomes(none))
        .hasMessage("outcomes must be 0, 1, or -1 for unknown, got 2 at node 1, label 1");
    assertThatThrownBy(() -> data.withOutcomes(new int[3]))
        .hasMessageContaining("outcomes must be 400 × 2");
    assertThatThrownBy(() -> FittedLabels.fit(data, ts, 0).probabilities(random(3, 1)))
        .hasMessage("this calibrator was fitted on 2 labels, got logits of 3");
    MultiLabelData plain = MultiLabelData.of(data.graph(), data.logits());
    assertThatThrownBy(() -> FittedLabels.fit(plain, ts, 0)).hasMessageContaining("needs a split");
    assertThatThrownBy(() -> FittedLabels.fit(plain.withSplit(data.requireSplit()), ts, 0))
        .hasMessageContaining("needs outcomes");
  }

  @Test
  void tellsWhichLabelsANoteIsOn() {
    FittedLabels fitted = FittedLabels.fit(random(3, 2), Methods.named("ts").calibrator(), 0);
    assertThat(fitted.notes())
        .containsEntry(
            "the labels of 7 of 140 validation nodes are unknown; they were left out", List.of(1));
  }
}
