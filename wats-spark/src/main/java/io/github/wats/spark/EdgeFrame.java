package io.github.wats.spark;

import io.github.wats.io.Location;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegralType;

/**
 * A table of edges in any direction, with duplicates and self-loops, and its error messages.
 *
 * @param idType the type of the node ids, which both ends must have
 */
record EdgeFrame(Dataset<Row> table, String sourceName, String targetName, DataType idType) {
  private static final Location EDGES = new Location("edges");

  EdgeFrame {
    checkType(table, sourceName, idType);
    checkType(table, targetName, idType);
  }

  private static void checkType(Dataset<Row> table, String column, DataType idType) {
    DataType type = TableColumn.Kind.ID.check(table.schema(), column, EDGES);
    boolean integers = type instanceof IntegralType && idType instanceof IntegralType;
    if (!integers && !type.equals(idType)) {
      throw EDGES.invalid(
          "column '%s' has type %s, but node ids have type %s: cast one of them",
          column, type.simpleString(), idType.simpleString());
    }
  }

  private Column source() {
    return NodeTable.quoted(sourceName);
  }

  private Column target() {
    return NodeTable.quoted(targetName);
  }

  /** The codes of both ends; null for null. */
  Dataset<Row> codes(NodeKeys keys) {
    return table.select(keys.code(source()), keys.code(target()));
  }

  /** Throws, naming an edge one of whose ends is null. */
  void reportNull() {
    Row row = table.filter(source().isNull().or(target().isNull())).first();
    throw EDGES.invalid(
        "row %s: '%s' and '%s' must not be null", NodeTable.shortened(row), sourceName, targetName);
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
        sourceName, edge.get(0), targetName, edge.get(1), edge.get(edge.getBoolean(2) ? 0 : 1));
  }
}
