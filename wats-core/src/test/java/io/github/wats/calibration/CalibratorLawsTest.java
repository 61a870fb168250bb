package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.Threads;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every registered method must do, whatever it is. */
class CalibratorLawsTest {
  private static final int NODES = 60;
  private static final int CLASSES = 4;

  static Stream<Method> methods() {
    return Methods.all().stream();
  }

  /** Seeded data: a random graph, logits, labels that follow them more often than not. */
  private record Data(CalibrationData input, Labels labels, Split split) {
    static Data random(long seed) {
      Random random = new Random(seed);
      double[] logits = random.doubles(NODES * CLASSES).map(u -> 6 * (u - 0.5)).toArray();
      return of(Logits.of(NODES, CLASSES, logits), RandomGraphs.uniform(NODES, 90, seed), random);
    }

    static Data of(Logits logits, Graph graph, Random random) {
      int[] labels = new int[NODES];
      Arrays.setAll(
          labels,
          i ->
              random.nextInt(3) == 0
                  ? random.nextInt(logits.classCount())
                  : logits.predictedClass(i));
      float[] features = new float[NODES * 5];
      for (int k = 0; k < features.length; k++) {
        features[k] = random.nextFloat();
      }
      CalibrationData input =
          CalibrationData.of(graph, logits)
              .withFeatures(FeatureMatrix.wrap(DenseMatrix.wrap(NODES, 5, features)));
      Split split =
          new Split(
              NodeSet.of(NODES, IntStream.range(0, 15).toArray()),
              NodeSet.of(NODES, IntStream.range(15, 40).toArray()),
              NodeSet.of(NODES, IntStream.range(40, NODES).toArray()));
      return new Data(input, Labels.of(logits.classCount(), labels), split);
    }

    FittedCalibrator fit(Calibrator<?> calibrator) {
      return calibrator.fit(input.withLabels(labels).withSplit(split), 5);
    }
  }

  /** The method, a quick fit of it. */
  private static Calibrator<?> quick(Method method) {
    return method.schema().names().contains("epochs")
        ? method.calibrator(Map.of("epochs", 15))
        : method.calibrator();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void isRebuiltFromItsCalibratorState(Method method) {
    Data data = Data.random(1);
    FittedCalibrator fitted = data.fit(quick(method));
    CalibratorState form = fitted.state();
    FittedCalibrator again = Methods.restore(form);
    assertThat(again.calibrate(data.input).probabilities())
        .isEqualTo(fitted.calibrate(data.input).probabilities());
    assertThat(again.state()).isEqualTo(form);
    assertThat(again.report().method()).isEqualTo(method.name());
    assertThat(again.transductiveReason()).isEqualTo(fitted.transductiveReason());
  }

  @ParameterizedTest
  @MethodSource("methods")
  void travelsBetweenProcesses(Method method) throws Exception {
    Data data = Data.random(1);
    FittedCalibrator fitted = data.fit(quick(method));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(fitted);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      FittedCalibrator again = (FittedCalibrator) in.readObject();
      assertThat(again.calibrate(data.input).probabilities())
          .isEqualTo(fitted.calibrate(data.input).probabilities());
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void sameSeedGivesTheSameBitsForAnyNumberOfThreads(Method method) {
    Data data = Data.random(2);
    CalibratorState one = Threads.with(1, () -> data.fit(quick(method)).state());
    CalibratorState four = Threads.with(4, () -> data.fit(quick(method)).state());
    assertThat(four).isEqualTo(one);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void keepsEveryPredictedClassIfItSaysSo(Method method) {
    for (long seed = 0; seed < 5; seed++) {
      Data data = Data.random(seed);
      Probabilities calibrated = data.fit(quick(method)).calibrate(data.input).probabilities();
      for (int i = 0; i < NODES && method.keepsClass(); i++) {
        assertThat(calibrated.predictedClass(i)).isEqualTo(data.input.logits().predictedClass(i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void temperaturesArePositiveAndGiveTheProbabilities(Method method) {
    Data data = Data.random(3);
    Calibration calibration = data.fit(quick(method)).calibrate(data.input);
    boolean hasTemperatures =
        List.of("ts", "cagcn", "gats", "wats", "ridge-temperature").contains(method.name());
    if (!method.name().equals("auto")) {
      assertThat(calibration.temperatures().isPresent()).isEqualTo(hasTemperatures);
    }
    calibration
        .temperatures()
        .ifPresent(
            temperatures -> {
              assertThat(temperatures).hasSize(NODES);
              assertThat(Arrays.stream(temperatures)).allMatch(t -> t > 0 && t < 1e6);
              assertThat(calibration.probabilities())
                  .isEqualTo(data.input.logits().dividedBy(temperatures).softmax());
            });
  }

  @ParameterizedTest
  @MethodSource("methods")
  void labelsOfTestNodesHaveNoEffect(Method method) {
    Data data = Data.random(4);
    int[] hidden = data.labels.toArray();
    for (int i = 40; i < NODES; i++) {
      hidden[i] = Labels.UNKNOWN;
    }
    Data without = new Data(data.input, Labels.of(CLASSES, hidden), data.split);
    assertThat(without.fit(quick(method)).state()).isEqualTo(data.fit(quick(method)).state());
  }

  /** Dropout and noise are drawn by row, so they are turned off; GETS needs noise: see GetsTest. */
  @ParameterizedTest
  @MethodSource("methods")
  void relabelingNodesMovesTheResultWithThem(Method method) {
    if (method.name().equals("gets")) {
      return;
    }
    Calibrator<?> calibrator =
        method.schema().names().contains("dropout")
            ? method.calibrator(Map.of("epochs", 15, "dropout", 0))
            : quick(method);
    Data data = Data.random(6);
    int[] newNumber = IntStream.range(0, NODES).map(i -> (i * 7 + 3) % NODES).toArray();
    Data moved = relabel(data, newNumber);
    Probabilities expected = data.fit(calibrator).calibrate(data.input).probabilities();
    Probabilities actual = moved.fit(calibrator).calibrate(moved.input).probabilities();
    for (int i = 0; i < NODES; i++) {
      for (int c = 0; c < CLASSES; c++) {
        assertThat(actual.get(newNumber[i], c)).isCloseTo(expected.get(i, c), within(2e-4));
      }
    }
  }

  private static Data relabel(Data data, int[] newNumber) {
    Graph graph = data.input.graph();
    GraphBuilder builder = GraphBuilder.withNodes(NODES);
    double[][] logits = new double[NODES][];
    float[] features = new float[NODES * 5];
    int[] labels = new int[NODES];
    for (int i = 0; i < NODES; i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        builder.edge(newNumber[i], newNumber[graph.neighbor(i, k)]);
      }
      logits[newNumber[i]] = new double[CLASSES];
      data.input.logits().copyRow(i, logits[newNumber[i]], 0);
      labels[newNumber[i]] = data.labels.get(i);
      for (int f = 0; f < 5; f++) {
        features[newNumber[i] * 5 + f] = data.input.features().orElseThrow().get(i, f);
      }
    }
    CalibrationData input =
        CalibrationData.of(builder.build(), Logits.of(logits))
            .withFeatures(FeatureMatrix.wrap(DenseMatrix.wrap(NODES, 5, features)));
    Split split =
        new Split(
            move(data.split.train(), newNumber),
            move(data.split.calibration(), newNumber),
            move(data.split.test(), newNumber));
    return new Data(input, Labels.of(CLASSES, labels), split);
  }

  private static NodeSet move(NodeSet nodes, int[] newNumber) {
    return NodeSet.of(NODES, Arrays.stream(nodes.toArray()).map(i -> newNumber[i]).toArray());
  }

  /** VS, CaGCN, GATS and GETS see the logits themselves and do react. */
  @ParameterizedTest
  @MethodSource("methods")
  void aConstantOnANodesLogitsChangesNothingWhereOnlyDifferencesCount(Method method) {
    if (!List.of("uncalibrated", "ts", "ets", "wats").contains(method.name())) {
      return;
    }
    Data data = Data.random(11);
    double[] shifted = data.input.logits().toArray();
    for (int k = 0; k < shifted.length; k++) {
      shifted[k] += 10 * Math.sin(k / CLASSES);
    }
    CalibrationData input = data.input.withLogits(Logits.of(NODES, CLASSES, shifted));
    Data other = new Data(input, data.labels, data.split);
    assertThat(other.fit(quick(method)).calibrate(input).probabilities().toArray())
        .containsExactly(
            data.fit(quick(method)).calibrate(data.input).probabilities().toArray(), within(1e-5));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesConstantLogits(Method method) {
    Logits constant = Logits.of(NODES, CLASSES, new double[NODES * CLASSES]);
    Data data = Data.of(constant, RandomGraphs.uniform(NODES, 90, 1), new Random(1));
    FittedCalibrator fitted = data.fit(quick(method));
    assertThat(fitted.calibrate(data.input).probabilities().nodeCount()).isEqualTo(NODES);
    assertThat(fitted.report().notes()).anyMatch(note -> note.contains("constant"));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesOneClassOnly(Method method) {
    Logits single = Logits.of(NODES, 1, new double[NODES]);
    Data data = Data.of(single, RandomGraphs.uniform(NODES, 90, 1), new Random(1));
    FittedCalibrator fitted = data.fit(quick(method));
    assertThat(fitted.calibrate(data.input).probabilities().get(3, 0)).isEqualTo(1);
    assertThat(fitted.report().notes()).anyMatch(note -> note.contains("one class only"));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesAClassWithoutCalibrationNodes(Method method) {
    Data data = Data.random(7);
    int[] labels = Arrays.stream(data.labels.toArray()).map(y -> y == 2 ? 1 : y).toArray();
    Data absent = new Data(data.input, Labels.of(CLASSES, labels), data.split);
    FittedCalibrator fitted = absent.fit(quick(method));
    assertThat(fitted.calibrate(data.input).probabilities().nodeCount()).isEqualTo(NODES);
    assertThat(fitted.report().notes()).contains("no calibration node has class 2");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesAGraphWithoutEdges(Method method) {
    Data data = Data.random(8);
    Graph empty = Graph.fromEdges(NODES, new int[0], new int[0]);
    Data alone = Data.of(data.input.logits(), empty, new Random(8));
    assertThat(alone.fit(quick(method)).calibrate(alone.input).probabilities().nodeCount())
        .isEqualTo(NODES);
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesOneCalibrationNode(Method method) {
    Data data = Data.random(9);
    Split split = new Split(data.split.train(), NodeSet.of(NODES, 20), NodeSet.of(NODES, 30, 31));
    Data one = new Data(data.input, data.labels, split);
    assertThat(one.fit(quick(method)).calibrate(data.input).probabilities().nodeCount())
        .isEqualTo(NODES);
  }
}
