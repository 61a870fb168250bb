package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Training;
import io.github.wats.calibration.Training.EarlyStopping;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Logits;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import io.github.wats.testing.Golden;
import io.github.wats.testing.RandomGraphs;
import io.github.wats.testing.TinyGraph;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class GetsTest {
  private static final JsonNode GOLDEN = Golden.read("gets.json");
  private static final FeatureMatrix FEATURES =
      FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features()));

  /** The gradients of such weights are not finite. */
  @Test
  void refusesFeaturesTooLargeForFloats() {
    double[][] rows = TinyGraph.features();
    CalibrationData data =
        CalibrationData.of(TinyGraph.graph(), TinyGraph.logits())
            .withLabels(TinyGraph.labels())
            .withSplit(new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12)));
    FeatureMatrix small = FeatureMatrix.wrap(DenseMatrix.copyOf(rows));
    FittedCalibrator fitted = Gets.DEFAULT.fit(data.withFeatures(small), 1);
    rows[3][1] = -1e30;
    CalibrationData large = data.withFeatures(FeatureMatrix.wrap(DenseMatrix.copyOf(rows)));
    String message = "gets needs node features in ±1.0E15, got ±1.0";
    assertThatThrownBy(() -> Gets.DEFAULT.fit(large, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
    assertThatThrownBy(() -> fitted.calibrate(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  /** A golden matrix; they keep linear layers transposed, and rows of degrees that no node has. */
  private static double[][] golden(JsonNode matrices, String name) {
    double[][] matrix = GoldenModel.matrix(matrices.get(name));
    if (name.endsWith("project.weight")) {
      return GoldenModel.transposed(matrix);
    }
    return name.endsWith("table") ? rowsInUse(matrix) : matrix;
  }

  private static double[][] rowsInUse(double[][] table) {
    return Arrays.stream(Golden.ints(GOLDEN.get("degree_index")))
        .sorted()
        .distinct()
        .mapToObj(index -> table[index])
        .toArray(double[][]::new);
  }

  private static GetsModel goldenModel() {
    Gets gets = new Gets(3, 0, 2, 3, 2, 0.7, true, Training.DEFAULT);
    GetsModel model = new GetsModel(gets, TinyGraph.graph(), TinyGraph.logits(), FEATURES, 0);
    JsonNode start = GOLDEN.get("parameters");
    assertThat(model.parametersAndTables().stream().map(Parameter::name))
        .containsExactlyInAnyOrderElementsOf(start.propertyNames());
    for (Parameter parameter : model.parametersAndTables()) {
      GoldenModel.set(parameter.value(), golden(start, parameter.name()));
    }
    return model;
  }

  private static void checkGradients(GetsModel model, JsonNode golden) {
    for (Parameter parameter : model.parameters()) {
      String name = parameter.name();
      GoldenModel.agrees(name, parameter.gradient(), golden(golden, name));
    }
  }

  @Test
  void meetsTheGoldenProbabilitiesLossAndGradients() {
    GetsModel model = goldenModel();
    GoldenModel.checkOutput(model, model.probabilities(), GOLDEN);
    checkGradients(model, GOLDEN.get("gradients"));
    double[][] expected = Golden.matrix(GOLDEN.get("calibrated_probabilities"));
    assertThat(model.probabilities().toArray())
        .containsExactly(
            Arrays.stream(expected).flatMapToDouble(Arrays::stream).toArray(), offset(1e-5));
    assertThat(penalty(model, Mode.EVALUATION))
        .isCloseTo(GOLDEN.get("load_loss").doubleValue(), offset(1e-5));
  }

  @Test
  void meetsTheGoldenTrainingStep() {
    GetsModel model = goldenModel();
    JsonNode training = GOLDEN.get("training_mode");
    model.giveNoise(DenseMatrix.copyOf(Golden.matrix(training.get("noise"))));
    double loss = GoldenModel.backward(model, Mode.TRAINING, true);
    assertThat(loss).isCloseTo(training.get("loss_with_load_loss").doubleValue(), offset(1e-4));
    checkGradients(model, training.get("gradients"));
    assertThat(penalty(model, Mode.TRAINING))
        .isCloseTo(training.get("load_loss").doubleValue(), offset(1e-4));
  }

  private static double penalty(GetsModel model, Mode mode) {
    Tape tape = new Tape(1);
    var penalty = model.loss(tape, new int[] {0}, new int[] {0}, 0).penalty().orElseThrow();
    tape.forward(mode);
    return penalty.scalar();
  }

  private static final Split SPLIT =
      new Split(TinyGraph.train(), TinyGraph.validation(), NodeSet.of(12));

  /** On a graph where the nodes read a few nodes, and with sparse features. */
  @Test
  void someNodesGetWhatTheyGetAmongAll() {
    int n = 300;
    Graph graph = RandomGraphs.uniform(n, 200, 1);
    double[][] logits = new double[n][3];
    int[] offsets = IntStream.rangeClosed(0, n).map(i -> 3 * i).toArray();
    int[] columns = new int[3 * n];
    float[] values = new float[3 * n];
    for (int k = 0; k < 3 * n; k++) {
      logits[k / 3][k % 3] = Math.sin(k);
      columns[k] = 20 * (k % 3) + k * 7 % 20;
      values[k] = 0.5f + k % 4;
    }
    FeatureMatrix features =
        FeatureMatrix.wrap(SparseMatrix.wrap(SparsePattern.wrap(60, offsets, columns), values));
    Gets gets = new Gets(8, 0.5, 2, 4, 4, 1, true, Training.DEFAULT);
    GetsModel model = new GetsModel(gets, graph, Logits.of(logits), features, 1);
    for (Parameter parameter : model.parameters()) { // some start at 0
      for (int e = 0; e < parameter.value().array().length; e++) {
        parameter.value().array()[e] += (float) (0.1 * Math.cos(e));
      }
    }
    int[] nodes = IntStream.range(0, 20).map(i -> 7 * i).toArray();
    Tape fitting = new Tape(1);
    var fitted = model.logits(fitting, nodes);
    var fittedLoss = model.loss(fitting, nodes, new int[20], 7).crossEntropy();
    fitting.forward(Mode.EVALUATION);
    Tape looking = Tape.forwardOnly();
    var looked = model.logits(looking, nodes);
    var lookedLoss = model.loss(looking, nodes, new int[20], 0).crossEntropy();
    looking.forward(Mode.EVALUATION);
    Tape whole = Tape.forwardOnly();
    var all = model.logits(whole, NodeRows.all(n));
    whole.forward(Mode.EVALUATION);
    float[] expected = all.value().selectRows(nodes).array();
    assertThat(fitted.value().array()).containsExactly(expected, offset(1e-5f));
    assertThat(looked.value().array()).containsExactly(expected, offset(1e-5f));
    assertThat(lookedLoss.scalar()).isCloseTo(fittedLoss.scalar(), offset(1e-6));
  }

  @Test
  void stopsEarlyOnTheLossOfItsOwnTape() {
    CalibrationData input =
        CalibrationData.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
    Gets gets =
        new Gets(
            3,
            0.5,
            2,
            3,
            2,
            1,
            true,
            new Training(OptionalInt.of(200), 9, 0.05, 0, EarlyStopping.TRAINING_NODES));
    Gets.Fitted fitted = gets.fit(input.withLabels(TinyGraph.labels()).withSplit(SPLIT), 0);
    List<Double> validation = fitted.report().validationLosses();
    assertThat(validation).hasSize(fitted.report().epochs());
    double lowest = Collections.min(validation);
    Outcomes outcomes =
        Outcomes.of(fitted.calibrate(input).probabilities(), TinyGraph.labels(), TinyGraph.train());
    assertThat(Metric.NLL.of(outcomes, 10).orElseThrow()).isCloseTo(lowest, offset(1e-5));
    assertThat(fitted.report().converged())
        .isEqualTo(validation.size() - 1 - validation.lastIndexOf(lowest) == 9);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "6, true", "2, false", "6, false"})
  void fitsWithAnyNumberOfExpertsAndWithoutEdges(int expertsPerNode, boolean edges) {
    Graph graph = edges ? TinyGraph.graph() : Graph.fromEdges(12, new int[0], new int[0]);
    CalibrationData input = CalibrationData.of(graph, TinyGraph.logits()).withFeatures(FEATURES);
    Training training = new Training(OptionalInt.of(30), 30, 0.01, 0, EarlyStopping.TRAINING_NODES);
    Gets gets = new Gets(3, 0.5, expertsPerNode, 3, 2, 1, edges, training);
    Gets.Fitted fitted = gets.fit(input.withLabels(TinyGraph.labels()).withSplit(SPLIT), 0);
    List<Double> losses = fitted.report().losses();
    assertThat(losses).allSatisfy(loss -> assertThat(loss).isFinite());
    assertThat(Collections.min(losses)).isLessThan(losses.get(0));
    double[] probabilities = fitted.calibrate(input).probabilities().toArray();
    assertThat(Arrays.stream(probabilities).sum()).isCloseTo(12, offset(1e-5));
  }

  @Test
  void takesFewerEpochsThanOtherMethodsUnlessItStopsEarly() {
    CalibrationData input =
        CalibrationData.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
    FitReport report =
        Gets.DEFAULT.fit(input.withLabels(TinyGraph.labels()).withSplit(SPLIT), 0).report();
    assertThat(report.epochs()).isEqualTo(40);
    Training stopping = Training.DEFAULT.withEarlyStopping(EarlyStopping.HELD_OUT);
    assertThat(stopping.maxEpochs(40)).isEqualTo(1000);
  }

  /** Dropout is off and noise is given per node, since both are drawn by row. */
  @Test
  void relabelingNodesMovesTheResultWithThemWhereEachNodeKeepsItsNoise() {
    int[] newNumber = IntStream.range(0, 12).map(i -> (i * 5 + 3) % 12).toArray();
    int[] itself = IntStream.range(0, 12).toArray();
    double[] expected = fittedWithNoiseOfItsOwn(itself).toArray();
    double[] actual = fittedWithNoiseOfItsOwn(newNumber).toArray();
    for (int i = 0; i < 12; i++) {
      for (int c = 0; c < 5; c++) {
        assertThat(actual[newNumber[i] * 5 + c]).isCloseTo(expected[i * 5 + c], offset(2e-4));
      }
    }
  }

  private static Probabilities fittedWithNoiseOfItsOwn(int[] newNumber) {
    Graph graph = TinyGraph.graph();
    GraphBuilder builder = GraphBuilder.withNodes(12);
    double[][] logits = new double[12][5];
    double[][] features = new double[12][];
    double[][] noise = new double[12][GetsParameters.EXPERTS];
    int[] labels = new int[12];
    for (int i = 0; i < 12; i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        builder.edge(newNumber[i], newNumber[graph.neighbor(i, k)]);
      }
      TinyGraph.logits().copyRow(i, logits[newNumber[i]], 0);
      features[newNumber[i]] = TinyGraph.features()[i];
      labels[newNumber[i]] = TinyGraph.labels().get(i);
      for (int e = 0; e < GetsParameters.EXPERTS; e++) {
        noise[newNumber[i]][e] = Math.sin(1 + 7 * i + e);
      }
    }
    Training training = new Training(OptionalInt.of(30), 9, 0.05, 0, EarlyStopping.NONE);
    GetsModel model =
        new GetsModel(
            new Gets(3, 0, 2, 3, 2, 0.7, true, training),
            builder.build(),
            Logits.of(logits),
            FeatureMatrix.wrap(DenseMatrix.copyOf(features)),
            1);
    model.giveNoise(DenseMatrix.copyOf(noise));
    NodeSet fitNodes =
        NodeSet.of(
            12, IntStream.of(TinyGraph.validation().toArray()).map(i -> newNumber[i]).toArray());
    new GradientFit(model, training, training.maxEpochs(40))
        .run(Labels.of(5, labels), new FitNodes(fitNodes, NodeSet.of(12)), 1);
    return model.probabilities();
  }

  @Test
  void needsNodeFeaturesAndSaysSo() {
    CalibrationData bare = CalibrationData.of(TinyGraph.graph(), TinyGraph.logits());
    assertThatThrownBy(
            () -> Gets.DEFAULT.fit(bare.withLabels(TinyGraph.labels()).withSplit(SPLIT), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("gets needs node features");
  }

  @Test
  void refusesAnotherGraphAndSaysWhy() {
    CalibrationData input =
        CalibrationData.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
    Gets quick = new Gets(3, 0.5, 2, 3, 2, 1, true, Training.DEFAULT.withEpochs(3));
    Gets.Fitted fitted = quick.fit(input.withLabels(TinyGraph.labels()).withSplit(SPLIT), 0);
    CalibrationData other =
        CalibrationData.of(Graph.fromEdges(12, new int[] {0}, new int[] {1}), TinyGraph.logits())
            .withFeatures(FEATURES);
    assertThatThrownBy(() -> fitted.calibrate(other).probabilities())
        .hasMessage(
            "this calibrator was fitted on another graph: the degree embeddings of gets are random"
                + " and drawn for the graph of the fit, so they do not carry over to another graph;"
                + " fit it again on this one, or use a method that carries over, such as wats or"
                + " ts");
  }

  @Test
  void sparseFeaturesGiveWhatDenseOnesGive() {
    CalibrationData dense =
        CalibrationData.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
    int[] offsets = new int[13];
    int[] columns = new int[72];
    Arrays.setAll(offsets, i -> 6 * i);
    Arrays.setAll(columns, k -> k % 6);
    float[] values = DenseMatrix.copyOf(TinyGraph.features()).array();
    FeatureMatrix sparse =
        FeatureMatrix.wrap(SparseMatrix.wrap(SparsePattern.wrap(6, offsets, columns), values));
    Gets gets = new Gets(3, 0.5, 2, 3, 2, 1, true, Training.DEFAULT.withEpochs(20));
    double[] expected =
        gets.fit(dense.withLabels(TinyGraph.labels()).withSplit(SPLIT), 0)
            .calibrate(dense)
            .probabilities()
            .toArray();
    CalibrationData other = dense.withFeatures(sparse);
    assertThat(
            gets.fit(other.withLabels(TinyGraph.labels()).withSplit(SPLIT), 0)
                .calibrate(other)
                .probabilities()
                .toArray())
        .containsExactly(expected, offset(1e-3));
  }
}
