package io.github.wats.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.features.WaveletSettings.BaseSignal;
import io.github.wats.features.WaveletSettings.Coefficients;
import io.github.wats.features.WaveletSettings.Signal;
import io.github.wats.graph.Graph;
import io.github.wats.io.dataset.DataFolder;
import io.github.wats.io.dataset.Datasets;
import io.github.wats.prediction.Probabilities;
import io.github.wats.testing.Shared;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LocalSpark.class)
class GraphWaveletsTest {
  private static final double FEATURE_ERROR = 1e-9;
  private static final double PROBABILITY_ERROR = 1e-6;

  private final TestGraph data = TestGraph.generated(400, 900, 5, 1);

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 32})
  void featuresAreThoseOfTheCore(int partitions, SparkSession session) {
    data.edgeTable(session, DataTypes.IntegerType, i -> i, partitions)
        .createOrReplaceTempView("edges");
    Dataset<Row> nodes = data.nodeTable(session, DataTypes.LongType, i -> (long) i, partitions);
    GraphWavelets wavelets = new GraphWavelets().setEdges("edges").with("blocks", partitions);

    List<Row> rows =
        LocalSpark.withPartitions(
            session, partitions, () -> wavelets.transform(nodes).collectAsList());

    assertThat(rows).hasSize(400);
    FeatureTable expected = WaveletFeatures.of(data.graph(), WaveletSettings.DEFAULT);
    rows.forEach(row -> check(row, Math.toIntExact(row.getLong(0)), data.graph(), expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 32})
  void stringIdsAndOtherSettingsServeToo(int partitions, SparkSession session) {
    data.edgeTable(session, DataTypes.StringType, i -> "node-" + i, partitions)
        .toDF("from", "to.node")
        .createOrReplaceTempView("namedEdges");
    Dataset<Row> nodes =
        data.nodeTable(session, DataTypes.StringType, i -> "node-" + i, partitions)
            .withColumnRenamed("id", "node");
    WaveletSettings settings =
        new WaveletSettings(
            2,
            List.of(0.4, 1.2),
            Coefficients.HEAT_KERNEL,
            Signal.WITHOUT_SELF_LOOP,
            BaseSignal.DEGREE);
    GraphWavelets wavelets =
        new GraphWavelets()
            .with("idCol", "node")
            .with("srcCol", "from")
            .with("dstCol", "to.node")
            .setEdges("namedEdges")
            .setWavelets(settings);

    List<Row> rows =
        LocalSpark.withPartitions(
            session, partitions, () -> wavelets.transform(nodes).collectAsList());

    assertThat(rows).hasSize(400);
    FeatureTable expected = WaveletFeatures.of(data.graph(), settings);
    rows.forEach(
        row -> check(row, Integer.parseInt(row.getString(0).substring(5)), data.graph(), expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 32})
  void coraHasTheFeaturesAndProbabilitiesOfTheCore(int partitions, SparkSession session)
      throws IOException {
    Graph graph = Datasets.load(new DataFolder(Shared.datasets()), "cora").graph();
    TestGraph cora = TestGraph.of(graph, 7);
    cora.edgeTable(session, DataTypes.LongType, i -> (long) i, partitions)
        .createOrReplaceTempView("cora");
    Dataset<Row> nodes = cora.nodeTable(session, DataTypes.LongType, i -> (long) i, partitions);
    FittedCalibrator fitted =
        Methods.named("wats")
            .calibrator(Map.of("epochs", 10, "k", 2))
            .fit(cora.input().withLabels(cora.labels()).withSplit(cora.split()), 0);

    List<Row> rows =
        LocalSpark.withPartitions(
            session,
            partitions,
            () ->
                GraphCalibratorModel.of(fitted)
                    .transform(
                        new GraphWavelets().setEdges("cora").setSettings("k=2").transform(nodes))
                    .collectAsList());

    assertThat(rows).hasSize(2708);
    FeatureTable expected = WaveletFeatures.of(graph, WaveletSettings.of(2, 0.4));
    Probabilities calibrated = fitted.calibrate(cora.input()).probabilities();
    for (Row row : rows) {
      int node = Math.toIntExact(row.getLong(0));
      check(row, node, graph, expected);
      List<Double> probabilities = row.getList(row.fieldIndex("probability"));
      for (int c = 0; c < probabilities.size(); c++) {
        assertThat(probabilities.get(c))
            .isEqualTo(calibrated.get(node, c), within(PROBABILITY_ERROR));
      }
    }
  }

  @Test
  void aCheckpointDirectoryIsUsedWhereOneIsSet(SparkSession session, @TempDir Path folder) {
    session.sparkContext().setCheckpointDir(folder.toString());
    try {
      GraphWavelets wavelets =
          new GraphWavelets().setEdges(data.edgeView(session)).setSettings("k=1");
      List<Row> rows = wavelets.transform(data.nodeTable(session)).collectAsList();
      FeatureTable expected = WaveletFeatures.of(data.graph(), WaveletSettings.of(1, 0.4));
      rows.forEach(row -> check(row, Math.toIntExact(row.getLong(0)), data.graph(), expected));
      assertThat(folder).isDirectoryRecursivelyContaining("glob:**/rdd-*/part-*");
    } finally {
      session.sparkContext().checkpointDir_$eq(scala.Option.empty());
    }
  }

  static void check(Row row, int node, Graph graph, FeatureTable expected) {
    assertThat(row.<Long>getAs("degree")).isEqualTo(graph.degree(node));
    List<Double> features = row.getList(row.fieldIndex("features"));
    assertThat(features).hasSize(expected.columnCount());
    for (int j = 0; j < features.size(); j++) {
      assertThat(features.get(j))
          .as("feature %d of node %d", j, node)
          .isEqualTo(expected.get(node, j), within(FEATURE_ERROR));
    }
  }
}
