package io.github.wats.spark;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Acceptance.Choice;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.Comparison;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.PredictionSets;
import io.github.wats.decision.PredictionSets.Score;
import io.github.wats.features.WaveletSettings;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Outcomes;
import io.github.wats.metrics.PairedComparison;
import io.github.wats.metrics.PairedComparison.Difference;
import io.github.wats.metrics.PairedComparison.Result;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.prediction.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.apache.spark.ml.functions;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.Metadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LocalSpark.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GraphCalibratorTest {
  private static final double PROBABILITY_ERROR = 1e-6;
  private static final Map<String, Object> SHORT = Map.of("epochs", 20, "hidden", 8);

  private final TestGraph data = TestGraph.generated(600, 1500, 4, 2);
  private final CalibrationData input = data.input();
  private Dataset<Row> nodes; // with features

  @BeforeAll
  void computeFeaturesOnce(SparkSession session) {
    GraphWavelets wavelets = new GraphWavelets().setEdges(data.edgeView(session));
    nodes = wavelets.transform(data.nodeTable(session)).cache();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ts", "ets", "vs"})
  void scalingMethodsGiveWhatTheCoreGives(String method) {
    GraphCalibratorModel model = new GraphCalibrator().setMethod(method).fit(nodes);
    FittedCalibrator expected =
        Methods.named(method)
            .calibrator()
            .fit(input.withLabels(data.labels()).withSplit(data.split()), 0);
    checkProbabilities(model, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "ridge, use, keep-class",
    "ridge, ignore, free",
    "auto, use, free",
    "auto, ignore, keep-class",
    "ridge-temperature, , ",
    "hots, , "
  })
  void methodsOnBlocksGiveWhatTheCoreGives(String method, String labels, String mode) {
    Map<String, String> settings =
        labels == null ? Map.of() : Map.of("neighbor-labels", labels, "mode", mode);
    CalibrationData all = input.withLabels(data.labels()).withSplit(data.split());
    FittedCalibrator expected = Methods.named(method).calibrator(settings).fit(all, 0);
    GraphCalibrator calibrator =
        new GraphCalibrator().setMethod(method).setEdges("edges").with("blocks", 3);
    calibrator.setSettings(
        settings.entrySet().stream().map(Object::toString).toArray(String[]::new));

    GraphCalibratorModel model = calibrator.fit(nodes);

    check(model.transform(nodes).collectAsList(), expected, all);
    assertThat(model.calibrator().state().arrays().keySet())
        .isEqualTo(expected.state().arrays().keySet());
    check(
        GraphCalibratorModel.of(expected).setEdges("edges").transform(nodes).collectAsList(),
        expected,
        all);
  }

  /** Of 150 training nodes those of class 0 keep their labels, and of the others every sixth. */
  @ParameterizedTest
  @ValueSource(strings = {"ridge", "auto"})
  void validationNodesDrawnByClassAreWeightedByCountsOfTheCluster(String method) {
    Column rare = nodes.col("label").gt(0).and(nodes.col("id").mod(24).notEqual(0));
    GraphCalibratorModel model =
        checkWithTrainingLabels(method, rare, i -> data.labels().get(i) > 0 && i % 24 != 0);
    assertThat(model.calibrator().report().notes())
        .anyMatch(note -> note.startsWith("the validation nodes seem to be drawn by class"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ridge", "auto"})
  void withoutTrainingLabelsThereAreNoWeightsAndNoNeighborLabels(String method) {
    GraphCalibratorModel model = checkWithTrainingLabels(method, lit(true), i -> true);
    assertThat(model.calibrator().report().notes())
        .anyMatch(note -> note.startsWith("without labels of training nodes it was not tested"))
        .contains("no training label is known: neighbors' labels were not used");
  }

  /** Hides labels of training nodes, in the table and in the core. */
  private GraphCalibratorModel checkWithTrainingLabels(
      String method, Column isHidden, IntPredicate hidden) {
    Column isTraining = nodes.col("split").equalTo("train");
    Dataset<Row> table =
        nodes.withColumn("label", when(not(isTraining.and(isHidden)), nodes.col("label")));
    int[] labels = new int[data.nodeCount()];
    boolean[] training = data.split().train().toMask();
    Arrays.setAll(
        labels,
        i ->
            data.labels().isKnown(i) && !(training[i] && hidden.test(i))
                ? data.labels().get(i)
                : Labels.UNKNOWN);
    CalibrationData all =
        input.withLabels(Labels.of(data.labels().classCount(), labels)).withSplit(data.split());
    FittedCalibrator expected = Methods.named(method).calibrator().fit(all, 0);
    GraphCalibratorModel model =
        new GraphCalibrator().setMethod(method).setEdges("edges").fit(table);
    check(model.transform(table).collectAsList(), expected, all);
    return model;
  }

  @Test
  void theMethodIsTheRecommendedOneUnlessItIsNamed() {
    GraphCalibratorModel model = new GraphCalibrator().setEdges("edges").fit(nodes);
    assertThat(model.calibrator().report().method()).isEqualTo(Methods.recommended().name());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ridge", "auto", "hots"})
  void aModelOfSparkIsAFileOfTheCommand(String method, @TempDir Path folder) throws IOException {
    Path file = folder.resolve("model.json");
    GraphCalibrator calibrator = new GraphCalibrator().setMethod(method).setEdges("edges");
    GraphCalibratorModel model = calibrator.fit(nodes);
    model.toFile(file.toString());
    FittedCalibrator read = CalibratorFile.read(file).calibrator();
    CalibrationData all = input.withLabels(data.labels()).withSplit(data.split());
    check(model.transform(nodes).collectAsList(), read, all);
    assertThatThrownBy(() -> GraphCalibratorModel.of(read).transform(nodes))
        .hasMessageContaining("edges must name a table");
  }

  @Test
  void aRidgeOfSparkSaysThatItUsedLabels() {
    GraphCalibrator calibrator = new GraphCalibrator().setMethod("ridge").setEdges("edges");
    assertThat(calibrator.fit(nodes).calibrator().report().notes())
        .contains("neighbors' labels were used");
  }

  @Test
  void watsGivesWhatTheCoreGivesForTheSameSeed() {
    GraphCalibratorModel model = calibrator().with("seed", 7L).fit(nodes);
    FittedCalibrator expected =
        Methods.named("wats")
            .calibrator(SHORT)
            .fit(input.withLabels(data.labels()).withSplit(data.split()), 7);
    checkProbabilities(model, expected);
    assertThat(model.calibrator().report().epochs()).isEqualTo(20);
    assertThat(model.calibrator().report().notes())
        .anyMatch(note -> note.startsWith("the labels of "));
  }

  @Test
  void featuresMayBeVectors() {
    Metadata wavelets = nodes.schema().apply("features").metadata();
    Column vector = functions.array_to_vector(nodes.col("features")).as("features", wavelets);
    Dataset<Row> vectors = nodes.withColumn("features", vector);
    GraphCalibratorModel model = calibrator().fit(vectors);
    assertThat(model.calibrator().state()).isEqualTo(calibrator().fit(nodes).calibrator().state());
    assertThat(model.transform(vectors).select("temperature").collectAsList())
        .isEqualTo(model.transform(nodes).select("temperature").collectAsList());
  }

  @Test
  void earlyStoppingMayUseTheTrainingNodes() {
    Map<String, Object> settings = new HashMap<>(SHORT);
    settings.put("early-stopping", "training-nodes");
    GraphCalibratorModel model =
        calibrator()
            .setSettings("epochs=20", "hidden=8", "early-stopping=training-nodes")
            .fit(nodes);
    checkProbabilities(
        model,
        Methods.named("wats")
            .calibrator(settings)
            .fit(input.withLabels(data.labels()).withSplit(data.split()), 0));
  }

  @Test
  void filesOfTheCommandAreModelsHere(@TempDir Path folder) throws IOException {
    FittedCalibrator fitted =
        Methods.named("wats")
            .calibrator(SHORT)
            .fit(input.withLabels(data.labels()).withSplit(data.split()), 3);
    CalibratorFile.write(folder.resolve("model.json"), fitted, Map.of());
    checkProbabilities(
        GraphCalibratorModel.fromFile(folder.resolve("model.json").toString()), fitted);
  }

  @Test
  void modelsHereAreFilesOfTheCommand(@TempDir Path folder) throws IOException {
    GraphCalibratorModel model = calibrator().fit(nodes);
    model.toFile(folder.resolve("model.json").toString());
    model.write().save(folder.resolve("saved").toString());

    checkProbabilities(model, CalibratorFile.read(folder.resolve("model.json")).calibrator());
    checkProbabilities(
        model, CalibratorFile.read(folder.resolve("saved/calibrator.json")).calibrator());
    GraphCalibratorModel loaded =
        GraphCalibratorModel.read().load(folder.resolve("saved").toString());
    checkProbabilities(loaded, model.calibrator());
    assertThat(loaded.uid()).isEqualTo(model.uid());
  }

  @Test
  void aLargeModelIsSavedToo(@TempDir Path folder) throws IOException {
    GraphCalibratorModel model = calibrator().setSettings("epochs=1", "hidden=2000").fit(nodes);
    model.write().save(folder.resolve("saved").toString());
    checkProbabilities(
        GraphCalibratorModel.read().load(folder.resolve("saved").toString()), model.calibrator());
  }

  @Test
  void metricsAreThoseOfTheCore() {
    Dataset<Row> calibrated = new GraphCalibrator().setMethod("ts").fit(nodes).transform(nodes);
    Evaluation evaluation = new CalibrationEvaluator().evaluation(calibrated).orElseThrow();

    Probabilities probabilities =
        Methods.named("ts")
            .calibrator()
            .fit(input.withLabels(data.labels()).withSplit(data.split()), 0)
            .calibrate(input)
            .probabilities();
    Outcomes outcomes =
        Outcomes.of(probabilities, data.labels(), data.split().test())
            .withDegrees(i -> data.degrees()[i]);
    Evaluation expected = Evaluation.of(outcomes, Evaluation.Options.DEFAULT).orElseThrow();
    assertThat(evaluation.nodes()).isEqualTo(expected.nodes());
    assertThat(evaluation.values())
        .containsOnlyKeys(
            Arrays.stream(Metric.values())
                .filter(metric -> !metric.needsAllOutcomes())
                .toArray(Metric[]::new));
    evaluation
        .values()
        .forEach(
            (metric, value) ->
                assertThat(value).as(metric.key()).isEqualTo(expected.value(metric), within(1e-9)));
    assertThat(evaluation.noiseFloors().keySet()).isEqualTo(expected.noiseFloors().keySet());
    expected
        .noiseFloors()
        .forEach(
            (metric, drawn) ->
                assertThat(evaluation.noiseFloor(metric))
                    .as(metric.key())
                    .isCloseTo(drawn, withinPercentage(5)));
    CalibrationEvaluator evaluator = new CalibrationEvaluator().setMetricName("degreeEce");
    assertThat(evaluator.evaluate(calibrated)).isEqualTo(evaluation.value(Metric.DEGREE_ECE));
    assertThat(evaluator.isLargerBetter()).isFalse();
    assertThat(evaluator.setMetricName("accuracy").isLargerBetter()).isTrue();
    assertThatThrownBy(() -> evaluator.setMetricName("aurc").evaluate(calibrated))
        .hasMessage("aurc needs all nodes in one memory; wats evaluate computes it");
  }

  /** Validation nodes have ids 4k + 1; every second of them is held out. */
  @Test
  void selectAndSetsAreThoseOfTheCoreOnNodesThatNoFitSaw() {
    Column isHeldOut = nodes.col("split").equalTo("val").and(nodes.col("id").mod(8).equalTo(1));
    Dataset<Row> divided =
        nodes.withColumn("split", when(isHeldOut, "held-out").otherwise(nodes.col("split")));
    NodeSet validation = data.split().validation().withKnownLabel(data.labels());
    NodeSet held = part(validation, 1);
    Split split = new Split(data.split().train(), part(validation, 5), data.split().test());
    CalibrationData known = input.withLabels(data.labels()).withSplit(split);
    FittedCalibrator fitted = Methods.named("hots").calibrator().fit(known, 0);
    Probabilities predicted = fitted.calibrate(known).probabilities();

    GraphCalibrator hots = new GraphCalibrator().setMethod("hots").setEdges("edges");
    Dataset<Row> calibrated = hots.fit(divided).transform(divided);
    CalibrationEvaluator evaluator = new CalibrationEvaluator().setPart("held-out");

    check(calibrated.collectAsList(), fitted, known);
    NodeGroups one = NodeGroups.one(data.nodeCount());
    Target target = new Target(true, 0.6, 0.9);
    Choice expected = Acceptance.choose(target, predicted, data.labels(), held, held, one).get(0);
    Decisions decisions = evaluator.decisions(calibrated);
    Map<String, Object> selected = decisions.select(target, "held-out", NodeGroups.By.NONE);
    Choice choice = (Choice) ((List<?>) selected.get("groups")).get(0);
    assertThat(choice.nodes()).isEqualTo(held.size());
    Acceptance found = choice.found().orElseThrow();
    assertThat(found.threshold())
        .isEqualTo(expected.found().orElseThrow().threshold(), within(PROBABILITY_ERROR));
    assertThat(found.errors()).isEqualTo(expected.found().orElseThrow().errors());

    PredictionSets.Settings settings = new PredictionSets.Settings(0.8, Score.LAC, 0);
    PredictionSets sets =
        PredictionSets.of(settings, predicted, data.labels(), held, one, data.graph());
    Map<String, Object> given = decisions.sets(settings, "held-out", NodeGroups.By.NONE);
    PredictionSets.Threshold threshold =
        (PredictionSets.Threshold) ((List<?>) given.get("groups")).get(0);
    assertThat(threshold.value().orElseThrow())
        .isEqualTo(sets.thresholds().get(0).value().orElseThrow(), within(PROBABILITY_ERROR));
  }

  @Test
  void comparesMethodsAsTheCoreDoes() {
    CalibrationData known = input.withLabels(data.labels()).withSplit(data.split());
    HeldOutEvaluation tests = HeldOutEvaluation.testNodes(known, 0);
    Map<String, Calibrator<?>> methods = new LinkedHashMap<>();
    List<GraphCalibratorModel> models = new ArrayList<>();
    methods.put("uncalibrated", Methods.named("uncalibrated").calibrator());
    for (String name : List.of("ts", "vs", "hots", "ridge")) {
      methods.put(name, Methods.named(name).calibrator());
      models.add(new GraphCalibrator().setMethod(name).setEdges("edges").fit(nodes));
    }
    Comparison expected =
        Comparison.of(
            tests.predict(methods, (name, k) -> {}),
            tests.labels(),
            Optional.of(k -> data.degrees()[tests.nodes().get(k)]),
            Evaluation.Options.DEFAULT);

    CalibrationEvaluator evaluator = new CalibrationEvaluator().with("bins", 10);
    Comparison comparison = evaluator.compare(nodes, models);

    assertThat(comparison.choice().method()).isEqualTo(expected.choice().method());
    assertThat(comparison.results().reference()).isEqualTo("ts");
    assertThat(comparison.results().methods().keySet()).isEqualTo(methods.keySet());
    assertThat(comparison.predictions().get("ts").fitted()).isSameAs(models.get(0).calibrator());
    assertThat(comparison.evaluations().get("ridge").noiseFloor(Metric.ECE))
        .isEqualTo(
            expected.evaluations().get("ridge").noiseFloor(Metric.ECE), within(PROBABILITY_ERROR));
    Function<PairedComparison.Test, Double> holm = PairedComparison.Test::holm;
    expected
        .results()
        .methods()
        .forEach(
            (name, wanted) -> {
              Result found = comparison.results().methods().get(name);
              for (Metric metric : PairedComparison.METRICS) {
                String what = name + " " + metric;
                assertThat(found.value(metric))
                    .as(what)
                    .isEqualTo(wanted.value(metric), within(PROBABILITY_ERROR));
                assertThat(found.interval(metric).low())
                    .as(what)
                    .isEqualTo(wanted.interval(metric).low(), within(PROBABILITY_ERROR));
                assertThat(found.difference(metric).flatMap(Difference::test).map(holm))
                    .as(what)
                    .isEqualTo(wanted.difference(metric).flatMap(Difference::test).map(holm));
              }
            });

    Comparison plain = evaluator.compare(nodes.drop("degree"), models.subList(0, 2));
    assertThat(plain.results().methods().get("vs").values())
        .containsKey(Metric.NLL)
        .doesNotContainKey(Metric.DEGREE_ECE);
    assertThatThrownBy(() -> evaluator.compare(nodes, List.of(models.get(0), models.get(0))))
        .hasMessage("each method must be given once, got [ts, ts]");
    assertThatThrownBy(() -> evaluator.compare(nodes, List.of()))
        .hasMessage("there must be at least one model, got none");
  }

  private NodeSet part(NodeSet nodesOfPart, int rest) {
    int[] chosen = Arrays.stream(nodesOfPart.toArray()).filter(i -> i % 8 == rest).toArray();
    return NodeSet.of(data.nodeCount(), chosen);
  }

  @Test
  void aboveTheLimitTheSameRowsAreDrawnWhateverThePartitions(SparkSession session) {
    GraphCalibrator limited =
        new GraphCalibrator().setMethod("ts").with("maxRows", 50).with("seed", 1L);
    FittedCalibrator one = limited.fit(nodes.coalesce(1)).calibrator();
    FittedCalibrator many = limited.fit(nodes.repartition(13)).calibrator();
    assertThat(many.state()).isEqualTo(one.state());
    assertThat(one.report().notes())
        .contains(
            "50 of "
                + labeledValidationNodes()
                + " validation nodes were drawn (limit 50, seed 1)");
    assertThat(one.report().seconds()).isPositive();
    FittedCalibrator other = limited.with("seed", 2L).fit(nodes).calibrator();
    assertThat(other.state().arrays()).isNotEqualTo(one.state().arrays());
  }

  private int labeledValidationNodes() {
    return data.split().validation().withKnownLabel(data.labels()).size();
  }

  @Test
  void refusesMethodsThatNeedTheGraph() {
    assertThatThrownBy(() -> new GraphCalibrator().setMethod("gats").fit(nodes))
        .hasMessageContaining("gats needs the whole graph in the memory of one machine");
    GraphCalibrator published =
        new GraphCalibrator().setMethod("hots").setSettings("variant=authors");
    assertThatThrownBy(() -> published.fit(nodes))
        .hasMessageContaining("hots with these settings needs node features");
    assertThatThrownBy(() -> new GraphCalibrator().setSettings("k=2").fit(nodes))
        .hasMessageContaining("k is a setting of GraphWavelets");
  }

  @Test
  void refusesFeaturesOfOtherWavelets() {
    GraphCalibratorModel model = calibrator().fit(nodes);
    Metadata other = GraphWavelets.metadata(WaveletSettings.of(4, 0.8));
    assertThatThrownBy(
            () -> model.transform(withFeatures(nodes.col("features").as("features", other))))
        .hasMessageContaining("must have the wavelet settings the calibrator was fitted with");
    assertThatThrownBy(() -> model.transform(withFeatures(nodes.col("logits"))))
        .hasMessageContaining("column 'features' must come from GraphWavelets");
  }

  private Dataset<Row> withFeatures(Column features) {
    return nodes.select(nodes.col("id"), nodes.col("logits"), features.as("features"));
  }

  private static GraphCalibrator calibrator() {
    return new GraphCalibrator().setMethod("wats").setSettings("epochs=20", "hidden=8");
  }

  private void checkProbabilities(GraphCalibratorModel model, FittedCalibrator expected) {
    check(model.transform(nodes).collectAsList(), expected, input);
  }

  private void check(List<Row> rows, FittedCalibrator expected, CalibrationData known) {
    Probabilities probabilities = expected.calibrate(known).probabilities();
    assertThat(rows).hasSize(data.nodeCount());
    for (Row row : rows) {
      int node = Math.toIntExact(row.getLong(0));
      List<Double> given = row.getList(row.fieldIndex("probability"));
      assertThat(given).hasSize(probabilities.classCount());
      for (int c = 0; c < given.size(); c++) {
        assertThat(given.get(c))
            .as("class %d of node %d", c, node)
            .isEqualTo(probabilities.get(node, c), within(PROBABILITY_ERROR));
      }
      int network = known.logits().predictedClass(node);
      assertThat(row.<Double>getAs("networkPrediction")).isEqualTo(network);
      assertThat(row.<Double>getAs("networkConfidence")).isEqualTo(given.get(network));
    }
    Optional<double[]> given = expected.calibrate(known).temperatures();
    if (given.isPresent()) {
      double[] temperatures = given.get();
      rows.forEach(
          row ->
              assertThat(row.<Double>getAs("temperature"))
                  .isEqualTo(
                      temperatures[Math.toIntExact(row.getLong(0))], within(PROBABILITY_ERROR)));
    } else {
      assertThat(rows).allMatch(row -> row.getAs("temperature") == null);
    }
  }
}
