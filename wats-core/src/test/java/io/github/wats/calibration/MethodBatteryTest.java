package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
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
import io.github.wats.settings.SettingsSchema.Declared;
import io.github.wats.testing.RandomGraphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every registered method, with every value of its settings that are a choice, on every input that
 * is unusual: like {@code check_estimator} of scikit-learn. A new method is tested here without a
 * line. Either an input is refused by one of {@link #RULES}, or the result is valid and the notes
 * are true.
 */
class MethodBatteryTest {
  private static final int NODES = 120;
  private static final int CLASSES = 3;
  private static final int LEAVES = 100_000;
  private static final String LABELS_USED = "labels were used";

  /** Inputs that a method may refuse, and how. */
  private static final List<String> RULES =
      List.of(
          "a network needs logits in ±1e8, got -?\\d\\.\\d*E300 at node \\d+; .*",
          "early-stopping held-out needs at least 5 validation nodes, got [1-4]");

  /** Quick values of settings that decide how long a fit takes, not what it does. */
  private static final Map<String, Integer> QUICK = Map.of("epochs", 12, "folds", 2);

  /** A method with settings. */
  private record Variant(Method method, Map<String, Object> changes) {
    Calibrator<?> calibrator() {
      return method.calibrator(changes);
    }

    boolean keepsClass() {
      return method.keepsClass()
          || "keep-class".equals(method.settings(calibrator()).get("mode")); // of ridge
    }

    @Override
    public String toString() {
      return method.name() + " " + changes;
    }
  }

  private static Variant standard(Method method) {
    return standard(method, QUICK);
  }

  private static Variant standard(Method method, Map<String, Integer> values) {
    Map<String, Object> quick = new LinkedHashMap<>();
    values.forEach(
        (name, value) -> {
          if (method.schema().names().contains(name)) {
            quick.put(name, value);
          }
        });
    return new Variant(method, quick);
  }

  /** The defaults, and each choice of each setting alone. */
  private static Stream<Variant> variants(Method method) {
    List<Variant> variants = new ArrayList<>(List.of(standard(method)));
    for (Declared setting : method.schema().settings()) {
      for (String choice : setting.choices()) {
        if (!choice.equals(String.valueOf(setting.defaultValue()))) {
          Map<String, Object> changes = new LinkedHashMap<>(standard(method).changes());
          changes.put(setting.name(), choice);
          variants.add(new Variant(method, changes));
        }
      }
    }
    return variants.stream();
  }

  /** An unusual input. */
  private record Case(String name, CalibrationData data) {
    static Case of(String name, Graph graph, double[][] logits, int[] labels, int validation) {
      int n = logits.length;
      float[] features = new float[n * 2];
      for (int k = 0; k < features.length; k++) {
        features[k] = k % 7;
      }
      int train = n / 4;
      Split split =
          new Split(
              range(n, 0, train), range(n, train, train + validation), range(n, n - n / 4, n));
      return new Case(
          name,
          CalibrationData.of(graph, Logits.of(logits))
              .withFeatures(FeatureMatrix.wrap(DenseMatrix.wrap(n, 2, features)))
              .withLabels(Labels.of(logits[0].length, labels))
              .withSplit(split));
    }

    private static NodeSet range(int n, int from, int to) {
      return NodeSet.of(n, IntStream.range(from, to).toArray());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static double[][] logits(int nodes, int classes) {
    SplittableRandom random = new SplittableRandom(3);
    double[][] logits = new double[nodes][classes];
    for (double[] row : logits) {
      Arrays.setAll(row, c -> 6 * random.nextDouble() - 3);
    }
    return logits;
  }

  /** Labels that follow the logits at three nodes of four. */
  private static int[] labels(double[][] logits) {
    int classes = logits[0].length;
    Logits scores = Logits.of(logits);
    return IntStream.range(0, logits.length)
        .map(i -> i % 4 == 0 ? (i / 4) % classes : scores.predictedClass(i))
        .toArray();
  }

  private static double[][] map(double[][] logits, DoubleUnaryOperator f) {
    return Arrays.stream(logits)
        .map(r -> Arrays.stream(r).map(f).toArray())
        .toArray(double[][]::new);
  }

  private static double[][] outlier(double value, int node) {
    double[][] logits = logits(NODES, CLASSES);
    logits[node][1] = value;
    return logits;
  }

  private static Stream<Case> cases() {
    Graph graph = RandomGraphs.uniform(NODES, 200, 4);
    double[][] usual = logits(NODES, CLASSES);
    int[] labels = labels(usual);
    int[] right = IntStream.range(0, NODES).map(Logits.of(usual)::predictedClass).toArray();
    int[] wrong = Arrays.stream(right).map(y -> (y + 1) % CLASSES).toArray();
    int[] mostly = IntStream.range(0, NODES).map(i -> i % 14 == 0 ? wrong[i] : right[i]).toArray();
    double[][] sure = map(usual, z -> z * 15); // the weights that ETS finds sum to 1 + 2e-16
    sure[100][1] = 1e4;
    int[] missing = Arrays.stream(labels).map(y -> y == 2 ? 1 : y).toArray();
    int[] unknown = IntStream.range(0, NODES).map(i -> i % 3 == 0 ? -1 : labels[i]).toArray();
    double[][] softmax = new double[NODES][CLASSES];
    Probabilities plain = Logits.of(usual).softmax();
    for (int i = 0; i < NODES; i++) {
      plain.copyRow(i, softmax[i], 0);
    }
    double[][] twins = usual.clone();
    Arrays.setAll(twins, i -> usual[i / 2]);
    GraphBuilder doubled = GraphBuilder.withNodes(NODES);
    for (int i = 0; i < NODES; i++) {
      doubled.edge(i, i).edge(i, (i + 2) % NODES).edge((i + 2) % NODES, i).edge(i, (i + 2) % NODES);
    }
    Stream<Case> all =
        Stream.of(
            Case.of("one class", graph, logits(NODES, 1), new int[NODES], 40),
            Case.of("two classes", graph, logits(NODES, 2), labels(logits(NODES, 2)), 40),
            Case.of("a missing class", graph, usual, missing, 40),
            Case.of("unknown labels", graph, usual, unknown, 40),
            Case.of("always right", graph, usual, right, 40),
            Case.of("always wrong", graph, usual, wrong, 40),
            Case.of("logits of 1e300", graph, map(usual, z -> z * 1e300), labels, 40),
            Case.of("logits of 3e7", graph, map(usual, z -> z * 1e7), labels, 40),
            Case.of("logits of 100", graph, map(usual, z -> z * 30), labels, 40),
            Case.of("sure and mostly right", graph, sure, mostly, 40),
            Case.of("sure and right", graph, map(usual, z -> z * 1e3), right, 40),
            Case.of("logits of 1e-300", graph, map(usual, z -> z * 1e-300), labels, 40),
            Case.of("logits around 1e300", graph, map(usual, z -> z + 1e300), labels, 40),
            Case.of("a validation logit of 1e300", graph, outlier(1e300, 31), labels, 40),
            Case.of("a validation logit of -1e7", graph, outlier(-1e7, 31), labels, 40),
            Case.of("a test logit of 1e300", graph, outlier(1e300, 100), labels, 40),
            Case.of("a test logit of -1e300", graph, outlier(-1e300, 100), labels, 40),
            Case.of("all logits equal", graph, map(usual, z -> 2), labels, 40),
            Case.of(
                "all nodes equal",
                graph,
                Stream.generate(() -> usual[0]).limit(NODES).toArray(double[][]::new),
                labels,
                40),
            Case.of("probabilities", graph, softmax, labels, 40),
            Case.of("no edges", GraphBuilder.withNodes(NODES).build(), usual, labels, 40),
            Case.of("duplicate edges", doubled.build(), usual, labels, 40),
            Case.of("duplicate nodes", doubled.build(), twins, labels(twins), 40));
    Stream<Case> few =
        IntStream.of(1, 2, 3, 4, 5, 10, 29, 30)
            .mapToObj(k -> Case.of(k + " validation nodes", graph, usual, labels, k));
    return Stream.concat(all, few);
  }

  static Stream<Arguments> variantsAndCases() {
    List<Case> cases = cases().toList();
    return Methods.all().stream()
        .flatMap(MethodBatteryTest::variants)
        .flatMap(variant -> cases.stream().map(input -> Arguments.of(variant, input)));
  }

  /** The hub is a validation node. */
  static Stream<Arguments> starOfManyLeaves() {
    int hub = LEAVES / 4;
    int[] leaves = IntStream.rangeClosed(0, LEAVES).filter(i -> i != hub).toArray();
    int[] hubs = new int[LEAVES];
    Arrays.fill(hubs, hub);
    double[][] logits = logits(LEAVES + 1, CLASSES);
    Graph star = Graph.fromEdges(LEAVES + 1, hubs, leaves);
    Case input = Case.of("a star of 10^5 leaves", star, logits, labels(logits), 40);
    Map<String, Integer> quick = Map.of("epochs", 2, "folds", 2);
    return Methods.all().stream().map(method -> Arguments.of(standard(method, quick), input));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource({"variantsAndCases", "starOfManyLeaves"})
  void givesAValidResultOrRefusesByARule(Variant variant, Case input) {
    Optional<FittedCalibrator> fitted = orRefused(() -> variant.calibrator().fit(input.data, 1));
    if (fitted.isEmpty()) {
      return;
    }
    checkNotes(variant.method, input.data, fitted.get().report().notes());
    checkText(variant.method, fitted.get());
    Optional<Calibration> result = orRefused(() -> fitted.get().calibrate(input.data));
    result.ifPresent(calibration -> checkResult(variant, input.data, calibration));
    result.ifPresent(calibration -> checkLabelNote(fitted.get(), input.data, calibration));
    refusesOtherClasses(fitted.get(), input.data);
  }

  /** Empty where an input is refused, which must be by a rule. */
  private static <T> Optional<T> orRefused(Supplier<T> work) {
    try {
      return Optional.of(work.get());
    } catch (IllegalArgumentException refused) {
      assertThat(RULES).anyMatch(rule -> String.valueOf(refused.getMessage()).matches(rule));
      return Optional.empty();
    }
  }

  private static void checkResult(Variant variant, CalibrationData data, Calibration calibration) {
    Probabilities calibrated = calibration.probabilities();
    boolean keeps = variant.keepsClass();
    for (int i = 0; i < data.nodeCount(); i++) {
      double sum = 0;
      double kept = calibrated.get(i, data.logits().predictedClass(i));
      double most = keeps ? Math.min(1, kept) : 1;
      for (int c = 0; c < data.classCount(); c++) {
        double p = calibrated.get(i, c);
        sum += p;
        if (!(p >= 0 && p <= most)) { // a message only where one is needed
          assertThat(p).as("node %d, class %d", i, c).isBetween(0.0, most);
        }
      }
      if (!(Math.abs(sum - 1) <= 1e-12)) {
        assertThat(sum).as("node %d", i).isCloseTo(1, within(1e-12));
      }
    }
    double[] temperatures = calibration.temperatures().orElse(new double[] {1});
    assertThat(Arrays.stream(temperatures)).allMatch(t -> t > 0 && Double.isFinite(t));
    assertThat(calibration.explain(0).map(why -> why.confidenceAfter()).orElse(1.0))
        .isBetween(0.0, 1.0);
    checkInputNotes(variant.method, data, calibration.notes());
  }

  /** Notes of a fit and of its application that depend on the data alone. */
  private static void checkInputNotes(Method method, CalibrationData data, List<String> notes) {
    boolean noEdges = data.graph().edgeCount() == 0 && method.scope() != Method.Scope.LOGITS;
    assertThat(notes.contains("the graph has no edges: neighbors have no effect"))
        .as("%s", notes)
        .isEqualTo(noEdges);
    assertThat(notes.contains("there is one class only: every probability is 1"))
        .isEqualTo(data.classCount() == 1);
    boolean probabilities =
        data.classCount() > 1
            && Arrays.stream(data.logits().toArray()).allMatch(z -> z >= 0 && z <= 1)
            && IntStream.range(0, data.nodeCount())
                .allMatch(i -> Math.abs(sumOfRow(data.logits(), i) - 1) < 1e-6);
    assertThat(notes.stream().anyMatch(note -> note.contains("look like probabilities")))
        .isEqualTo(probabilities);
    if (data.graph().edgeCount() == 0) {
      assertThat(notes).noneMatch(note -> note.contains(LABELS_USED));
    }
    assertThat(notes).doesNotHaveDuplicates();
  }

  private static double sumOfRow(Logits logits, int node) {
    double[] row = new double[logits.classCount()];
    logits.copyRow(node, row, 0);
    return Arrays.stream(row).sum();
  }

  /** What the notes of a fit say about the validation nodes is so. */
  private static void checkNotes(Method method, CalibrationData data, List<String> notes) {
    if (!method.name().equals("auto")) { // its report is that of the method it chose
      checkInputNotes(method, data, notes);
    }
    Labels labels = data.requireLabels();
    NodeSet known = data.requireSplit().validation().withKnownLabel(labels);
    int[] present = Arrays.stream(labels.select(known).toArray()).distinct().toArray();
    assertThat(notes.stream().anyMatch(note -> note.startsWith("no validation node has class")))
        .isEqualTo(present.length < data.classCount());
    assertThat(notes.stream().anyMatch(note -> note.startsWith("few validation nodes")))
        .isEqualTo(data.classCount() > 1 && known.size() < 2 * data.classCount());
    assertThat(notes.stream().anyMatch(note -> note.contains("validation nodes are unknown")))
        .isEqualTo(known.size() < data.requireSplit().validation().size());
    assertThat(notes.stream().anyMatch(note -> note.contains("are constant")))
        .isEqualTo(data.classCount() > 1 && areConstant(data.logits().select(known)));
  }

  private static boolean areConstant(Logits logits) {
    return IntStream.range(0, logits.nodeCount())
        .allMatch(i -> sumOfRow(logits, i) == logits.classCount() * logits.get(i, 0));
  }

  /**
   * Where notes say that labels of neighbors were used, other labels in the fitted calibrator give
   * another result; other labels in the data of the fit do not.
   */
  private static void checkLabelNote(
      FittedCalibrator fitted, CalibrationData data, Calibration calibration) {
    if (data.classCount() == 1) {
      return;
    }
    int[] labels = data.requireLabels().toArray();
    for (int node : data.requireSplit().train().toArray()) {
      labels[node] = labels[node] < 0 ? labels[node] : (labels[node] + 1) % data.classCount();
    }
    Labels other = Labels.of(data.classCount(), labels);
    boolean used = calibration.notes().stream().anyMatch(note -> note.contains(LABELS_USED));
    assertThat(fitted.calibrate(data.withLabels(other)).probabilities())
        .isEqualTo(calibration.probabilities());
    CalibratorState state = fitted.state();
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>(state.arrays());
    arrays.computeIfPresent("label-classes", (name, own) -> moved(own, state, data.classCount()));
    Probabilities misled =
        Methods.restore(new CalibratorState(arrays, state.texts(), state.report()))
            .calibrate(data)
            .probabilities();
    boolean rounded = Arrays.stream(data.logits().toArray()).anyMatch(z -> Math.abs(z) > 1e6);
    assertThat(!misled.equals(calibration.probabilities()))
        .as("%s", calibration.notes())
        .isIn(used, used && !rounded); // beside such logits the effect of a label is lost
  }

  /** Another class for each training node. */
  private static CalibratorState.Array moved(
      CalibratorState.Array classes, CalibratorState state, int classCount) {
    double[] labels = classes.doubles();
    double training = state.array("label-training-count").doubles()[0];
    for (int k = 0; k < training; k++) {
      labels[k] = (labels[k] + 1) % classCount;
    }
    return CalibratorState.Array.of(labels);
  }

  private static void checkText(Method method, FittedCalibrator fitted) {
    assertThat(fitted.toString())
        .contains(method.name(), fitted.report().classCount() + " classes")
        .hasSizeLessThan(700)
        .doesNotContain("@", "losses");
    assertThat(fitted.report().toString()).hasSizeLessThan(400);
  }

  /** Also once it has been stored and read. */
  private static void refusesOtherClasses(FittedCalibrator fitted, CalibrationData data) {
    int classes = data.classCount() + 1;
    Logits wider = Logits.of(data.nodeCount(), classes, new double[data.nodeCount() * classes]);
    CalibrationData other =
        CalibrationData.of(data.graph(), wider).withFeatures(data.features().orElseThrow());
    for (FittedCalibrator each : List.of(fitted, Methods.restore(fitted.state()))) {
      assertThatThrownBy(() -> each.calibrate(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "this calibrator was fitted on %d classes, got logits of %d"
                  .formatted(classes - 1, classes));
    }
  }
}
