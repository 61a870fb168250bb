package io.github.wats.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.shiftrightunsigned;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;
import static scala.jdk.javaapi.CollectionConverters.asJava;
import static scala.jdk.javaapi.CollectionConverters.asScala;

import io.github.wats.graph.Graph;
import java.util.Arrays;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.sql.types.StructType;

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

  /** The nodes, whose logits are made in each pass over the table. */
  Dataset<Row> nodeTable(SparkSession session) {
    return withLogits(plainNodeTable(session));
  }

  /** The nodes without logits; one of ten is for validation, two for training. */
  Dataset<Row> plainNodeTable(SparkSession session) {
    Column part = unit(3, col("id"));
    return session
        .range(nodes())
        .withColumn("label", col("id").mod(classes).cast("int"))
        .withColumn(
            "split", when(part.lt(0.2), "train").when(part.lt(0.3), "val").otherwise("test"));
  }

  /** Logits beside the columns of a table that begins with id and label. */
  Dataset<Row> withLogits(Dataset<Row> nodes) {
    int count = classes;
    MapPartitionsFunction<Row, Row> rows =
        given -> asJava(asScala(given).map(row -> withLogits(row, count)));
    StructType schema = nodes.schema().add("logits", "array<double>");
    return nodes.mapPartitions(rows, Encoders.row(schema)).select(NodeTable.described(schema));
  }

  private static Row withLogits(Row row, int classes) {
    long id = row.getLong(0);
    int label = row.getInt(1);
    double[] logits = new double[classes];
    Arrays.setAll(logits, c -> 4 * unit(10 + c, id) + (c == label ? 1 : 0));
    Object[] values = new Object[row.length() + 1];
    Arrays.setAll(values, k -> k < row.length() ? row.get(k) : logits);
    return RowFactory.create(values);
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
