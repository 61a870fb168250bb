package io.github.wats.spark;

import static org.apache.spark.ml.functions.vector_to_array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.isnan;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import io.github.wats.io.Origin;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * A table of nodes in one form, whatever form it came in, and the rules it must obey. A breach is
 * told with the id of the row.
 */
final class NodeTable {
  static final String TRAIN = "train";
  static final String VALIDATION = "val";
  static final String TEST = "test";

  /** Characters of a row in a message. */
  private static final int LONGEST_ROW = 120;

  private static final Origin NODES = new Origin("nodes");

  private final Dataset<?> table;
  private final NodeColumns<?> columns;

  NodeTable(Dataset<?> table, NodeColumns<?> columns) {
    this.table = table;
    this.columns = columns;
  }

  // ---- the columns, by schema ----

  /** The type of a column, which must be there. */
  static DataType type(StructType schema, String column, Origin origin) {
    origin.check(
        Arrays.asList(schema.fieldNames()).contains(column),
        "there must be a column '%s', got %s",
        column,
        Arrays.toString(schema.fieldNames()));
    return schema.apply(column).dataType();
  }

  static boolean has(StructType schema, String column) {
    return Arrays.asList(schema.fieldNames()).contains(column);
  }

  /** Checks that {@code column} is there and of a type that can be an id. */
  static DataType idType(StructType schema, String column, Origin origin) {
    DataType type = type(schema, column, origin);
    origin.check(
        type instanceof IntegralType
            || type instanceof StringType
            || type.equals(DataTypes.DateType)
            || type.equals(DataTypes.TimestampType)
            || type.equals(DataTypes.BinaryType)
            || type.typeName().startsWith("decimal"),
        "column '%s' must be of a plain type (integer, string, …) to be an id, got %s",
        column,
        type.simpleString());
    return type;
  }

  static void checkIds(StructType schema, NodeColumns<?> columns) {
    idType(schema, columns.getIdCol(), NODES);
  }

  static void checkLogits(StructType schema, NodeColumns<?> columns) {
    String name = columns.getLogitsCol();
    DataType type = type(schema, name, NODES);
    NODES.check(
        isVector(type) || isNumbers(type),
        "column '%s' must be an array of numbers or a vector, got %s",
        name,
        type.simpleString());
  }

  static void checkLabels(StructType schema, NodeColumns<?> columns) {
    String name = columns.getLabelCol();
    DataType type = type(schema, name, NODES);
    NODES.check(
        type instanceof IntegralType,
        "column '%s' must be of an integer type, got %s",
        name,
        type.simpleString());
  }

  static void checkSplit(StructType schema, NodeColumns<?> columns) {
    String name = columns.getSplitCol();
    DataType type = type(schema, name, NODES);
    NODES.check(
        type instanceof StringType,
        "column '%s' must be of type string, got %s",
        name,
        type.simpleString());
  }

  /** Checks that a column to be added is not there yet. */
  static void checkAbsent(StructType schema, String column) {
    NODES.check(!has(schema, column), "there is a column '%s' already; name another", column);
  }

  private static boolean isVector(DataType type) {
    return type.equals(SQLDataTypes.VectorType());
  }

  private static boolean isNumbers(DataType type) {
    return type instanceof ArrayType array && array.elementType() instanceof NumericType;
  }

  // ---- the columns in one form ----

  Column id() {
    return quoted(columns.getIdCol());
  }

  /** Logits as an array of doubles. */
  Column logits() {
    return numbers(table.schema(), columns.getLogitsCol());
  }

  /** An array of doubles from an array of numbers or a vector. */
  static Column numbers(StructType schema, String name) {
    Column column = quoted(name);
    return isVector(schema.apply(name).dataType())
        ? vector_to_array(column, "float64")
        : column.cast(DataTypes.createArrayType(DataTypes.DoubleType));
  }

  /** The class, −1 where it is not known. */
  Column label() {
    return coalesce(quoted(columns.getLabelCol()).cast(DataTypes.LongType), lit(-1L));
  }

  /** {@code train}, {@code val}, {@code test}, or empty. */
  Column split() {
    Column given = lower(trim(coalesce(quoted(columns.getSplitCol()), lit(""))));
    return when(given.equalTo("validation"), VALIDATION).otherwise(given);
  }

  /** A column of exactly this name, whatever characters it has. */
  static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  // ---- the rows ----

  /**
   * Reads through the table once and throws at a row that breaks a rule: a null id; and of those
   * columns that are there, logits that are null, of another length than the first row's, or not
   * finite, a label outside the classes, an unknown part of the split.
   */
  void checkRows() {
    StructType schema = table.schema();
    Column problem = when(id().isNull(), "the id must not be null");
    if (has(schema, columns.getLogitsCol())) {
      checkLogits(schema, columns);
      problem = logitRules(problem);
    }
    if (has(schema, columns.getSplitCol())) {
      checkSplit(schema, columns);
      problem =
          problem.when(
              split().isin("", TRAIN, VALIDATION, TEST).equalTo(false),
              concat(
                  lit("'" + columns.getSplitCol() + "' must be train, val, test or null, got "),
                  quoted(columns.getSplitCol())));
    }
    report(problem);
  }

  private Column logitRules(Column before) {
    String name = columns.getLogitsCol();
    int classes = classCount();
    Column problem =
        before
            .when(logits().isNull(), "'" + name + "' must not be null")
            .when(
                size(logits()).notEqual(classes),
                concat(
                    lit("'" + name + "' must have " + classes + " numbers as the first row, got "),
                    size(logits())))
            .when(
                exists(logits(), NodeTable::isNotFinite),
                "'" + name + "' must be finite numbers, none null");
    if (!has(table.schema(), columns.getLabelCol())) {
      return problem;
    }
    checkLabels(table.schema(), columns);
    return problem.when(
        label().lt(-1).or(label().geq(classes)),
        concat(
            lit("'" + columns.getLabelCol() + "' must be in 0 … " + (classes - 1)),
            lit(", or null or -1 for unknown, got "),
            label()));
  }

  private static Column isNotFinite(Column number) {
    return number
        .isNull()
        .or(isnan(number))
        .or(number.equalTo(Double.POSITIVE_INFINITY))
        .or(number.equalTo(Double.NEGATIVE_INFINITY));
  }

  /** How many logits the first row has. */
  int classCount() {
    List<Row> first = table.select(size(logits()).as("classes")).takeAsList(1);
    NODES.check(!first.isEmpty(), "there must be at least one row, got none");
    int classes = first.get(0).isNullAt(0) ? 0 : first.get(0).getInt(0);
    NODES.check(
        classes >= 1, "'%s' of the first row must hold numbers, got none", columns.getLogitsCol());
    return classes;
  }

  private void report(Column problem) {
    List<Row> broken =
        table
            .select(id().as("id"), problem.as("problem"))
            .filter(col("problem").isNotNull())
            .takeAsList(1);
    if (!broken.isEmpty()) {
      Row row = broken.get(0);
      String name =
          row.isNullAt(0)
              ? shortened(table.toDF().filter(id().isNull()).takeAsList(1).get(0))
              : "with " + columns.getIdCol() + " " + row.get(0);
      throw NODES.invalid("row %s: %s", name, row.getString(1));
    }
  }

  /** A row that has no id to name it by. */
  static String shortened(Row row) {
    String text = row.toString();
    return text.length() <= LONGEST_ROW ? text : text.substring(0, LONGEST_ROW) + "…";
  }

  /** Throws at an id that two rows have. */
  void checkIdsAreUnique() {
    List<Row> twice = table.groupBy(id().as("id")).count().filter(col("count").gt(1)).takeAsList(1);
    if (!twice.isEmpty()) {
      throw NODES.invalid(
          "row with %s %s: the id must not occur more than once, got %d rows",
          columns.getIdCol(), twice.get(0).get(0), twice.get(0).getLong(1));
    }
  }
}
