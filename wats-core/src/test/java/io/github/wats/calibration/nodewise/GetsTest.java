package io.github.wats.calibration.nodewise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.github.wats.calibration.CalibrationInput;
import io.github.wats.calibration.EarlyStopping;
import io.github.wats.calibration.Settings;
import io.github.wats.calibration.Training;
import io.github.wats.engine.autodiff.Mode;
import io.github.wats.engine.autodiff.Parameter;
import io.github.wats.engine.autodiff.Tape;
import io.github.wats.graph.Graph;
import io.github.wats.graph.GraphBuilder;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.matrix.FeatureMatrix;
import io.github.wats.matrix.SparseMatrix;
import io.github.wats.matrix.SparsePattern;
import io.github.wats.metrics.Metrics;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class GetsTest {
  private static final JsonNode GOLDEN = Golden.read("gets.json");
  private static final FeatureMatrix FEATURES =
      FeatureMatrix.wrap(DenseMatrix.copyOf(TinyGraph.features()));

  /** The golden matrices by our names: cut into blocks per input, experts side by side. */
  private static Map<String, double[][]> ours(JsonNode golden) {
    Map<String, double[][]> values = new LinkedHashMap<>();
    double[][] logitBlocks = new double[5][12];
    double[][] firstBias = new double[1][21];
    double[][] secondWeight = new double[21][];
    double[][] secondBias = new double[7][];
    for (int e = 0; e < GetsWeights.EXPERTS; e++) {
      String theirs = "experts." + e + ".";
      int place = 3 * GetsWeights.ORDER.indexOf(e);
      double[][] first = GoldenModel.matrix(golden.get(theirs + "gcn.w0"));
      int row = 0;
      for (JsonNode input : GOLDEN.get("experts").get(e)) {
        if (input.stringValue().equals("logits")) {
          for (int c = 0; c < 5; c++) {
            System.arraycopy(first[c], 0, logitBlocks[c], place, 3);
          }
          row += 5;
        } else {
          int width = input.stringValue().equals("features") ? 3 : 2;
          values.put(theirs + input.stringValue(), Arrays.copyOfRange(first, row, row + width));
          row += width;
        }
      }
      System.arraycopy(Golden.doubles(golden.get(theirs + "gcn.b0")), 0, firstBias[0], place, 3);
      double[][] second = GoldenModel.matrix(golden.get(theirs + "gcn.w1"));
      System.arraycopy(second, 0, secondWeight, place, 3);
      secondBias[e] = Golden.doubles(golden.get(theirs + "gcn.b1"));
      linear(values, theirs + "projection", golden, theirs + "project");
      if (golden.has(theirs + "table")) {
        values.put(theirs + "table", rowsInUse(GoldenModel.matrix(golden.get(theirs + "table"))));
      }
    }
    values.put("experts.logits", logitBlocks);
    values.put("experts.bias", firstBias);
    values.put("experts.output.weight", secondWeight);
    values.put("experts.output.bias", secondBias);
    linear(values, "gate.projection", golden, "project");
    cut(values, "gate", GoldenModel.matrix(golden.get("w_gate")));
    cut(values, "noise", GoldenModel.matrix(golden.get("w_noise")));
    return values;
  }

  private static void linear(
      Map<String, double[][]> values, String name, JsonNode golden, String theirs) {
    if (golden.has(theirs + ".weight")) {
      double[][] weight = GoldenModel.matrix(golden.get(theirs + ".weight"));
      values.put(name + ".weight", GoldenModel.transposed(weight));
      values.put(name + ".bias", GoldenModel.matrix(golden.get(theirs + ".bias")));
    }
  }

  private static void cut(Map<String, double[][]> values, String name, double[][] rows) {
    values.put(name + ".features", Arrays.copyOfRange(rows, 0, 3));
    values.put(name + ".logits", Arrays.copyOfRange(rows, 3, rows.length));
  }

  private static double[][] rowsInUse(double[][] table) {
    return Arrays.stream(Golden.ints(GOLDEN.get("degree_index")))
        .sorted()
        .distinct()
        .mapToObj(index -> table[index])
        .toArray(double[][]::new);
  }

  private static GetsModel goldenModel() {
    Gets recipe = new Gets(3, 0, 2, 3, 2, 0.7, true, Training.DEFAULT);
    GetsModel model = new GetsModel(recipe, TinyGraph.graph(), TinyGraph.logits(), FEATURES, 0);
    Map<String, double[][]> start = ours(GOLDEN.get("parameters"));
    assertThat(model.parametersAndTables()).hasSameSizeAs(start.keySet());
    for (Parameter parameter : model.parametersAndTables()) {
      GoldenModel.set(parameter.value(), start.get(parameter.name()));
    }
    return model;
  }

  private static void checkGradients(GetsModel model, JsonNode golden) {
    Map<String, double[][]> expected = ours(golden);
    for (Parameter parameter : model.parameters()) {
      GoldenModel.agrees(parameter.name(), parameter.gradient(), expected.get(parameter.name()));
    }
  }

  @Test
  void meetsTheGoldenProbabilitiesLossAndGradients() {
    GetsModel model = goldenModel();
    GoldenModel.checkOutput(model, GOLDEN);
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
    Tape tape = new Tape();
    var penalty = model.write(tape, new int[] {0}, 0).penalty().orElseThrow();
    tape.forward(mode);
    return penalty.scalar();
  }

  private static final Split SPLIT =
      new Split(TinyGraph.train(), TinyGraph.calibration(), NodeSet.of(12));

  @Test
  void oneTapeForBothGivesWhatTwoGive() {
    GetsModel model = goldenModel();
    int[] learnt = TinyGraph.calibration().toArray();
    int[] watched = TinyGraph.train().toArray();
    Tape both = new Tape();
    NodewiseModel.Shared shared = model.writeShared(both, learnt, watched, 7).orElseThrow();
    both.forward(Mode.TRAINING);
    Tape first = new Tape();
    var expected = model.write(first, learnt, 7);
    first.forward(Mode.TRAINING);
    Tape second = Tape.forwardOnly();
    var looked = model.writeForward(second, watched);
    second.forward(Mode.EVALUATION);
    assertThat(shared.output().calibrated().logits().value().array())
        .containsExactly(expected.calibrated().logits().value().array(), offset(1e-6f));
    assertThat(shared.watched().logits().value().array())
        .containsExactly(looked.logits().value().array(), offset(1e-6f));
    assertThat(shared.output().penalty().orElseThrow().scalar())
        .isCloseTo(expected.penalty().orElseThrow().scalar(), offset(1e-6));
  }

  /** On a graph where learnt nodes read a few nodes, and watched ones many others. */
  @Test
  void nodesThatAreOnlyWatchedGiveNoSlopes() {
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
    Gets recipe = new Gets(8, 0.5, 2, 4, 4, 1, true, Training.DEFAULT);
    GetsModel model = new GetsModel(recipe, graph, Logits.of(logits), features, 1);
    for (Parameter parameter : model.parameters()) { // some start at 0
      for (int e = 0; e < parameter.value().array().length; e++) {
        parameter.value().array()[e] += (float) (0.1 * Math.cos(e));
      }
    }
    int[] learnt = IntStream.range(0, 20).toArray();
    int[] watched = IntStream.range(100, 250).toArray();
    Tape alone = new Tape();
    List<float[]> expected = slopes(model, alone, model.write(alone, learnt, 7), 20);
    Tape both = new Tape();
    NodewiseModel.Shared shared = model.writeShared(both, learnt, watched, 7).orElseThrow();
    List<float[]> actual = slopes(model, both, shared.output(), 20);
    for (int p = 0; p < expected.size(); p++) {
      assertThat(actual.get(p))
          .as(model.parameters().get(p).name())
          .containsExactly(expected.get(p), offset(1e-6f));
    }
  }

  private static List<float[]> slopes(
      GetsModel model, Tape tape, NodewiseModel.Output output, int nodes) {
    Labels labels = Labels.of(3, IntStream.range(0, nodes).map(i -> i % 3).toArray());
    var loss = output.calibrated().crossEntropy(labels).plus(output.penalty().orElseThrow());
    tape.forward(Mode.TRAINING);
    tape.backward(loss);
    return model.parameters().stream().map(p -> p.gradient().array().clone()).toList();
  }

  @Test
  void stopsEarlyOnTheLossOfItsOwnTape() {
    CalibrationInput input =
        CalibrationInput.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
    Gets recipe =
        new Gets(
            3, 0.5, 2, 3, 2, 1, true, new Training(200, 9, 0.05, 0, EarlyStopping.TRAINING_NODES));
    Gets.Fitted fitted = recipe.fit(input, TinyGraph.labels(), SPLIT, 0);
    List<Double> watched = fitted.fitReport().watchedLosses();
    assertThat(watched).hasSize(fitted.fitReport().epochs());
    double lowest = Collections.min(watched);
    Outcomes outcomes = Outcomes.of(fitted.calibrate(input), TinyGraph.labels(), TinyGraph.train());
    assertThat(Metrics.negativeLogLikelihood().of(outcomes).orElseThrow())
        .isCloseTo(lowest, offset(1e-5));
    assertThat(fitted.fitReport().converged())
        .isEqualTo(watched.size() - 1 - watched.lastIndexOf(lowest) == 9);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "6, true", "2, false", "6, false"})
  void fitsWithAnyNumberOfExpertsAndWithoutEdges(int expertsPerNode, boolean edges) {
    Graph graph = edges ? TinyGraph.graph() : Graph.fromEdges(12, new int[0], new int[0]);
    CalibrationInput input = CalibrationInput.of(graph, TinyGraph.logits()).withFeatures(FEATURES);
    Training training = new Training(30, 30, 0.01, 0, EarlyStopping.TRAINING_NODES);
    Gets recipe = new Gets(3, 0.5, expertsPerNode, 3, 2, 1, edges, training);
    Gets.Fitted fitted = recipe.fit(input, TinyGraph.labels(), SPLIT, 0);
    List<Double> losses = fitted.fitReport().losses();
    assertThat(losses).allSatisfy(loss -> assertThat(loss).isFinite());
    assertThat(Collections.min(losses)).isLessThan(losses.get(0));
    double[] probabilities = fitted.calibrate(input).toArray();
    assertThat(Arrays.stream(probabilities).sum()).isCloseTo(12, offset(1e-5));
  }

  @Test
  void takesFewerEpochsThanOtherMethodsUnlessItStopsEarly() {
    assertThat(Gets.from(Gets.defaults())).isEqualTo(Gets.DEFAULT);
    assertThat(Gets.DEFAULT.training()).isEqualTo(Training.DEFAULT.withEpochs(40));
    Settings stopping = Gets.defaults().with(Training.EARLY_STOPPING, EarlyStopping.HELD_OUT);
    assertThat(Gets.from(stopping).training().epochs()).isEqualTo(1000);
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
    double[][] noise = new double[12][GetsWeights.EXPERTS];
    int[] labels = new int[12];
    for (int i = 0; i < 12; i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        builder.edge(newNumber[i], newNumber[graph.neighbor(i, k)]);
      }
      TinyGraph.logits().copyRow(i, logits[newNumber[i]], 0);
      features[newNumber[i]] = TinyGraph.features()[i];
      labels[newNumber[i]] = TinyGraph.labels().get(i);
      for (int e = 0; e < GetsWeights.EXPERTS; e++) {
        noise[newNumber[i]][e] = Math.sin(1 + 7 * i + e);
      }
    }
    Training training = new Training(30, 9, 0.05, 0, EarlyStopping.NONE);
    GetsModel model =
        new GetsModel(
            new Gets(3, 0, 2, 3, 2, 0.7, true, training),
            builder.build(),
            Logits.of(logits),
            FeatureMatrix.wrap(DenseMatrix.copyOf(features)),
            1);
    model.giveNoise(DenseMatrix.copyOf(noise));
    NodeSet learnt =
        NodeSet.of(
            12, IntStream.of(TinyGraph.calibration().toArray()).map(i -> newNumber[i]).toArray());
    new GradientFit(model, training)
        .run(Labels.of(5, labels), new FitNodes(learnt, NodeSet.of(12)), 1);
    return model.probabilities();
  }

  @Test
  void needsNodeFeaturesAndSaysSo() {
    CalibrationInput bare = CalibrationInput.of(TinyGraph.graph(), TinyGraph.logits());
    assertThatThrownBy(() -> Gets.DEFAULT.fit(bare, TinyGraph.labels(), SPLIT, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("gets needs node features");
  }

  @Test
  void refusesAnotherGraphAndSaysWhy() {
    CalibrationInput input =
        CalibrationInput.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
    Gets quick = new Gets(3, 0.5, 2, 3, 2, 1, true, Training.DEFAULT.withEpochs(3));
    Gets.Fitted fitted = quick.fit(input, TinyGraph.labels(), SPLIT, 0);
    CalibrationInput other =
        CalibrationInput.of(Graph.fromEdges(12, new int[] {0}, new int[] {1}), TinyGraph.logits())
            .withFeatures(FEATURES);
    assertThatThrownBy(() -> fitted.calibrate(other))
        .hasMessage(
            "this calibrator was fitted on another graph: gets looks degrees up in tables of random"
                + " numbers made for its own graph, which say nothing about the nodes of another;"
                + " fit it again on this one, or use a method that carries over, such as wats or"
                + " ts");
  }

  @Test
  void sparseFeaturesGiveWhatDenseOnesGive() {
    CalibrationInput dense =
        CalibrationInput.of(TinyGraph.graph(), TinyGraph.logits()).withFeatures(FEATURES);
    int[] offsets = new int[13];
    int[] columns = new int[72];
    Arrays.setAll(offsets, i -> 6 * i);
    Arrays.setAll(columns, k -> k % 6);
    float[] values = DenseMatrix.copyOf(TinyGraph.features()).array();
    FeatureMatrix sparse =
        FeatureMatrix.wrap(SparseMatrix.wrap(SparsePattern.wrap(6, offsets, columns), values));
    Gets recipe = new Gets(3, 0.5, 2, 3, 2, 1, true, Training.DEFAULT.withEpochs(20));
    double[] expected = recipe.fit(dense, TinyGraph.labels(), SPLIT, 0).calibrate(dense).toArray();
    CalibrationInput other = dense.withFeatures(sparse);
    assertThat(recipe.fit(other, TinyGraph.labels(), SPLIT, 0).calibrate(other).toArray())
        .containsExactly(expected, offset(1e-3));
  }
}
