package io.github.wats.spark;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.aggregate;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.log;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import io.github.wats.prediction.Logits;
import io.github.wats.prediction.Probabilities;
import java.util.function.Consumer;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;

/**
 * Logits from a column of probabilities, for tables without logits: {@code z = ln max(p, f)} with
 * the floor f, the smallest p above 0 of all rows, but at least 1e-12, as in {@link
 * Logits#ofProbabilities(int, int, double[])}. A single number is the probability of class 1.
 */
final class ProbabilityColumn {
  private ProbabilityColumn() {}

  /** Whether probabilities are read, for want of logits. */
  static boolean isRead(StructType schema, NodeColumns<?> stage) {
    return !TableColumn.has(schema, TableColumn.LOGITS.in(stage))
        && TableColumn.has(schema, TableColumn.PROBABILITY.in(stage));
  }

  /** The schema with logits, which are made if probabilities are read. */
  static StructType withLogits(StructType schema, NodeColumns<?> stage) {
    if (!isRead(schema, stage)) {
      return schema;
    }
    TableColumn.PROBABILITY.check(schema, stage);
    return schema.add(GraphBlocks.array(TableColumn.LOGITS.in(stage), Metadata.empty()));
  }

  /**
   * The rows with logits; refuses the first that is no distribution.
   *
   * @param note gets a sentence if probabilities are 0
   */
  static Dataset<?> withLogits(Dataset<?> nodes, NodeColumns<?> stage, Consumer<String> note) {
    if (!isRead(nodes.schema(), stage)) {
      return nodes;
    }
    TableColumn.PROBABILITY.check(nodes.schema(), stage);
    String name = TableColumn.PROBABILITY.in(stage);
    Column given = NodeTable.numbers(nodes.schema(), name);
    Column one = size(given).equalTo(1);
    Column p = when(one, array(lit(1).minus(given.getItem(0)), given.getItem(0))).otherwise(given);
    Column sum = aggregate(p, lit(0.0), (total, x) -> total.plus(x));
    Column outside = exists(p, x -> x.isNull().or(x.lt(0)).or(x.gt(1 + Probabilities.ROUNDED)));
    Column wrong = coalesce(outside.or(abs(sum.minus(1)).gt(Probabilities.ROUNDED)), lit(true));
    for (Row row : nodes.filter(wrong).select(stage.column("idCol"), given, sum).takeAsList(1)) {
      throw NodeTable.NODES.invalid(
          "row with id %s: '%s' must be in [0, 1] and sum to 1 within 1e-3, got %s with the sum %s",
          row.get(0), name, row.get(1), row.get(2));
    }
    Column rounded = abs(sum.minus(1)).gt(Probabilities.SUM_TOLERANCE);
    Column exact = when(rounded, transform(p, x -> x.divide(sum))).otherwise(p);
    Column x = col("x");
    Row all =
        nodes
            .select(explode(exact).as("x"))
            .agg(min(when(x.gt(0), x)), count(when(x.equalTo(0), x)), count(x))
            .first();
    double floor = Math.max(Logits.LEAST, all.isNullAt(0) ? 0 : all.getDouble(0));
    if (all.getLong(1) > 0) {
      note.accept(Logits.noteOnZeros(all.getLong(1), all.getLong(2), floor));
    }
    return nodes.withColumn(
        TableColumn.LOGITS.in(stage), transform(exact, each -> log(greatest(each, lit(floor)))));
  }
}
