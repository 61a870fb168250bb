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
import java.util.function.Predicate;
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

/** A table of nodes with uniform types, and its checks, whose messages name the id of the row. */
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

  /** The type of a column, which must exist. */
  static DataType type(StructType schema, String column, Origin origin) {
    origin.check(
        has(schema, column),
        "there must be a column '%s', got %s",
        column,
        Arrays.toString(schema.fieldNames()));
    return schema.apply(column).dataType();
  }

  static boolean has(StructType schema, String column) {
    return Arrays.asList(schema.fieldNames()).contains(column);
  }

  private static DataType checkType(
      StructType schema, String column, Origin origin, Predicate<DataType> allowed, String rule) {
    DataType type = type(schema, column, origin);
    origin.check(
        allowed.test(type), "column '%s' must be %s, got %s", column, rule, type.simpleString());
    return type;
  }

  /** Checks that {@code column} exists and has a type that can be an id. */
  static DataType idType(StructType schema, String column, Origin origin) {
    return checkType(
        schema,
        column,
        origin,
        type ->
            type instanceof IntegralType
                || type instanceof StringType
                || type.equals(DataTypes.DateType)
                || type.equals(DataTypes.TimestampType)
                || type.equals(DataTypes.BinaryType)
                || type.typeName().startsWith("decimal"),
        "of a plain type (integer, string, …) to be an id");
  }

  static void checkIds(StructType schema, NodeColumns<?> columns) {
    idType(schema, columns.getIdCol(), NODES);
  }

  static void checkLogits(StructType schema, NodeColumns<?> columns) {
    String rule = "an array of numbers or a vector";
    checkType(
        schema, columns.getLogitsCol(), NODES, type -> isVector(type) || isNumbers(type), rule);
  }

  static void checkLabels(StructType schema, NodeColumns<?> columns) {
    checkType(
        schema, columns.getLabelCol(), NODES, IntegralType.class::isInstance, "of an integer type");
  }

  static void checkSplit(StructType schema, NodeColumns<?> columns) {
    checkType(schema, columns.getSplitCol(), NODES, StringType.class::isInstance, "of type string");
  }

  /** Checks that a column to be added does not exist yet. */
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

  /** The class, −1 if unknown. */
  Column label() {
    return coalesce(quoted(columns.getLabelCol()).cast(DataTypes.LongType), lit(-1L));
  }

  /** {@code train}, {@code val}, {@code test}, or empty. */
  Column split() {
    Column given = lower(trim(coalesce(quoted(columns.getSplitCol()), lit(""))));
    return when(given.equalTo("validation"), VALIDATION).otherwise(given);
  }

  /** The column of exactly this name, special characters included. */
  static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  // ---- the rows ----

  /**
   * Reads the table once and throws at an invalid row: a null id; and in those columns that exist,
   * logits that are null, of another length than in the first row, or not finite, a label outside
   * the classes, an unknown part of the split.
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

  /** The text of a row that has no id. */
  static String shortened(Row row) {
    String text = row.toString();
    return text.length() <= LONGEST_ROW ? text : text.substring(0, LONGEST_ROW) + "…";
  }

  /** Throws if two rows have the same id. */
  void checkIdsAreUnique() {
    List<Row> twice = table.groupBy(id().as("id")).count().filter(col("count").gt(1)).takeAsList(1);
    if (!twice.isEmpty()) {
      throw NODES.invalid(
          "row with %s %s: the id must not occur more than once, got %d rows",
          columns.getIdCol(), twice.get(0).get(0), twice.get(0).getLong(1));
    }
  }
}
