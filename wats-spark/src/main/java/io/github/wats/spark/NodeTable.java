package io.github.wats.spark;

import static org.apache.spark.ml.functions.vector_to_array;
import static org.apache.spark.sql.functions.*;

import io.github.wats.io.Origin;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A table of nodes: its columns with uniform types, and checks that name the invalid row. */
record NodeTable(Dataset<?> rows, NodeColumns<?> stage) {
  /** The id in the tables that stages work on, whatever its name in the given rows. */
  static final String ID = "id";

  static final String TRAIN = "train";
  static final String VALIDATION = "val";
  static final String TEST = "test";

  /** Characters of a row in a message. */
  private static final int LONGEST_ROW = 120;

  static final Origin NODES = new Origin("nodes");

  /** Checks that a column to be added does not exist yet. */
  static void checkAbsent(StructType schema, String column) {
    NODES.check(
        !TableColumn.has(schema, column),
        "there is a column '%s' already; choose another name",
        column);
  }

  /** The schema with more columns, which must not exist yet. */
  static StructType extended(StructType schema, StructField... more) {
    for (StructField column : more) {
      checkAbsent(schema, column.name());
      schema = schema.add(column);
    }
    return schema;
  }

  private String name(TableColumn column) {
    return column.in(stage);
  }

  private Column column(TableColumn column) {
    return quoted(name(column));
  }

  Column id() {
    return column(TableColumn.ID);
  }

  /** Logits as an array of doubles. */
  Column logits() {
    return numbers(rows.schema(), name(TableColumn.LOGITS));
  }

  /** An array of doubles from an array of numbers or a vector. */
  static Column numbers(StructType schema, String name) {
    Column column = quoted(name);
    return TableColumn.isVector(schema.apply(name).dataType())
        ? vector_to_array(column, "float64")
        : column.cast(DataTypes.createArrayType(DataTypes.DoubleType));
  }

  /** The class, −1 if unknown. */
  Column label() {
    return coalesce(column(TableColumn.LABEL).cast(DataTypes.LongType), lit(-1L));
  }

  /** {@code train}, {@code val}, {@code test}, or empty. */
  Column split() {
    Column given = lower(trim(coalesce(column(TableColumn.SPLIT), lit(""))));
    return when(given.equalTo("validation"), VALIDATION).otherwise(given);
  }

  /** The column of exactly this name, special characters included. */
  static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  private boolean has(TableColumn column) {
    return TableColumn.has(rows.schema(), name(column));
  }

  /** Whether there are labels and a split. */
  boolean hasLabels() {
    return has(TableColumn.LABEL) && has(TableColumn.SPLIT);
  }

  SparkSession session() {
    return rows.sparkSession();
  }

  /**
   * Reads the table once and throws at an invalid row: a null id; and in those columns that exist,
   * logits that are null, of another length than in the first row, or not finite, a label outside
   * the classes, an unknown part of the split.
   */
  void checkRows() {
    Column problem = when(id().isNull(), "the id must not be null");
    if (has(TableColumn.LOGITS)) {
      TableColumn.LOGITS.check(rows.schema(), stage);
      problem = logitRules(problem, "'" + name(TableColumn.LOGITS) + "' must ");
    }
    String split = name(TableColumn.SPLIT);
    if (has(TableColumn.SPLIT)) {
      TableColumn.SPLIT.check(rows.schema(), stage);
      String rule = "'" + split + "' must be train, val, test or null, got ";
      Column known = split().isin("", TRAIN, VALIDATION, TEST);
      problem = problem.when(known.equalTo(false), concat(lit(rule), quoted(split)));
    }
    report(problem);
  }

  private Column logitRules(Column before, String must) {
    int classes = classCount();
    String length = must + "have " + classes + " numbers like the first row, got ";
    Column problem =
        before
            .when(logits().isNull(), must + "not be null")
            .when(size(logits()).notEqual(classes), concat(lit(length), size(logits())))
            .when(isNotFinite(logits()), must + "be finite numbers, none null");
    if (!has(TableColumn.LABEL)) {
      return problem;
    }
    TableColumn.LABEL.check(rows.schema(), stage);
    String rule = "'%s' must be in 0 … %d, or null or -1 for unknown, got ";
    return problem.when(
        label().lt(-1).or(label().geq(classes)),
        concat(lit(rule.formatted(name(TableColumn.LABEL), classes - 1)), label()));
  }

  /** Whether an array has a number that is not finite, or null. */
  private static Column isNotFinite(Column array) {
    // Unlike a lambda, this is compiled to a loop. It is null if there is a null and no NaN.
    return coalesce(array_contains(array, Double.NaN), lit(true))
        .or(array_contains(array, Double.POSITIVE_INFINITY))
        .or(array_contains(array, Double.NEGATIVE_INFINITY));
  }

  /** How many logits the first row has. */
  int classCount() {
    List<Row> first = rows.select(size(logits()).as("classes")).takeAsList(1);
    NODES.check(!first.isEmpty(), "there must be at least one row, got none");
    int classes = first.get(0).isNullAt(0) ? 0 : first.get(0).getInt(0);
    NODES.check(
        classes >= 1,
        "'%s' of the first row must hold numbers, got none",
        name(TableColumn.LOGITS));
    return classes;
  }

  private void report(Column problem) {
    Dataset<Row> problems = rows.select(id().as(ID), problem.as("problem"));
    List<Row> broken = problems.filter(col("problem").isNotNull()).takeAsList(1);
    if (!broken.isEmpty()) {
      Row row = broken.get(0);
      String name =
          row.isNullAt(0)
              ? shortened(rows.toDF().filter(id().isNull()).takeAsList(1).get(0))
              : "with " + name(TableColumn.ID) + " " + row.get(0);
      throw NODES.invalid("row %s: %s", name, row.getString(1));
    }
  }

  /** The text of a row that has no id. */
  static String shortened(Row row) {
    String text = row.toString();
    return text.length() <= LONGEST_ROW ? text : text.substring(0, LONGEST_ROW) + "…";
  }

  /** Throws if rows with this code have the same id; different ids may have one by accident. */
  void reportRepeated(NodeKeys keys, long code) {
    Dataset<?> same = rows.filter(keys.code(id()).equalTo(code));
    List<Row> twice = same.groupBy(id()).count().filter(col("count").gt(1)).takeAsList(1);
    if (!twice.isEmpty()) {
      throw NODES.invalid(
          "row with %s %s: the id must not occur more than once, got %d rows",
          name(TableColumn.ID), twice.get(0).get(0), twice.get(0).getLong(1));
    }
  }
}
