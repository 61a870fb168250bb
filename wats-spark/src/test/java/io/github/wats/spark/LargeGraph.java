package io.github.wats.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.shiftrightunsigned;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import io.github.wats.graph.Graph;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.XXH64;

/**
 * A generated graph of any size, the same as tables and in memory: edge e joins a node drawn evenly
 * and one drawn with the square of an even number, so that low ids have many neighbors.
 *
 * @param edges before repeats are merged
 */
record LargeGraph(long edges, long nodes, int classes) {
  private static final int EDGES_PER_NODE = 10;
  private static final int CLASSES = 5;

  /** What xxhash64 starts with in Spark. */
  private static final long SPARK_SEED = 42;

  LargeGraph(long edges) {
    this(edges, edges / EDGES_PER_NODE, CLASSES);
  }

  /** A fraction of the shape of ogbn-papers100M. */
  static LargeGraph papers(double fraction) {
    return new LargeGraph((long) (1_615_685_872 * fraction), (long) (111_059_956 * fraction), 172);
  }

  Dataset<Row> edgeTable(SparkSession session) {
    Column even = unit(1, col("id"));
    Column skewed = unit(2, col("id"));
    return session
        .range(edges)
        .select(
            floor(even.multiply(nodes())).as("src"),
            floor(skewed.multiply(skewed).multiply(nodes())).as("dst"));
  }

  Dataset<Row> nodeTable(SparkSession session) {
    Column[] logits = new Column[classes];
    for (int c = 0; c < classes; c++) {
      Column lift = when(col("id").mod(classes).equalTo(c), 1.0).otherwise(0.0);
      logits[c] = unit(10 + c, col("id")).multiply(4).plus(lift);
    }
    Column part = unit(3, col("id"));
    return session
        .range(nodes())
        .select(
            col("id"),
            array(logits).as("logits"),
            col("id").mod(classes).cast("int").as("label"),
            when(part.lt(0.2), "train").when(part.lt(0.3), "val").otherwise("test").as("split"));
  }

  private static Column unit(long stream, Column id) {
    return shiftrightunsigned(xxhash64(lit(stream), id), 11).multiply(0x1.0p-53);
  }

  Graph graph() {
    int count = Math.toIntExact(edges);
    int[] sources = new int[count];
    int[] targets = new int[count];
    for (int e = 0; e < count; e++) {
      double skewed = unit(2, e);
      sources[e] = (int) (unit(1, e) * nodes());
      targets[e] = (int) (skewed * skewed * nodes());
    }
    return Graph.fromEdges(Math.toIntExact(nodes()), sources, targets);
  }

  private static double unit(long stream, long id) {
    long hash = XXH64.hashLong(id, XXH64.hashLong(stream, SPARK_SEED));
    return (hash >>> 11) * 0x1.0p-53;
  }
}
