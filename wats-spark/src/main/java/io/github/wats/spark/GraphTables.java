package io.github.wats.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.storage.StorageLevel;

/**
 * A checked graph. Close it to free memory.
 *
 * @param id the column of ids in {@code nodes}, with the type that edges have
 * @param pairs every edge once: (low, high)
 * @param degrees of all nodes: (id, degree)
 */
record GraphTables(Dataset<?> nodes, Column id, Dataset<Row> pairs, Dataset<Row> degrees)
    implements AutoCloseable {
  private static final String KNOWN = "known";
  private static final String KEY = "wats_key"; // while tables are joined

  /** Checks both tables, then counts; an exception names the invalid row. */
  static GraphTables of(
      Dataset<?> nodes, NodeColumns<?> columns, Dataset<Row> edges, String source, String target) {
    DataType type = nodes.schema().apply(columns.getIdCol()).dataType();
    EdgeFrame edgeTable = new EdgeFrame(edges, source, target, type);
    NodeTable nodeTable = new NodeTable(nodes, columns);
    return Stage.described(
        nodes.sparkSession(),
        "nodes and edges checked and counted",
        () -> {
          nodeTable.checkRows();
          nodeTable.checkIdsAreUnique();
          edgeTable.checkRows();
          return counted(nodes, nodeTable.id(), type, edgeTable);
        });
  }

  private static GraphTables counted(
      Dataset<?> nodes, Column givenId, DataType type, EdgeFrame edges) {
    Column id = type instanceof IntegralType ? givenId.cast(DataTypes.LongType) : givenId;
    Dataset<Row> pairs = edges.pairs().persist(StorageLevel.MEMORY_AND_DISK());
    Dataset<Row> known = nodes.select(id.as(NodeTable.ID), lit(true).as(KNOWN));
    Dataset<Row> degrees =
        Stage.cut(
            known
                .join(
                    EdgeFrame.degrees(pairs).hint("merge"),
                    new String[] {NodeTable.ID},
                    "full_outer")
                .select(
                    col(NodeTable.ID),
                    coalesce(col(GraphWavelets.DEGREE), lit(0L)).as(GraphWavelets.DEGREE),
                    col(KNOWN)));
    List<Row> unknown = degrees.filter(col(KNOWN).isNull()).takeAsList(1);
    if (!unknown.isEmpty()) {
      pairs.unpersist(false);
      edges.reportUnknown(unknown.get(0).get(0));
    }
    return new GraphTables(nodes, id, pairs, degrees.drop(KNOWN));
  }

  /** The nodes with further columns from a table that has one row for each {@code id}. */
  Dataset<Row> attach(Dataset<Row> perNode) {
    return nodes
        .toDF()
        .withColumn(KEY, id)
        .join(perNode.withColumnRenamed(NodeTable.ID, KEY).hint("merge"), KEY)
        .drop(KEY);
  }

  @Override
  public void close() {
    pairs.unpersist(false);
  }
}
