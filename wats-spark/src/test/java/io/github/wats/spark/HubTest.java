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

/** A star, each ray of which also knows the next: one node that everybody knows. */
@ExtendWith(LocalSpark.class)
class HubTest {
  @Test
  void aHubIsSpreadOverPartitionsAndItsFeaturesAreRight(SparkSession session) {
    check(session, 10_000, 500);
  }

  @Test
  @Tag("slow")
  void aHubOfDegreeAMillionDoesNotSinkAPartition(SparkSession session) {
    check(session, 1_000_000, 100_000);
  }

  private static void check(SparkSession session, int degree, int hubDegree) {
    Dataset<Row> rays = session.range(1, degree + 1L).toDF("src");
    Dataset<Row> edges =
        rays.withColumn("dst", lit(0L))
            .union(rays.withColumn("dst", col("src").mod(degree).plus(1)));
    edges.createOrReplaceTempView("star");
    Dataset<Row> nodes = session.range(0, degree + 2L).toDF("id"); // the last one is isolated

    Dataset<Row> withFeatures =
        new GraphWavelets().setEdges("star").setHubDegree(hubDegree).setK(2).transform(nodes);

    List<Row> some =
        withFeatures
            .filter(col("id").isin(0L, 1L, 77L, (long) degree, degree + 1L))
            .collectAsList();
    Graph graph = star(degree);
    FeatureTable expected = WaveletFeatures.of(graph, WaveletSettings.of(2, 0.4));
    assertThat(some).hasSize(5);
    some.forEach(
        row -> GraphWaveletsTest.check(row, Math.toIntExact(row.getLong(0)), graph, expected));
    assertThat(largestPartition(session, edges, degree, hubDegree)).isLessThan(degree);
  }

  /** Edges in the fullest of 16 partitions; the hub's alone would be {@code degree}. */
  private static long largestPartition(
      SparkSession session, Dataset<Row> edges, int degree, int hubDegree) {
    Dataset<Row> hubs =
        session.range(1).select(lit(0L).as("id"), lit(degree / hubDegree).as("parts"));
    Dataset<Row> pairs = edges.toDF("high", "low").select("low", "high");
    return EdgeFrame.directed(pairs, hubs, 16)
        .javaRDD()
        .mapPartitions(rows -> List.of(count(rows)).iterator())
        .reduce(Math::max);
  }

  private static long count(java.util.Iterator<Row> rows) {
    long count = 0;
    while (rows.hasNext()) {
      rows.next();
      count++;
    }
    return count;
  }

  private static Graph star(int degree) {
    int[] sources = new int[2 * degree];
    int[] targets = new int[2 * degree];
    Arrays.setAll(sources, k -> k / 2 + 1);
    Arrays.setAll(targets, k -> k % 2 == 0 ? 0 : (k / 2 + 1) % degree + 1);
    return Graph.fromEdges(degree + 2, sources, targets);
  }
}
