package io.github.wats.spark;

import static org.apache.spark.ml.functions.vector_to_array;
import static org.apache.spark.sql.functions.*;

import io.github.wats.features.NodeInputs;
import io.github.wats.io.Location;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.NominalAttribute;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A table of nodes: its columns with uniform types, and checks that name the invalid row. */
record NodeTable(Dataset<?> rows, GraphStage<?> stage) {
  /** The id in the tables that stages work on, whatever its name in the given rows. */
  static final String ID = "id";

  static final String TRAIN = "train";
  static final String VALIDATION = "val";
  static final String TEST = "test";
  static final String HELD_OUT = "held-out"; // validation nodes that no fit sees

  /** Characters of a row in a message. */
  private static final int LONGEST_ROW = 120;

  static final Location NODES = new Location("nodes");

  /** The schema with more columns, which must not exist yet. */
  static StructType extended(StructType schema, StructField... more) {
    for (StructField column : more) {
      boolean absent = !TableColumn.has(schema, column.name());
      NODES.check(absent, "there is a column '%s' already; choose another name", column.name());
      schema = schema.add(column);
    }
    return schema;
  }

  /** The columns of a schema with their metadata, which rows made anew lack. */
  static Column[] described(StructType schema) {
    return Arrays.stream(schema.fields())
        .map(field -> quoted(field.name()).as(field.name(), field.metadata()))
        .toArray(Column[]::new);
  }

  Column id() {
    return stage.column("idCol");
  }

  /** Logits as an array of doubles. */
  Column logits() {
    return numbers(rows.schema(), TableColumn.LOGITS.in(stage));
  }

  /** An array of doubles from an array of numbers or a vector. */
  static Column numbers(StructType schema, String name) {
    Column column = quoted(name);
    return TableColumn.isVector(schema.apply(name).dataType())
        ? vector_to_array(column, "float64")
        : column.cast(DataTypes.createArrayType(DataTypes.DoubleType));
  }

  /** Logits, label as {@code NodeView} has it, and structural features in one array. */
  Column numbers(NodeInputs recipe) {
    Column label = lit(0);
    if (recipe.readsLabels() && hasLabels()) {
      label =
          when(split().equalTo(TRAIN), label().plus(1))
              .when(split().equalTo(VALIDATION), label().plus(1).multiply(-1))
              .otherwise(0);
    }
    Column numbers = concat(logits(), array(label.cast(DataTypes.DoubleType)));
    return recipe.structure().isEmpty()
        ? numbers
        : concat(numbers, numbers(rows.schema(), TableColumn.FEATURES.in(stage)));
  }

  /** The class, −1 if unknown: null, −1, or what StringIndexer makes of other values. */
  Column label() {
    Column given = stage.column("labelCol");
    if (Attribute.fromStructField(rows.schema().apply(stage.text("labelCol")))
            instanceof NominalAttribute indexed
        && indexed.values().isDefined()) {
      List<String> names = List.of(indexed.values().get());
      given = nullif(given, lit(names.indexOf("__unknown"))); // handleInvalid="keep"
    }
    return coalesce(given.cast(DataTypes.LongType), lit(-1L));
  }

  /** {@code train}, {@code val}, {@code test}, {@code held-out}, or empty. */
  Column split() {
    Column given = lower(trim(coalesce(stage.column("splitCol"), lit(""))));
    return when(given.equalTo("validation"), VALIDATION).otherwise(given);
  }

  /** How many training nodes of known label each class has (C). */
  int[] trainingCounts(int classes) {
    int[] counts = new int[classes];
    Dataset<?> known = rows.filter(split().equalTo(TRAIN).and(label().geq(0)));
    for (Row row : known.groupBy(label()).count().collectAsList()) {
      counts[(int) row.getLong(0)] = Math.toIntExact(row.getLong(1));
    }
    return counts;
  }

  /** The column of exactly this name, special characters included. */
  static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  private boolean has(TableColumn column) {
    return column.isIn(rows.schema(), stage);
  }

  /** Whether there are labels and a split. */
  boolean hasLabels() {
    return has(TableColumn.LABEL) && has(TableColumn.SPLIT);
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
      problem = logitRules(problem, "'" + TableColumn.LOGITS.in(stage) + "' must ");
    }
    if (has(TableColumn.SPLIT)) {
      TableColumn.SPLIT.check(rows.schema(), stage);
      String must = "' must be train, val, test, held-out or null, got ";
      Column known = split().isin("", TRAIN, VALIDATION, TEST, HELD_OUT);
      String rule = "'" + stage.text("splitCol") + must;
      problem = problem.when(not(known), concat(lit(rule), stage.column("splitCol")));
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
    String rule =
        "'%s' must be an integer in 0 … %s, or null or -1 for unknown, got "
            .formatted(stage.text("labelCol"), classes - 1);
    Column given = stage.column("labelCol");
    Column outside = label().lt(-1).or(label().geq(classes)).or(given.notEqual(floor(given)));
    return problem.when(outside, concat(lit(rule), given));
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
    String name = TableColumn.LOGITS.in(stage);
    NODES.check(classes >= 1, "'%s' of the first row must hold numbers, got none", name);
    return classes;
  }

  private void report(Column problem) {
    Dataset<Row> problems = rows.select(id().as(ID), problem.as("problem"));
    for (Row row : problems.filter(col("problem").isNotNull()).takeAsList(1)) {
      String name =
          row.isNullAt(0)
              ? shortened(rows.toDF().filter(id().isNull()).takeAsList(1).get(0))
              : "with " + stage.text("idCol") + " " + row.get(0);
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
    for (Row row : same.groupBy(id()).count().filter(col("count").gt(1)).takeAsList(1)) {
      throw NODES.invalid(
          "row with %s %s: the id must not occur more than once, got %d rows",
          stage.text("idCol"), row.get(0), row.getLong(1));
    }
  }
}
