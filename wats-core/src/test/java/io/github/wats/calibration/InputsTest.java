package io.github.wats.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.wats.calibration.CalibrationData.Inputs;
import io.github.wats.calibration.scaling.TemperatureScaling;
import io.github.wats.features.NodeColumns;
import io.github.wats.features.NodeInputs;
import io.github.wats.graph.Graph;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Split;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A calibrator is inputs and a model: its columns are all it needs of a graph. */
class InputsTest {
  private static final int NODES = 300;
  private static final int CLASSES = 3;

  private final CalibrationData data = data();

  private static CalibrationData data() {
    SplittableRandom random = new SplittableRandom(8);
    int[] sources = random.ints(900, 0, NODES - 10).toArray(); // the last ten are isolated
    int[] targets = random.ints(900, 0, NODES - 10).toArray();
    int[] labels = new int[NODES];
    double[] logits = random.doubles(NODES * CLASSES, -2, 2).toArray();
    boolean[][] parts = new boolean[3][NODES];
    for (int i = 0; i < NODES; i++) {
      labels[i] = i % 13 == 0 ? Labels.UNKNOWN : random.nextInt(CLASSES);
      logits[i * CLASSES + Math.max(0, labels[i])] += 1;
      parts[i % 3][i] = true;
    }
    return CalibrationData.of(
            Graph.fromEdges(NODES, sources, targets), Logits.of(NODES, CLASSES, logits))
        .withLabels(Labels.of(CLASSES, labels))
        .withSplit(
            new Split(
                NodeSet.ofMask(parts[0]), NodeSet.ofMask(parts[1]), NodeSet.ofMask(parts[2])));
  }

  /** All methods that do not read the whole graph, each at its defaults. */
  static List<Method> methods() {
    return Methods.all().stream().filter(m -> m.scope() != Method.Scope.GRAPH).toList();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void calibratingIsApplyingToLogitsAndColumns(Method method) {
    FittedCalibrator fitted = method.calibrator().fit(data, 1);
    NodeInputs recipe = fitted.inputs().orElseThrow();
    NodeColumns columns = stored(fitted.columns(data), recipe.width());
    assertThat(fitted.apply(data.logits(), columns).probabilities())
        .isEqualTo(fitted.calibrate(data).probabilities());
    assertThat(recipe.names()).hasSize(recipe.width());
    boolean reads = method.scope() == Method.Scope.NODE;
    assertThat(recipe.width() > 0).isEqualTo(reads);
  }

  /** What Spark does: columns are computed elsewhere, for a recipe known before the fit. */
  @ParameterizedTest
  @MethodSource("methods")
  void aFitNeedsNoGraphWhereItsColumnsAreGiven(Method method) {
    Calibrator<?> calibrator = method.calibrator();
    double temperature = calibrator.temperature(CalibrationRows.of(data));
    NodeInputs recipe = calibrator.inputs(CLASSES, temperature, true).orElseThrow();
    NodeColumns columns = stored(data.columns(recipe, KnownLabels.of(data)), recipe.width());
    CalibrationData given =
        CalibrationData.ofInputs(data.logits(), new Inputs(recipe, columns, data.trainingCounts()))
            .withLabels(data.requireLabels())
            .withSplit(data.requireSplit());
    FittedCalibrator fitted = calibrator.fit(given, 1);
    FittedCalibrator expected = calibrator.fit(data, 1);
    assertThat(fitted.calibrate(given).probabilities())
        .isEqualTo(expected.calibrate(data).probabilities());
    assertThat(fitted.inputs()).isEqualTo(expected.inputs());
    assertThat(fitted.calibrate(given).notes()).noneMatch(note -> note.contains("no edges"));
  }

  @Test
  void givenColumnsServeTheirRecipeAlone() {
    NodeInputs none = NodeInputs.none();
    CalibrationData given =
        CalibrationData.ofInputs(
            data.logits(),
            new Inputs(none, NodeColumns.ofRows(NODES, 0, new double[0]), new int[CLASSES]));
    assertThat(given.columns(none, KnownLabels.NONE).width()).isZero();
    NodeInputs other = Methods.named("wats").calibrator().inputs(3, 1, false).orElseThrow();
    assertThatThrownBy(() -> given.columns(other, KnownLabels.NONE))
        .hasMessageStartingWith("these data have the inputs");
    assertThatThrownBy(() -> NodeColumns.ofRows(NODES, 2, new double[3]))
        .hasMessage("there must be 300 × 2 values, got 3");
  }

  private static NodeColumns stored(NodeColumns columns, int width) {
    double[] rows = new double[NODES * width];
    for (int i = 0; i < NODES; i++) {
      columns.write(i, rows, i * width);
    }
    return NodeColumns.ofRows(NODES, width, rows);
  }

  /** The library page names the methods that draw: all others give the same for every seed. */
  @ParameterizedTest
  @MethodSource("allMethods")
  void aFitWithoutASeedIsThatOfSeedZero(Method method) {
    Calibrator<?> calibrator = method.calibrator();
    CalibrationData own = method.needsFeatures() ? withFeatures() : data;
    var unseeded = calibrator.fit(own).calibrate(own).probabilities();
    assertThat(unseeded).isEqualTo(calibrator.fit(own, 0).calibrate(own).probabilities());
    if (!Set.of("wats", "cagcn", "gats", "gets").contains(method.name())) {
      assertThat(unseeded).isEqualTo(calibrator.fit(own, 7).calibrate(own).probabilities());
    }
  }

  private CalibrationData withFeatures() {
    return data.withFeatures(FeatureMatrix.wrap(DenseMatrix.wrap(NODES, 1, new float[NODES])));
  }

  static List<Method> allMethods() {
    return Methods.all();
  }

  @Test
  void methodsOfLogitsNeedNoGraph() {
    CalibrationData plain =
        CalibrationData.of(data.logits())
            .withLabels(data.requireLabels())
            .withSplit(data.requireSplit());
    assertThat(TemperatureScaling.DEFAULT.fit(plain).temperature())
        .isEqualTo(TemperatureScaling.DEFAULT.fit(data, 3).temperature());
    assertThat(plain.graph().edgeCount()).isZero();
  }
}
