package io.github.wats.spark;

import io.github.wats.io.Location;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/** The columns that stages read or add: parameter, default name, type and description. */
enum TableColumn {
  ID("id", Kind.ID, "distinct node ids, of any plain type"),
  LOGITS("logits", Kind.NUMBERS, "logits: array of numbers, or vector"),
  LABEL("label", Kind.NUMBER, "class labels from 0 on; null or -1 if unknown"),
  SPLIT("split", Kind.STRING, "the split: train, val, test, held-out or null"),
  DEGREE("degree", Kind.NUMBER, "numbers of neighbors"),
  PROBABILITY("probability", Kind.NUMBERS, "the network's probabilities, read without logits"),
  RAW("rawPrediction", Kind.NUMBERS, "logits by Spark ML's name, read without these two"),
  FEATURES("features", Kind.NUMBERS, "wavelet features"),
  SOURCE("src", Kind.ID, "edges: one end"),
  TARGET("dst", Kind.ID, "edges: the other end"),
  CALIBRATED("calibratedProbability", Kind.NUMBERS, "calibrated probabilities"),
  PREDICTION("calibratedPrediction", Kind.NUMBER, "the most probable classes"),
  TEMPERATURE("temperature", Kind.NUMBER, "temperatures; null if the method has none"),
  NETWORK_PREDICTION("networkPrediction", Kind.NUMBER, "the network's classes"),
  NETWORK_CONFIDENCE("networkConfidence", Kind.NUMBER, "their calibrated probabilities");

  final String title; // the default name of the column
  final Kind kind;
  final String description;

  TableColumn(String title, Kind kind, String description) {
    this.title = title;
    this.kind = kind;
    this.description = description;
  }

  /** The name of the parameter for the name of this column. */
  String param() {
    return title + "Col";
  }

  /** The name of this column in the tables of a stage. */
  String in(GraphStage<?> stage) {
    boolean propagated = this == LOGITS && stage.hasParam(GraphPropagation.INPUT);
    return stage.text(propagated ? GraphPropagation.INPUT : param());
  }

  /** Whether a table has this column, and the stage reads it. */
  boolean isIn(StructType schema, GraphStage<?> stage) {
    boolean isRead = this == LOGITS || stage.hasParam(param());
    return isRead && has(schema, in(stage));
  }

  /** The name of a result: as Spark ML has it, or where the table has such a column, the title. */
  String added(StructType schema, GraphStage<?> stage) {
    String plain = title.replace("calibratedP", "p");
    return stage.isSet(stage.getParam(param())) || has(schema, plain) ? in(stage) : plain;
  }

  /** Checks that the tables of a stage have this column, of the right type. */
  void check(StructType schema, GraphStage<?> stage) {
    kind.check(schema, in(stage), NodeTable.NODES);
  }

  /** What a column may hold. */
  enum Kind {
    ID(
        "of a plain type (integer, string, …) to be an id",
        type ->
            type instanceof IntegralType
                || type instanceof StringType
                || type instanceof DecimalType
                || List.of(DataTypes.DateType, DataTypes.TimestampType, DataTypes.BinaryType)
                    .contains(type)),
    NUMBERS(
        "an array of numbers or a vector",
        type ->
            isVector(type)
                || (type instanceof ArrayType array && array.elementType() instanceof NumericType)),
    NUMBER("of a numeric type", NumericType.class::isInstance),
    STRING("of type string", StringType.class::isInstance);

    private final String rule;

    @SuppressWarnings("ImmutableEnumChecker") // functions without state
    private final Predicate<DataType> allows;

    Kind(String rule, Predicate<DataType> allows) {
      this.rule = rule;
      this.allows = allows;
    }

    /** The type of a column, which must exist and be of this kind. */
    DataType check(StructType schema, String column, Location table) {
      String[] there = schema.fieldNames();
      table.check(
          has(schema, column), "there must be a column '%s', got %s", column, List.of(there));
      DataType type = schema.apply(column).dataType();
      table.check(
          allows.test(type), "column '%s' must be %s, got %s", column, rule, type.simpleString());
      return type;
    }
  }

  static boolean has(StructType schema, String column) {
    return Arrays.asList(schema.fieldNames()).contains(column);
  }

  static boolean isVector(DataType type) {
    return type.equals(SQLDataTypes.VectorType());
  }
}
