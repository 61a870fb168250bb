package io.github.wats.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.wats.features.FeatureTable;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.graph.Graph;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One node that everybody knows. */
@ExtendWith(LocalSpark.class)
class HubTest {
  @Test
  void aHubWhoseNeighborsFormARingHasTheFeaturesOfTheCore(SparkSession session) {
    check(session, 10_000, true);
  }

  @Test
  void aStarHasTheFeaturesOfTheCore(SparkSession session) {
    check(session, 10_000, false);
  }

  @Test
  @Tag("slow")
  void aHubOfDegreeAMillionHasTheFeaturesOfTheCore(SparkSession session) {
    check(session, 1_000_000, true);
    check(session, 1_000_000, false);
  }

  private static void check(SparkSession session, int degree, boolean ring) {
    Dataset<Row> rays = session.range(1, degree + 1L).toDF("src");
    Dataset<Row> edges = rays.withColumn("dst", lit(0L));
    if (ring) {
      edges = edges.union(rays.withColumn("dst", col("src").mod(degree).plus(1)));
    }
    edges.createOrReplaceTempView("star");
    Dataset<Row> nodes = session.range(0, degree + 2L).toDF("id"); // the last one is isolated

    Dataset<Row> withFeatures =
        new GraphWavelets().setEdges("star").with("blocks", 3).setSettings("k=2").transform(nodes);

    List<Row> some =
        withFeatures
            .filter(col("id").isin(0L, 1L, 77L, (long) degree, degree + 1L))
            .collectAsList();
    Graph graph = star(degree, ring);
    FeatureTable expected = WaveletFeatures.of(graph, WaveletSettings.of(2, 0.4));
    assertThat(some).hasSize(5);
    some.forEach(
        row -> GraphWaveletsTest.check(row, Math.toIntExact(row.getLong(0)), graph, expected));
  }

  private static Graph star(int degree, boolean ring) {
    int[] sources = new int[ring ? 2 * degree : degree];
    int[] targets = new int[sources.length];
    Arrays.setAll(sources, k -> k % degree + 1);
    Arrays.setAll(targets, k -> k < degree ? 0 : (k % degree + 1) % degree + 1);
    return Graph.fromEdges(degree + 2, sources, targets);
  }
}
