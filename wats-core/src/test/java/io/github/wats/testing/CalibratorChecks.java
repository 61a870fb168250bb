package io.github.wats.testing;

import io.github.wats.calibration.Calibration;
import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.KnownLabels;
import io.github.wats.calibration.Method;
import io.github.wats.calibration.Methods;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks of a registered method, with every value of its settings that are a choice, on inputs that
 * are unusual: like {@code check_estimator} of scikit-learn. Either an input is refused by a rule
 * that the method declares, or the result is valid and the notes are true. Needs no test framework:
 * a check that fails throws an {@link AssertionError}.
 */
public final class CalibratorChecks {
  private static final int NODES = 120;
  private static final int CLASSES = 3;
  private static final int LEAVES = 100_000;
  private static final String LABELS_USED = "labels were used";

  private CalibratorChecks() {}

  /**
   * A method with settings on one input.
   *
   * @param rules regular expressions for the messages by which inputs may be refused
   */
  public record Check(Variant variant, Case input, List<String> rules) {
    /** Throws an {@link AssertionError} that says what is wrong. */
    public void run() {
      try {
        checkAll(variant, input.data, rules);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(this + ": " + e.getMessage(), e);
      }
    }

    @Override
    public String toString() {
      return variant + ": " + input.name;
    }
  }

  /**
   * All checks of a method, which must be registered.
   *
   * @param rules regular expressions for the messages by which it may refuse an input
   */
  public static List<Check> of(Method method, String... rules) {
    List<Check> checks = new ArrayList<>();
    List<Case> cases = cases().toList();
    variants(method)
        .forEach(v -> cases.forEach(one -> checks.add(new Check(v, one, List.of(rules)))));
    checks.add(
        new Check(
            standard(method, Map.of("epochs", 2, "folds", 2)), starOfManyLeaves(), List.of(rules)));
    return checks;
  }

  private static void checkAll(Variant variant, CalibrationData data, List<String> rules) {
    Calibrator<?> calibrator = variant.calibrator();
    Optional<FittedCalibrator> fitted = orRefused(() -> calibrator.fit(data, 1), rules);
    if (fitted.isEmpty()) {
      return;
    }
    checkNotes(variant.method, data, fitted.get());
    checkText(variant.method, fitted.get());
    Optional<Calibration> result = orRefused(() -> fitted.get().calibrate(data), rules);
    result.ifPresent(calibration -> checkResult(variant, data, calibration));
    result.ifPresent(calibration -> checkInputs(calibrator, fitted.get(), data, calibration));
    result.ifPresent(calibration -> checkLabelNote(fitted.get(), data, calibration));
    refusesOtherClasses(fitted.get(), data);
  }

  /** Empty where an input is refused, which must be by a rule. */
  private static <T> Optional<T> orRefused(Supplier<? extends T> work, List<String> rules) {
    try {
      return Optional.of(work.get());
    } catch (IllegalArgumentException refused) {
      String message = String.valueOf(refused.getMessage());
      check(rules.stream().anyMatch(message::matches), "refused by no rule: %s", message);
      return Optional.empty();
    }
  }

  private static void check(boolean holds, String message, Object... arguments) {
    if (!holds) {
      throw new AssertionError(String.format(Locale.ROOT, message, arguments));
    }
  }

  /** That a note is there, or is not there, as it should be. */
  private static void checkNote(List<String> notes, String part, boolean expected) {
    check(
        notes.stream().anyMatch(note -> note.contains(part)) == expected,
        "the note '%s' must be %s, got %s",
        part,
        expected ? "there" : "absent",
        notes);
  }

  /** Quick values of settings that decide how long a fit takes, not what it does. */
  private static final Map<String, Integer> QUICK = Map.of("epochs", 12, "folds", 2);

  /** A method with settings. */
  public record Variant(Method method, Map<String, Object> changes) {
    private Calibrator<?> calibrator() {
      return method.calibrator(changes);
    }

    private boolean keepsClass() {
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
  public record Case(String name, CalibrationData data) {
    private static Case of(
        String name, Graph graph, double[][] logits, int[] labels, int validation) {
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

  /** The hub is a validation node. */
  private static Case starOfManyLeaves() {
    int hub = LEAVES / 4;
    int[] leaves = IntStream.rangeClosed(0, LEAVES).filter(i -> i != hub).toArray();
    int[] hubs = new int[LEAVES];
    Arrays.fill(hubs, hub);
    double[][] logits = logits(LEAVES + 1, CLASSES);
    Graph star = Graph.fromEdges(LEAVES + 1, hubs, leaves);
    return Case.of("a star of 10^5 leaves", star, logits, labels(logits), 40);
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
          check(false, "node %d, class %d: must be in 0 … %s, got %s", i, c, most, p);
        }
      }
      if (!(Math.abs(sum - 1) <= 1e-12)) {
        check(false, "the probabilities of node %d must sum to 1, got %s", i, sum);
      }
    }
    for (double t : calibration.temperatures().orElse(new double[] {1})) {
      check(t > 0 && Double.isFinite(t), "temperatures must be positive and finite, got %s", t);
    }
    double after = calibration.explain(0).map(why -> why.confidenceAfter()).orElse(1.0);
    check(after >= 0 && after <= 1, "an explained confidence must be in 0 … 1, got %s", after);
    checkInputNotes(variant.method, data, calibration.notes());
  }

  /** Columns are all that a method needs of a graph, unless it reads the whole of it. */
  private static void checkInputs(
      Calibrator<?> calibrator,
      FittedCalibrator fitted,
      CalibrationData data,
      Calibration calibration) {
    if (fitted.inputs().isEmpty() || data.nodeCount() > NODES) {
      return;
    }
    NodeColumns own = rows(fitted.columns(data));
    check(
        fitted.apply(data.logits(), own).probabilities().equals(calibration.probabilities()),
        "apply(logits, columns) must give what calibrate(data) gives");
    double temperature = calibrator.temperature(CalibrationRows.of(data));
    calibrator
        .inputs(data.classCount(), temperature, data.hasTrainingLabels())
        .ifPresent(recipe -> checkFitElsewhere(calibrator, recipe, data, calibration));
  }

  /** As on Spark: columns are computed elsewhere, for a recipe known before the fit. */
  private static void checkFitElsewhere(
      Calibrator<?> calibrator, NodeInputs recipe, CalibrationData data, Calibration calibration) {
    CalibrationData elsewhere =
        CalibrationData.ofInputs(
                data.logits(),
                new CalibrationData.Inputs(
                    recipe,
                    rows(data.columns(recipe, KnownLabels.of(data))),
                    data.trainingCounts()))
            .withLabels(data.requireLabels())
            .withSplit(data.requireSplit());
    check(
        calibrator
            .fit(elsewhere, 1)
            .calibrate(elsewhere)
            .probabilities()
            .equals(calibration.probabilities()),
        "a fit on columns that were computed elsewhere must be that on the graph");
  }

  private static NodeColumns rows(NodeColumns columns) {
    double[] rows = new double[columns.nodeCount() * columns.width()];
    for (int i = 0; i < columns.nodeCount(); i++) {
      columns.write(i, rows, i * columns.width());
    }
    return NodeColumns.ofRows(columns.nodeCount(), columns.width(), rows);
  }

  /** Notes of a fit and of its application that depend on the data alone. */
  private static void checkInputNotes(Method method, CalibrationData data, List<String> notes) {
    boolean noEdges = data.graph().edgeCount() == 0;
    checkNote(
        notes,
        "the graph has no edges: neighbors have no effect",
        noEdges && method.scope() != Method.Scope.LOGITS);
    checkNote(notes, "there is one class only: every probability is 1", data.classCount() == 1);
    boolean probabilities =
        data.classCount() > 1
            && Arrays.stream(data.logits().toArray()).allMatch(z -> z >= 0 && z <= 1)
            && IntStream.range(0, data.nodeCount())
                .allMatch(i -> Math.abs(sumOfRow(data.logits(), i) - 1) < 1e-6);
    checkNote(notes, "look like probabilities", probabilities);
    if (noEdges) {
      checkNote(notes, LABELS_USED, false);
    }
    check(notes.stream().distinct().count() == notes.size(), "notes repeat: %s", notes);
  }

  private static double sumOfRow(Logits logits, int node) {
    double[] row = new double[logits.classCount()];
    logits.copyRow(node, row, 0);
    return Arrays.stream(row).sum();
  }

  /** What the notes of a fit say about the validation nodes is so. */
  private static void checkNotes(Method method, CalibrationData data, FittedCalibrator fitted) {
    List<String> notes = fitted.report().notes();
    if (fitted.method().equals(method.name())) { // a choice has the report of what it chose
      checkInputNotes(method, data, notes);
    }
    Labels labels = data.requireLabels();
    NodeSet labeled = data.requireSplit().validation().withKnownLabel(labels);
    long present = Arrays.stream(labels.select(labeled).toArray()).distinct().count();
    boolean several = data.classCount() > 1;
    checkNote(notes, "no validation node has class", present < data.classCount());
    checkNote(notes, "few validation nodes", several && labeled.size() < 2 * data.classCount());
    checkNote(
        notes,
        "validation nodes are unknown",
        labeled.size() < data.requireSplit().validation().size());
    checkNote(notes, "are constant", several && areConstant(data.logits().select(labeled)));
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
    Probabilities expected = calibration.probabilities();
    check(
        fitted.calibrate(data.withLabels(other)).probabilities().equals(expected),
        "labels of training nodes must have no effect on the graph of the fit");
    CalibratorState state = fitted.state();
    Map<String, CalibratorState.Array> arrays = new LinkedHashMap<>(state.arrays());
    arrays.computeIfPresent("label-classes", (name, own) -> moved(own, state, data.classCount()));
    boolean differs =
        !Methods.restore(new CalibratorState(arrays, state.texts(), state.report()))
            .calibrate(data)
            .probabilities()
            .equals(expected);
    boolean rounded = Arrays.stream(data.logits().toArray()).anyMatch(z -> Math.abs(z) > 1e6);
    check(
        differs == used || differs == (used && !rounded), // beside such logits it is lost
        "stored labels %s an effect, got the notes %s",
        differs ? "have" : "do not have",
        calibration.notes());
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
    String text = fitted.toString();
    check(
        text.contains(method.name())
            && text.contains(fitted.report().classCount() + " classes")
            && text.length() < 700
            && !text.contains("@")
            && !text.contains("losses")
            && fitted.report().toString().length() < 400,
        "the text must be short and name method and classes, got %s",
        text);
  }

  /** Also once it has been stored and read. */
  private static void refusesOtherClasses(FittedCalibrator fitted, CalibrationData data) {
    int classes = data.classCount() + 1;
    Logits wider = Logits.of(data.nodeCount(), classes, new double[data.nodeCount() * classes]);
    CalibrationData other =
        CalibrationData.of(data.graph(), wider).withFeatures(data.features().orElseThrow());
    String expected =
        "this calibrator was fitted on %d classes, got logits of %d"
            .formatted(classes - 1, classes);
    for (FittedCalibrator each : List.of(fitted, Methods.restore(fitted.state()))) {
      String message = "";
      try {
        each.calibrate(other);
      } catch (IllegalArgumentException refused) {
        message = String.valueOf(refused.getMessage());
      }
      check(message.equals(expected), "must be refused by '%s', got '%s'", expected, message);
    }
  }
}
