package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.internal.PairInputs;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.RandomPairs;
import io.github.wats.testing.Threads;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PairDataTest {
  /** A triangle 0, 1, 2 with a tail 2–3–4: degrees 2, 2, 3, 2, 1. */
  private static final Graph TAIL =
      Graph.fromEdges(5, new int[] {0, 0, 1, 2, 3}, new int[] {1, 2, 2, 3, 4});

  private static final PairData PAIRS =
      PairData.of(TAIL, new int[] {0, 0, 2, 1}, new int[] {3, 1, 4, 4});
  private static final Logits SCORES = Logits.ofBinary(new double[] {1, 2, -1, 0.5});

  private static double[] row(PairInputs recipe, int pair) {
    NodeColumns columns = CalibrationData.of(PAIRS, SCORES).columns(recipe, KnownLabels.NONE);
    double[] row = new double[columns.width()];
    columns.write(pair, row, 0);
    return row;
  }

  /** The wavelets of order 1 of a node: {@code [x, e^(−s) t] / (|x| + |e^(−s) t|)}. */
  private static double[] wave(double x, double term) {
    double second = Math.exp(-0.4) * term;
    double norm = Math.abs(x) + Math.abs(second);
    return new double[] {x / norm, second / norm};
  }

  @Test
  void columnsWorkedByHand() {
    // The signal is ln(1 + 2 (d + 1)): ln 7 at 0, 1 and 3, ln 9 at 2, ln 5 at 4.
    double seven = Math.log(7);
    double nine = Math.log(9);
    double five = Math.log(5);
    double[] zero = wave(seven, -(seven / 2 + nine / Math.sqrt(6))); // also of 1
    double[] two = wave(nine, -3 * seven / Math.sqrt(6));
    double[] three = wave(seven, -(nine / Math.sqrt(6) + five / Math.sqrt(2)));
    double[] four = wave(five, -seven / Math.sqrt(2));
    PairInputs recipe = new PairInputs(WaveletSettings.of(1, 0.4), false, true);
    double ln2 = Math.log(2);
    double ln3 = Math.log(3);

    // 0 and 3, of degree 2 both, no edge; in common 2 of degree 3. Beside it pair 1 (score 2).
    double third = Math.log(4.0 / 3);
    double[][] expected = {
      // 0 and 3, of degree 2 both, no edge; in common 2 of degree 3. At 0 also pair 1 (score 2).
      joined(zero, ln3, three, ln3, ln2, Math.log(1 + 1 / ln3), third, 2.0 - 1, 0, 2.0 - 1),
      // 0 and 1 are an edge, without which each has degree 1; in common 2. Pair 0 at 0, 3 at 1.
      joined(zero, ln2, zero, ln2, ln2, Math.log(1 + 1 / ln3), third, 0.75 - 2, 0.5 - 2, 1.0 - 2),
      // 2 of degree 3 and 4 of degree 1; in common 3 of degree 2. At 4 also pair 3.
      joined(two, 2 * ln2, four, ln2, ln2, Math.log(1 + 1 / ln2), Math.log(1.5), 1.5, 0, 1.5),
      // 1 and 4 have nothing in common. Pair 1 at 1, pair 2 at 4.
      joined(zero, ln3, four, ln2, 0, 0, 0, 0.5 - 0.5, -1 - 0.5, 2 - 0.5)
    };
    for (int k = 0; k < expected.length; k++) {
      assertThat(row(recipe, k)).as("pair " + k).containsExactly(expected[k], within(1e-12));
    }
    assertThat(recipe.names())
        .containsExactly(
            "sum-wave0",
            "sum-wave1",
            "sum-degree",
            "difference-wave0",
            "difference-wave1",
            "difference-degree",
            "common-neighbors",
            "adamic-adar",
            "resource-allocation",
            "neighbor-scores",
            "lower-scores",
            "higher-scores");
    assertThat(IntStream.range(0, 4).map(PAIRS::degree)).containsExactly(2, 1, 1, 1);
  }

  /** Sums, then absolute differences, then what is around. */
  private static double[] joined(
      double[] a, double degreeOfA, double[] b, double degreeOfB, double... around) {
    double[] row = {
      a[0] + b[0],
      a[1] + b[1],
      degreeOfA + degreeOfB,
      Math.abs(a[0] - b[0]),
      Math.abs(a[1] - b[1]),
      Math.abs(degreeOfA - degreeOfB),
      0,
      0,
      0,
      0,
      0,
      0
    };
    System.arraycopy(around, 0, row, 6, 6);
    return row;
  }

  @Test
  void directedColumnsAreThoseOfTheSourceThenThoseOfTheTarget() {
    PairInputs directed = new PairInputs(WaveletSettings.of(1, 0.4), true, false);
    double[] there = row(directed, 2);
    PairData turned = PairData.of(TAIL, new int[] {3, 1, 4, 4}, new int[] {0, 0, 2, 1});
    double[] back = new double[6];
    CalibrationData.of(turned, SCORES).columns(directed, KnownLabels.NONE).write(2, back, 0);
    assertThat(Arrays.copyOf(there, 3)).isEqualTo(Arrays.copyOfRange(back, 3, 6));
    assertThat(there[2]).isEqualTo(Math.log(4));
    assertThat(there[5]).isEqualTo(Math.log(2));
  }

  /** Also where one list is so much longer that it is searched. */
  @Test
  void commonNeighborsAgreeWithCountingOneByOne() {
    int nodes = 300;
    int[][] edges = RandomGraphs.pairs(nodes, 900, 3);
    int[] hub = IntStream.range(1, nodes).toArray();
    Graph graph =
        Graph.fromEdges(
            nodes,
            IntStream.concat(Arrays.stream(edges[0]), Arrays.stream(new int[nodes - 1])).toArray(),
            IntStream.concat(Arrays.stream(edges[1]), Arrays.stream(hub)).toArray());
    PairData pairs = PairData.of(graph, new int[nodes - 1], hub);
    NodeColumns columns =
        CalibrationData.of(pairs, Logits.ofBinary(new double[nodes - 1]))
            .columns(new PairInputs(WaveletSettings.of(1, 0.4), false, true), KnownLabels.NONE);
    double[] row = new double[12];
    for (int k = 0; k < nodes - 1; k++) {
      columns.write(k, row, 0);
      int other = k + 1;
      int[] common =
          IntStream.range(0, nodes)
              .filter(w -> graph.hasEdge(0, w) && graph.hasEdge(other, w))
              .toArray();
      double adamic = Arrays.stream(common).mapToDouble(w -> 1 / Math.log(graph.degree(w))).sum();
      assertThat(row[6]).isEqualTo(Math.log(1.0 + common.length));
      assertThat(row[7]).isCloseTo(Math.log(1 + adamic), within(1e-12));
    }
  }

  /** Odds 1 in a sample with half links; of all pairs 1 in 10 is linked: 1/9. From 0.8: 4/9. */
  @Test
  void priorsWorkedByHand() {
    Probabilities sampled = Probabilities.of(3, 2, new double[] {0.5, 0.5, 0.2, 0.8, 1, 0});
    Probabilities all = sampled.withPrior(new double[] {0.5, 0.5}, new double[] {0.9, 0.1});
    assertThat(all.get(0, 1)).isCloseTo(0.1, within(1e-15));
    assertThat(all.get(1, 1)).isCloseTo(4.0 / 13, within(1e-15));
    assertThat(all.get(2, 1)).isZero();
  }

  /** All pairs have odds of 1 to 19 and are right; of a sample of all links and few others not. */
  @Test
  void thePriorUndoesSamplingOfPairsThatAreNotLinked() {
    Random random = new Random(7);
    int count = 200_000;
    double[] kept = new double[count];
    int[] labels = new int[count];
    double links = 0;
    int size = 0;
    double truth = 0;
    for (int k = 0; k < count; k++) {
      double score = 2 * random.nextGaussian() - 5;
      double p = 1 / (1 + Math.exp(-score));
      boolean linked = random.nextDouble() < p;
      truth += p / count;
      if (linked || random.nextDouble() < 0.05) {
        kept[size] = score;
        labels[size++] = linked ? 1 : 0;
        links += linked ? 1 : 0;
      }
    }
    Logits scores = Logits.ofBinary(Arrays.copyOf(kept, size));
    Labels known = Labels.of(2, Arrays.copyOf(labels, size));
    NodeSet all = NodeSet.all(size);
    CalibrationData data =
        CalibrationData.of(scores)
            .withLabels(known)
            .withSplit(new Split(NodeSet.of(size), all, NodeSet.of(size)));
    Probabilities sampled =
        Methods.named("platt").calibrator().fit(data).calibrate(data).probabilities();
    Probabilities corrected =
        sampled.withPrior(
            new double[] {1 - links / size, links / size}, new double[] {1 - truth, truth});
    double[] gap = {0, 0};
    for (int k = 0; k < size; k++) {
      double p = 1 / (1 + Math.exp(-kept[k]));
      gap[0] += Math.abs(sampled.get(k, 1) - p) / size;
      gap[1] += Math.abs(corrected.get(k, 1) - p) / size;
    }
    assertThat(gap[0]).isGreaterThan(0.2);
    assertThat(gap[1]).isLessThan(0.01);
  }

  @Test
  void refusesPairsThatAreNone() {
    assertThatThrownBy(() -> PairData.of(TAIL, new int[] {0, 1}, new int[] {1, 5}))
        .hasMessage("the ends of pairs must be nodes 0 … 4 of the graph, got 5 in pair 1");
    assertThatThrownBy(() -> PairData.of(TAIL, new int[] {-1}, new int[] {1}))
        .hasMessageContaining("got -1 in pair 0");
    assertThatThrownBy(() -> PairData.of(TAIL, new int[] {0, 3}, new int[] {1, 3}))
        .hasMessage("the ends of a pair must differ, pair 1 is 3 twice");
    assertThatThrownBy(() -> PairData.of(TAIL, new int[2], new int[1]))
        .hasMessageContaining("must have two ends each, got 2 sources and 1 targets");
    assertThatThrownBy(() -> CalibrationData.of(PAIRS, Logits.of(4, 3, new double[12])))
        .hasMessage("pairs have two classes, got 3");
    assertThatThrownBy(() -> CalibrationData.of(PAIRS, Logits.ofBinary(new double[3])))
        .hasMessageContaining("pairs must have one row per node");
  }

  @Test
  void notesPairsThatRepeatAndEdgesThatTellTheLabel() {
    PairData twice = PairData.of(TAIL, new int[] {0, 3, 1}, new int[] {3, 0, 4});
    CalibrationData data = CalibrationData.of(twice, Logits.ofBinary(new double[3]));
    assertThat(data.notes())
        .containsExactly("1 of 3 pairs repeat another, in this or the other order of their ends");
    assertThat(CalibrationData.of(PAIRS, SCORES).notes()).isEmpty();
    CalibrationData seen =
        CalibrationData.of(PAIRS, SCORES)
            .withLabels(Labels.of(2, new int[] {0, 1, 1, 0}))
            .withSplit(new Split(NodeSet.of(4), NodeSet.all(4), NodeSet.of(4)));
    assertThat(Methods.named("platt").calibrator().fit(seen).report().notes())
        .anyMatch(note -> note.startsWith("1 of 2 linked validation pairs are edges of the graph"));
  }

  static List<Method> methods() {
    return Methods.ofPairs();
  }

  static Stream<Method> symmetricMethods() {
    return Methods.ofPairs().stream();
  }

  static Stream<Method> nodeMethods() {
    return Methods.all().stream().filter(method -> method.scope() != Method.Scope.LOGITS);
  }

  private static Calibrator<?> quick(Method method) {
    return method.schema().names().contains("epochs")
        ? method.calibrator(Map.of("epochs", 15))
        : method.calibrator();
  }

  private static double[] results(Method method, CalibrationData data) {
    return quick(method).fit(data, 3).calibrate(data).probabilities().toArray();
  }

  @ParameterizedTest
  @MethodSource("nodeMethods")
  void methodsForNodesRefusePairs(Method method) {
    CalibrationData data = RandomPairs.of(50, 100, 90, 1);
    assertThatThrownBy(() -> quick(method).fit(data))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching("these are pairs of nodes: use wats-pair, ridge-pair, .*|.*feature.*");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void onlyMethodsOfLogitsTakeNodes(Method method) {
    CalibrationData pairs = RandomPairs.of(50, 100, 90, 1);
    CalibrationData nodes =
        CalibrationData.of(RandomGraphs.uniform(90, 100, 1), pairs.logits())
            .withLabels(pairs.requireLabels())
            .withSplit(pairs.requireSplit());
    if (method.scope() == Method.Scope.PAIR) {
      assertThatThrownBy(() -> quick(method).fit(nodes))
          .hasMessage("these are nodes: a method for pairs of nodes needs PairData (--pairs)");
    } else {
      assertThat(results(method, nodes)).isEqualTo(results(method, pairs));
    }
  }

  @ParameterizedTest
  @MethodSource("symmetricMethods")
  void theOrderOfTheEndsHasNoEffect(Method method) {
    CalibrationData data = RandomPairs.of(80, 300, 400, 2);
    PairData pairs = data.pairs().orElseThrow();
    Random random = new Random(1);
    int[] sources = new int[pairs.count()];
    int[] targets = new int[pairs.count()];
    for (int k = 0; k < sources.length; k++) {
      boolean turn = random.nextBoolean();
      sources[k] = turn ? pairs.target(k) : pairs.source(k);
      targets[k] = turn ? pairs.source(k) : pairs.target(k);
    }
    CalibrationData turned =
        CalibrationData.of(PairData.of(pairs.graph(), sources, targets), data.logits())
            .withLabels(data.requireLabels())
            .withSplit(data.requireSplit());
    assertThat(results(method, turned)).isEqualTo(results(method, data));
    if (method.scope() == Method.Scope.PAIR) {
      Calibrator<?> directed = quick(method).with("directed", true);
      assertThat(directed.fit(turned).calibrate(turned).probabilities().toArray())
          .isNotEqualTo(directed.fit(data).calibrate(data).probabilities().toArray());
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void theOrderOfThePairsHasNoEffect(Method method) {
    CalibrationData data = RandomPairs.of(80, 300, 400, 4);
    PairData pairs = data.pairs().orElseThrow();
    int count = pairs.count(); // the last comes first
    Split split = data.requireSplit();
    CalibrationData turned =
        CalibrationData.of(
                PairData.of(
                    pairs.graph(),
                    IntStream.range(0, count).map(k -> pairs.source(count - 1 - k)).toArray(),
                    IntStream.range(0, count).map(k -> pairs.target(count - 1 - k)).toArray()),
                Logits.ofBinary(
                    IntStream.range(0, count)
                        .mapToDouble(k -> data.logits().get(count - 1 - k, 1))
                        .toArray()))
            .withLabels(
                Labels.of(
                    2,
                    IntStream.range(0, count)
                        .map(k -> data.requireLabels().get(count - 1 - k))
                        .toArray()))
            .withSplit(
                new Split(turned(split.train()), turned(split.validation()), turned(split.test())));
    Calibrator<?> calibrator =
        method.name().equals("wats-pair")
            ? method.calibrator(Map.of("epochs", 15, "dropout", 0.0))
            : quick(method);
    double[] expected = calibrator.fit(data).calibrate(data).probabilities().toArray();
    double[] actual = calibrator.fit(turned).calibrate(turned).probabilities().toArray();
    for (int k = 0; k < count; k++) {
      assertThat(actual[2 * (count - 1 - k) + 1])
          .isCloseTo(expected[2 * k + 1], within(method.name().equals("wats-pair") ? 1e-4 : 1e-7));
    }
  }

  private static NodeSet turned(NodeSet nodes) {
    int last = nodes.nodeCount() - 1;
    return NodeSet.of(
        nodes.nodeCount(), Arrays.stream(nodes.toArray()).map(k -> last - k).toArray());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void threadsGiveTheSameBits(Method method) {
    CalibrationData data = RandomPairs.of(3_000, 20_000, 12_000, 5);
    double[] one = Threads.with(1, () -> results(method, data));
    double[] four = Threads.with(4, () -> results(method, data));
    assertThat(four).isEqualTo(one);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void aStoredFitGivesTheSame(Method method) {
    CalibrationData data = RandomPairs.of(80, 300, 400, 6);
    FittedCalibrator fitted = quick(method).fit(data, 3);
    CalibrationData other = RandomPairs.of(60, 200, 100, 7);
    assertThat(Methods.restore(fitted.state()).calibrate(other).probabilities().toArray())
        .isEqualTo(fitted.calibrate(other).probabilities().toArray());
  }

  /** Half of what decides is the number of common neighbors, which scores do not know. */
  @Test
  void inputsOfPairsHelpWhereTheyDecide() {
    CalibrationData data = RandomPairs.of(400, 6_000, 12_000, 8);
    double platt = nll("platt", data);
    assertThat(nll("ridge-pair", data)).isLessThan(0.95 * platt);
    assertThat(nll("wats-pair", data)).isLessThan(platt + 0.01);
  }

  private static double nll(String method, CalibrationData data) {
    Probabilities p = Methods.named(method).calibrator().fit(data).calibrate(data).probabilities();
    Outcomes test = Outcomes.of(p, data.requireLabels(), data.requireSplit().test());
    return Evaluation.of(test, Evaluation.Options.DEFAULT).orElseThrow().value(Metric.NLL);
  }

  /** Scores of heuristics are never below 0, and of any scale. */
  @ParameterizedTest
  @MethodSource("scales")
  void theScaleOfScoresHasNoEffectOnMethodsOfPairs(double factor, double offset) {
    CalibrationData data = RandomPairs.of(80, 300, 600, 9);
    double[] scores =
        IntStream.range(0, data.nodeCount())
            .mapToDouble(k -> factor * data.logits().get(k, 1) + offset)
            .toArray();
    CalibrationData scaled = data.withLogits(Logits.ofBinary(scores));
    Method method = Methods.named("ridge-pair");
    double[] expected = results(method, data);
    double[] actual = results(method, scaled);
    for (int k = 0; k < expected.length; k++) {
      assertThat(actual[k]).isCloseTo(expected[k], within(1e-5));
    }
  }

  static Stream<Arguments> scales() {
    return Stream.of(Arguments.of(1e-3, 0.5), Arguments.of(1e4, 1e4), Arguments.of(-1, 0));
  }
}
