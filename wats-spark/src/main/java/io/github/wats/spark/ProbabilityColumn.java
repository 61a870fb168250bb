package io.github.wats.spark;

import static org.apache.spark.sql.functions.*;

import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;

/**
 * Logits from a column of probabilities, for tables without logits, as {@link
 * Logits#ofProbabilities} makes them. A single number is the probability of class 1.
 */
final class ProbabilityColumn {
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

  /** A probability for each class. */
  private static Column all(Column given) {
    Column one = size(given).equalTo(1);
    return when(one, array(lit(1).minus(given.getItem(0)), given.getItem(0))).otherwise(given);
  }

  private static Column sum(Column p) {
    return aggregate(p, lit(0.0), (total, x) -> total.plus(x));
  }

  /** With the sum 1. */
  private static Column exact(Column p) {
    Column sum = sum(p);
    Column rounded = abs(sum.minus(1)).gt(Probabilities.SUM_TOLERANCE);
    return when(rounded, transform(p, x -> x.divide(sum))).otherwise(p);
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
    Column p = all(NodeTable.numbers(nodes.schema(), TableColumn.PROBABILITY.in(stage)));
    Column x = col("x");
    Row all =
        nodes
            .select(explode(exact(p)).as("x"), size(p).as("classes"))
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
    Column given = NodeTable.numbers(nodes.schema(), name);
    Column p = all(given);
    Column sum = sum(p);
    Column outside = exists(p, x -> x.isNull().or(x.lt(0)).or(x.gt(1 + Probabilities.ROUNDED)));
    Column wrong = coalesce(outside.or(abs(sum.minus(1)).gt(Probabilities.ROUNDED)), lit(true));
    for (Row row : nodes.filter(wrong).select(stage.column("idCol"), given, sum).takeAsList(1)) {
      throw NodeTable.NODES.invalid(
          "row with id %s: '%s' must be in [0, 1] and sum to 1 within 1e-3, got %s with the sum %s",
          row.get(0), name, row.get(1), row.get(2));
    }
    Column exact = exact(p);
    Column zeros = lit(zero.orElseGet(() -> zero(nodes, stage, note -> {}).orElseThrow()));
    Column own = least(zeros, array_min(filter(exact, x -> x.gt(0))));
    Column floor = greatest(lit(Logits.LEAST), own);
    return nodes.withColumn(
        TableColumn.LOGITS.in(stage), transform(exact, x -> log(greatest(x, floor))));
  }
}
