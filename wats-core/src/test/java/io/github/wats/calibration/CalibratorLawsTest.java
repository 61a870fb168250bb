package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.scaling.TemperatureScaling;
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
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every registered method must do, whatever it is. */
class CalibratorLawsTest {
  private static final int NODES = 200;
  private static final int EDGES = 300;

  /** Training nodes come first, then validation nodes: enough that no method falls back. */
  private static final int FIRST_CALIBRATION = 50;

  private static final int FIRST_TEST = 110;

  /** So many nodes that every loop over them is split between threads. */
  private static final int MANY_NODES = 4000;

  private static final int CLASSES = 4;

  static Stream<Method> methods() {
    return Methods.all().stream();
  }

  private static Stream<Method> methodsExcept(String... names) {
    return methods().filter(method -> !List.of(names).contains(method.name()));
  }

  /** Not TS itself, nor what does nothing. */
  static Stream<Method> methodsBeyondTemperatureScaling() {
    return methodsExcept("uncalibrated", "ts");
  }

  static Stream<Method> methodsThatKeepClasses() {
    return methods().filter(Method::keepsClass);
  }

  /**
   * GETS has no setting without noise, which is drawn by row; see GetsTest. The folds of auto take
   * turns in the order of nodes.
   */
  static Stream<Method> methodsWithoutNoise() {
    return methodsExcept("gets", "auto");
  }

  /** VS, CaGCN, GATS and GETS see the logits themselves and do react. */
  static Stream<Method> methodsOfDifferencesOfLogits() {
    return methodsExcept("vs", "cagcn", "gats", "gets");
  }

  /** Seeded data: a random graph, logits, labels that follow them, at low degree less often. */
  private record Data(CalibrationData input, Labels labels, Split split) {
    static Data random(long seed) {
      return random(NODES, EDGES, seed);
    }

    static Data random(int nodes, int edges, long seed) {
      Random random = new Random(seed);
      double[] logits = random.doubles(nodes * CLASSES).map(u -> 6 * (u - 0.5)).toArray();
      return of(
          Logits.of(nodes, CLASSES, logits), RandomGraphs.uniform(nodes, edges, seed), random);
    }

    static Data of(Logits logits, Graph graph, Random random) {
      int nodes = logits.nodeCount();
      int[] labels = new int[nodes];
      Arrays.setAll(
          labels,
          i ->
              random.nextInt(graph.degree(i) < 3 ? 2 : 8) == 0
                  ? random.nextInt(logits.classCount())
                  : logits.predictedClass(i));
      float[] features = new float[nodes * 5];
      for (int k = 0; k < features.length; k++) {
        features[k] = random.nextFloat();
      }
      CalibrationData input =
          CalibrationData.of(graph, logits)
              .withFeatures(FeatureMatrix.wrap(DenseMatrix.wrap(nodes, 5, features)));
      int scale = nodes / NODES;
      Split split =
          new Split(
              range(nodes, 0, FIRST_CALIBRATION * scale),
              range(nodes, FIRST_CALIBRATION * scale, FIRST_TEST * scale),
              range(nodes, FIRST_TEST * scale, nodes));
      return new Data(input, Labels.of(logits.classCount(), labels), split);
    }

    private static NodeSet range(int nodes, int from, int to) {
      return NodeSet.of(nodes, IntStream.range(from, to).toArray());
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

  /** Else the other laws would test the fallback. */
  @ParameterizedTest
  @MethodSource("methodsBeyondTemperatureScaling")
  void isMoreThanTemperatureScalingOnThisData(Method method) {
    Data data = Data.random(1);
    FittedCalibrator fitted = data.fit(quick(method));
    double[] scaled =
        data.fit(TemperatureScaling.DEFAULT).calibrate(data.input).probabilities().toArray();
    double[] calibrated = fitted.calibrate(data.input).probabilities().toArray();
    double[] differences = new double[scaled.length];
    Arrays.setAll(differences, k -> Math.abs(calibrated[k] - scaled[k]));
    assertThat(Arrays.stream(differences).max().orElseThrow()).isGreaterThan(0.01);
    assertThat(fitted.report().notes()).noneMatch(note -> note.contains("fell back"));
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
    Data data = Data.random(MANY_NODES, 3 * MANY_NODES, 2);
    Supplier<List<Object>> result =
        () -> {
          FittedCalibrator fitted = data.fit(quick(method));
          return List.of(fitted.state(), fitted.calibrate(data.input).probabilities());
        };
    assertThat(Threads.inParallel(4, result)).isEqualTo(Threads.with(1, result));
  }

  @ParameterizedTest
  @MethodSource("methodsThatKeepClasses")
  void keepsEveryPredictedClassIfItSaysSo(Method method) {
    for (long seed = 0; seed < 5; seed++) {
      Data data = Data.random(seed);
      Probabilities calibrated = data.fit(quick(method)).calibrate(data.input).probabilities();
      for (int i = 0; i < NODES; i++) {
        assertThat(calibrated.predictedClass(i)).isEqualTo(data.input.logits().predictedClass(i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("methods")
  void temperaturesArePositiveAndGiveTheProbabilities(Method method) {
    Data data = Data.random(3);
    Calibration calibration = data.fit(quick(method)).calibrate(data.input);
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
  @ValueSource(strings = {"ts", "cagcn", "gats", "wats", "ridge-temperature"})
  void givesTemperatures(String method) {
    Data data = Data.random(3);
    Calibration calibration = data.fit(quick(Methods.named(method))).calibrate(data.input);
    assertThat(calibration.temperatures()).as(method).isPresent();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void labelsOfTestNodesHaveNoEffect(Method method) {
    Data data = Data.random(4);
    int[] hidden = data.labels.toArray();
    for (int i = FIRST_TEST; i < NODES; i++) {
      hidden[i] = Labels.UNKNOWN;
    }
    Data without = new Data(data.input, Labels.of(CLASSES, hidden), data.split);
    assertThat(without.fit(quick(method)).state()).isEqualTo(data.fit(quick(method)).state());
  }

  /** Dropout is drawn by row, so it is turned off. */
  @ParameterizedTest
  @MethodSource("methodsWithoutNoise")
  void relabelingNodesMovesTheResultWithThem(Method method) {
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
            move(data.split.validation(), newNumber),
            move(data.split.test(), newNumber));
    return new Data(input, Labels.of(CLASSES, labels), split);
  }

  private static NodeSet move(NodeSet nodes, int[] newNumber) {
    return NodeSet.of(NODES, Arrays.stream(nodes.toArray()).map(i -> newNumber[i]).toArray());
  }

  @ParameterizedTest
  @MethodSource("methodsOfDifferencesOfLogits")
  void aConstantOnANodesLogitsChangesNothingWhereOnlyDifferencesCount(Method method) {
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
    Data data = Data.of(constant, RandomGraphs.uniform(NODES, EDGES, 1), new Random(1));
    FittedCalibrator fitted = data.fit(quick(method));
    assertThat(fitted.calibrate(data.input).probabilities().nodeCount()).isEqualTo(NODES);
    assertThat(fitted.report().notes()).anyMatch(note -> note.contains("constant"));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void survivesOneClassOnly(Method method) {
    Logits single = Logits.of(NODES, 1, new double[NODES]);
    Data data = Data.of(single, RandomGraphs.uniform(NODES, EDGES, 1), new Random(1));
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
    assertThat(fitted.report().notes()).contains("no validation node has class 2");
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
    Split split = new Split(data.split.train(), NodeSet.of(NODES, 70), NodeSet.of(NODES, 80, 81));
    Data one = new Data(data.input, data.labels, split);
    assertThat(one.fit(quick(method)).calibrate(data.input).probabilities().nodeCount())
        .isEqualTo(NODES);
  }
}
