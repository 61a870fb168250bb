package io.github.wats.spark;

import static org.apache.spark.sql.functions.*;

import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * Logits from a column of probabilities, for tables without logits, as {@link
 * Logits#ofProbabilities} makes them. A single number is the probability of class 1.
 */
final class ProbabilityColumn {
  private static final DataType NUMBERS = DataTypes.createArrayType(DataTypes.DoubleType);
  private static final UserDefinedFunction INVALID =
      udf((UDF1<Seq<Object>, Boolean>) ProbabilityColumn::isInvalid, DataTypes.BooleanType);
  private static final UserDefinedFunction EXACT =
      udf((UDF1<Seq<Object>, double[]>) p -> row(p).toArray(), NUMBERS);
  private static final UserDefinedFunction LOGITS =
      udf(
          (UDF2<Seq<Object>, Double, double[]>)
              (p, zero) -> Logits.ofProbabilities(row(p), OptionalDouble.of(zero)).toArray(),
          NUMBERS);

  private ProbabilityColumn() {}

  /** Whether probabilities are read, for want of logits. */
  static boolean isRead(StructType schema, GraphStage<?> stage) {
    return !TableColumn.LOGITS.isIn(schema, stage) && TableColumn.PROBABILITY.isIn(schema, stage);
  }

  /** Whether logits have Spark ML's name; of a classifier, probabilities are preferred to them. */
  private static boolean isRaw(StructType schema, GraphStage<?> stage) {
    return !isRead(schema, stage)
        && !TableColumn.LOGITS.isIn(schema, stage)
        && TableColumn.RAW.isIn(schema, stage);
  }

  /** The schema with logits, which are made from other scores if there are none. */
  static StructType withLogits(StructType schema, GraphStage<?> stage) {
    if (!isRead(schema, stage) && !isRaw(schema, stage)) {
      return schema;
    }
    (isRaw(schema, stage) ? TableColumn.RAW : TableColumn.PROBABILITY).check(schema, stage);
    return schema.add(GraphBlocks.array(TableColumn.LOGITS.in(stage), Metadata.empty()));
  }

  /** A row as probabilities of all classes with the sum 1; throws if it is none. */
  private static Probabilities row(Seq<Object> p) {
    double[] values = new double[p.size()];
    Arrays.setAll(values, k -> p.apply(k) instanceof Double x ? x : Double.NaN);
    return Probabilities.ofRounded(1, values.length, values);
  }

  private static boolean isInvalid(Seq<Object> p) {
    try {
      return p == null || row(p).classCount() < 1;
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /**
   * What zeros of this table are taken as, empty if no probabilities are read.
   *
   * @param note gets a sentence if there are any
   */
  static OptionalDouble zero(Dataset<?> nodes, GraphStage<?> stage, Consumer<String> note) {
    if (!isRead(nodes.schema(), stage)) {
      return OptionalDouble.empty();
    }
    Column given = given(nodes, stage);
    Column p = EXACT.apply(given);
    Column x = col("x");
    Row all =
        nodes
            .filter(not(INVALID.apply(given)))
            .select(explode(p).as("x"), size(p).as("classes"))
            .agg(
                min(when(x.gt(0), x)),
                count(when(x.equalTo(0), x)),
                count(x),
                coalesce(max(col("classes")), lit(1)))
            .first();
    double zero = Logits.zero(all.isNullAt(0) ? 1 : all.getDouble(0), all.getInt(3));
    if (all.getLong(1) > 0) {
      note.accept(Logits.noteOnZeros(all.getLong(1), all.getLong(2), zero));
    }
    return OptionalDouble.of(zero);
  }

  /** The rows with logits, zeros taken as this; refuses the first that is no distribution. */
  static Dataset<?> withLogits(Dataset<?> nodes, GraphStage<?> stage, OptionalDouble zero) {
    if (isRaw(nodes.schema(), stage)) {
      Column raw = NodeTable.numbers(nodes.schema(), TableColumn.RAW.in(stage));
      return nodes.withColumn(TableColumn.LOGITS.in(stage), raw);
    }
    if (!isRead(nodes.schema(), stage)) {
      return nodes;
    }
    TableColumn.PROBABILITY.check(nodes.schema(), stage);
    String name = TableColumn.PROBABILITY.in(stage);
    Column given = given(nodes, stage);
    Column sum = aggregate(given, lit(0.0), (total, x) -> total.plus(x));
    Dataset<?> wrong = nodes.filter(INVALID.apply(given));
    for (Row row : wrong.select(stage.column("idCol"), given, sum).takeAsList(1)) {
      throw NodeTable.NODES.invalid(
          "row with id %s: '%s' must be in [0, 1] and sum to 1 within 1e-3, got %s with the sum %s",
          row.get(0), name, row.get(1), row.get(2));
    }
    Column zeros = lit(zero.orElseGet(() -> zero(nodes, stage, note -> {}).orElseThrow()));
    return nodes.withColumn(TableColumn.LOGITS.in(stage), LOGITS.apply(given, zeros));
  }

  private static Column given(Dataset<?> nodes, GraphStage<?> stage) {
    return NodeTable.numbers(nodes.schema(), TableColumn.PROBABILITY.in(stage));
  }
}
