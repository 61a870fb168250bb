package io.github.wats.spark;

import org.apache.spark.sql.SparkSession;

/** Writes a {@link LargeGraph} as two Parquet tables; for the scripts beside the tests. */
final class WriteTables {
  private WriteTables() {}

  public static void main(String[] arguments) {
    SparkSession session =
        SparkSession.builder().master("local[2]").config("spark.ui.enabled", false).getOrCreate();
    session.sparkContext().setLogLevel("ERROR");
    LargeGraph large = new LargeGraph(Long.parseLong(arguments[0]));
    large.edgeTable(session).write().mode("overwrite").parquet(arguments[1] + "/edges.parquet");
    large.nodeTable(session).write().mode("overwrite").parquet(arguments[1] + "/nodes.parquet");
    session.stop();
  }
}
