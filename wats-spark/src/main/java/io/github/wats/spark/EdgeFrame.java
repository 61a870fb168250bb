package io.github.wats.spark;

import io.github.wats.io.Origin;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructType;

/** A table of edges in any direction, with duplicates and self-loops, and its error messages. */
final class EdgeFrame {
  private static final Origin EDGES = new Origin("edges");

  private final Dataset<Row> table;
  private final String source;
  private final String target;

  /** Checks the columns; {@code idType} is the type of the node ids. */
  EdgeFrame(Dataset<Row> table, String source, String target, DataType idType) {
    this.table = table;
    this.source = source;
    this.target = target;
    checkType(table.schema(), source, idType);
    checkType(table.schema(), target, idType);
  }

  private static void checkType(StructType schema, String column, DataType idType) {
    DataType type = TableColumn.Kind.ID.check(schema, column, EDGES);
    EDGES.check(
        type.equals(idType) || (type instanceof IntegralType && idType instanceof IntegralType),
        "column '%s' has type %s, but node ids have type %s: cast one of them",
        column,
        type.simpleString(),
        idType.simpleString());
  }

  private Column source() {
    return NodeTable.quoted(source);
  }

  private Column target() {
    return NodeTable.quoted(target);
  }

  long count() {
    return table.count();
  }

  /** The codes of both ends; null for null. */
  Dataset<Row> codes(NodeKeys keys) {
    return table.select(keys.code(source()), keys.code(target()));
  }

  /** Throws, naming an edge one of whose ends is null. */
  void reportNull() {
    Row row = table.filter(source().isNull().or(target().isNull())).first();
    throw EDGES.invalid(
        "row %s: '%s' and '%s' must not be null", NodeTable.shortened(row), source, target);
  }

  /** Throws, naming an edge that has an end of this code. */
  void reportUnknown(NodeKeys keys, long code) {
    Column here = keys.code(source()).equalTo(code);
    Row edge =
        table
            .filter(here.or(keys.code(target()).equalTo(code)))
            .select(source(), target(), here)
            .first();
    throw EDGES.invalid(
        "row with %s %s and %s %s: there is no node %s",
        source, edge.get(0), target, edge.get(1), edge.get(edge.getBoolean(2) ? 0 : 1));
  }
}
