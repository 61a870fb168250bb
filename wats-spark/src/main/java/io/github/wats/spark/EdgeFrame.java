package io.github.wats.spark;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.xxhash64;

import io.github.wats.io.Origin;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructType;

/**
 * Turns a table of edges, in any direction, with duplicates and self-loops, into a simple graph.
 */
final class EdgeFrame {
  static final String SOURCE = "src";
  static final String TARGET = "dst";

  /** Which part of a hub's edges this is; 0 for nodes whose edges are in one part. */
  static final String PART = "part";

  private static final Origin EDGES = new Origin("edges");
  private static final String LOW = "low";
  private static final String HIGH = "high";

  private final Dataset<Row> table;
  private final String source;
  private final String target;
  private final DataType idType;

  /** Checks the columns; {@code idType} is the type of the node ids. */
  EdgeFrame(Dataset<Row> table, String source, String target, DataType idType) {
    this.table = table;
    this.source = source;
    this.target = target;
    this.idType = idType;
    checkType(table.schema(), source);
    checkType(table.schema(), target);
  }

  private void checkType(StructType schema, String column) {
    DataType type = TableColumn.Kind.ID.check(schema, column, EDGES);
    EDGES.check(
        type.equals(idType) || (type instanceof IntegralType && idType instanceof IntegralType),
        "column '%s' has type %s, but node ids have type %s: cast one of them",
        column,
        type.simpleString(),
        idType.simpleString());
  }

  private Column end(String column) {
    Column given = NodeTable.quoted(column);
    // Wider than either, so that an id outside the type of the nodes is unknown, not truncated.
    return idType instanceof IntegralType ? given.cast(DataTypes.LongType) : given;
  }

  /** Throws at an edge one of whose ends is null. */
  void checkRows() {
    Column broken = NodeTable.quoted(source).isNull().or(NodeTable.quoted(target).isNull());
    List<Row> rows = table.filter(broken).takeAsList(1);
    if (!rows.isEmpty()) {
      throw EDGES.invalid(
          "row %s: '%s' and '%s' must not be null",
          NodeTable.shortened(rows.get(0)), source, target);
    }
  }

  /** Throws, naming an edge that has the end {@code id}. */
  void reportUnknown(Object id) {
    Row edge =
        table
            .filter(end(source).equalTo(id).or(end(target).equalTo(id)))
            .select(end(source), end(target))
            .first();
    throw EDGES.invalid(
        "row with %s %s and %s %s: there is no node %s",
        source, edge.get(0), target, edge.get(1), id);
  }

  /** Every edge once, lower end first: (low, high). */
  Dataset<Row> pairs() {
    return table
        .select(end(source).as(SOURCE), end(target).as(TARGET))
        .filter(col(SOURCE).notEqual(col(TARGET)))
        .select(
            least(col(SOURCE), col(TARGET)).as(LOW), greatest(col(SOURCE), col(TARGET)).as(HIGH))
        .distinct();
  }

  /** The degree of every node that has an edge: (id, degree). */
  static Dataset<Row> degrees(Dataset<Row> pairs) {
    return pairs
        .select(explode(array(col(LOW), col(HIGH))).as(NodeTable.ID))
        .groupBy(NodeTable.ID)
        .count()
        .withColumnRenamed("count", GraphWavelets.DEGREE);
  }

  /**
   * Both directions of every edge, those from one source together and sorted: (src, part, dst). The
   * edges of a hub are spread over several parts by their target, so that no partition must take
   * them all.
   *
   * @param hubs (id, parts) of the nodes with more than one part; few, since all their edges
   *     together are no more than there are
   */
  static Dataset<Row> directed(Dataset<Row> pairs, Dataset<Row> hubs, int partitions) {
    Column both =
        array(
            struct(col(LOW).as(SOURCE), col(HIGH).as(TARGET)),
            struct(col(HIGH).as(SOURCE), col(LOW).as(TARGET)));
    Column part = pmod(xxhash64(col(TARGET)), col(WaveletRounds.PARTS)).cast("int");
    return pairs
        .select(explode(both).as("edge"))
        .select("edge.*")
        .join(broadcast(hubs), col(SOURCE).equalTo(col(NodeTable.ID)), "left_outer")
        .select(col(SOURCE), coalesce(part, lit(0)).as(PART), col(TARGET))
        .repartition(partitions, col(SOURCE), col(PART))
        .sortWithinPartitions(SOURCE, PART);
  }
}
