package io.github.wats.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.CalibrationData;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.Acceptance.Target;
import io.github.wats.decision.Comparison;
import io.github.wats.decision.NodeGroups;
import io.github.wats.decision.PredictionSets;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.metrics.Evaluation;
import io.github.wats.prediction.NodeSet;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Shared;
import io.github.wats.testing.Snippets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Every snippet of docs/spark.md stands here between markers, compiles, runs, and is the same. */
@ExtendWith(LocalSpark.class)
class SparkPageTest {
  private final TestGraph data = TestGraph.generated(300, 600, 3, 4);

  @TempDir Path temporary;

  @Test
  void calibratesTables(SparkSession session) throws IOException {
    Dataset<Row> nodes = data.nodeTable(session);
    Dataset<Row> edges = data.edgeTable(session, DataTypes.LongType, i -> (long) i, 2);
    String folder = temporary.toString();
    // snippet: program
    edges.createOrReplaceTempView("edges");
    GraphWavelets wavelets = new GraphWavelets().setEdges("edges");
    Dataset<Row> withFeatures = wavelets.transform(nodes).persist();
    GraphCalibratorModel model = new GraphCalibrator().setEdges("edges").fit(withFeatures);
    Dataset<Row> calibrated = model.transform(withFeatures); // adds probability
    Evaluation after = new CalibrationEvaluator().evaluation(calibrated).orElseThrow();
    model.toFile(folder + "/model.json"); // wats apply reads it
    // end
    check(calibrated, Methods.recommended().calibrator());
    assertThat(after.nodes()).isGreaterThan(100);
    CalibrationData input = data.input();
    assertThat(
            CalibratorFile.read(temporary.resolve("model.json"))
                .calibrator()
                .calibrate(input)
                .probabilities())
        .isEqualTo(model.calibrator().calibrate(input).probabilities());
    withFeatures.unpersist();
  }

  @Test
  void decidesFromHeldOutNodes(SparkSession session) {
    Column isHeldOut = expr("id % 8 = 1");
    Dataset<Row> nodes =
        data.nodeTable(session)
            .withColumn("split", when(isHeldOut, "held-out").otherwise(col("split")));
    data.edgeView(session);
    Dataset<Row> withFeatures = new GraphWavelets().setEdges("edges").transform(nodes);
    GraphCalibratorModel model = new GraphCalibrator().setMethod("wats").fit(withFeatures);
    Dataset<Row> calibrated = model.transform(withFeatures);
    double risk = 0.8;
    GraphCalibratorModel ts = new GraphCalibrator().setMethod("ts").fit(withFeatures);
    Comparison all = new CalibrationEvaluator().compare(withFeatures, List.of(model, ts));
    CalibrationEvaluator heldOut = new CalibrationEvaluator().setPart("held-out");
    Decisions held = heldOut.decisions(calibrated);
    Target target = new Target(true, risk, 0.95);
    double least = (Double) held.select(target, "held-out", NodeGroups.By.NONE).get("threshold");
    PredictionSets.Settings lac = new PredictionSets.Settings(0.9, PredictionSets.Score.LAC, 0);
    double score =
        PredictionSets.of(lac, held.predicted(), held.labels())
            .thresholds()
            .get(0)
            .value()
            .orElseThrow();
    Column accept = expr("array_max(probability) >= " + least);
    String isIn = "p -> 1 - p <= " + score + " or p = array_max(probability)";
    Column set = expr("transform(probability, " + isIn + ")"); // an entry per class
    assertThat(all.choice().losses()).containsOnlyKeys("uncalibrated", "ts", "wats");
    PredictionSets sets = sets(model);
    double confident = 0;
    Dataset<Row> decided = calibrated.withColumn("accept", accept).withColumn("set", set);
    for (Row row : decided.collectAsList()) {
      int node = Math.toIntExact(row.getLong(0));
      List<Double> probabilities = row.getList(row.fieldIndex("probability"));
      List<Boolean> classes = row.getList(row.fieldIndex("set"));
      for (int c = 0; c < classes.size(); c++) {
        assertThat(classes.get(c)).isEqualTo(sets.contains(node, c));
      }
      assertThat(row.<Boolean>getAs("accept")).isEqualTo(Collections.max(probabilities) >= least);
      confident += row.<Boolean>getAs("accept") ? 1 : 0;
    }
    assertThat(confident).isPositive();
  }

  /** The sets of the core from the same held-out nodes. */
  private PredictionSets sets(GraphCalibratorModel model) {
    int[] held = IntStream.range(0, 300).filter(i -> i % 8 == 1).toArray();
    return PredictionSets.of(
        new PredictionSets.Settings(0.9, PredictionSets.Score.LAC, 0),
        model.calibrator().calibrate(data.input()).probabilities(),
        data.labels(),
        NodeSet.of(300, held),
        NodeGroups.one(300),
        data.graph());
  }

  @Test
  void fitsAndLoadsAPipeline(SparkSession session) throws IOException {
    data.edgeView(session);
    Dataset<Row> nodes = data.nodeTable(session);
    String folder = temporary.toString();
    GraphWavelets wavelets = new GraphWavelets().setEdges("edges").setSettings("k=2");
    GraphCalibrator calibrator = new GraphCalibrator().setMethod("wats").setSettings("epochs=100");
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {wavelets, calibrator});
    PipelineModel fitted = pipeline.fit(nodes);
    fitted.write().overwrite().save(folder + "/fitted");
    Dataset<Row> tomorrow = PipelineModel.load(folder + "/fitted").transform(nodes);
    check(tomorrow, Methods.named("wats:k=2:epochs=100").calibrator());
    pipeline.write().save(folder + "/recipe");
    assertThat(Pipeline.load(folder + "/recipe").getStages()).hasSize(2);
  }

  private void check(Dataset<Row> calibrated, Calibrator<?> calibrator) {
    CalibrationData all = data.input().withLabels(data.labels()).withSplit(data.split());
    Probabilities probabilities = calibrator.fit(all, 0).calibrate(all).probabilities();
    List<Row> rows = calibrated.select("id", "probability").collectAsList();
    assertThat(rows).hasSize(300);
    for (Row row : rows) {
      List<Double> given = row.getList(1);
      for (int c = 0; c < given.size(); c++) {
        assertThat(given.get(c))
            .isEqualTo(probabilities.get(Math.toIntExact(row.getLong(0)), c), within(1e-6));
      }
    }
  }

  @Test
  void standsOnThePageWordForWord() throws IOException {
    String page = Files.readString(Shared.root().resolve("docs/spark.md"));
    assertThat(page.lines().count()).isLessThanOrEqualTo(150);
    List<String> snippets =
        Snippets.of("wats-spark/src/test/java/io/github/wats/spark/SparkPageTest.java");
    assertThat(snippets).hasSize(1);
    for (String snippet : snippets) {
      assertThat(page).contains(snippet);
    }
  }
}
