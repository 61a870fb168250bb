package io.github.wats.spark;

import static org.apache.spark.sql.functions.*;

import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Order;
import io.github.wats.metrics.MetricSums;
import java.util.Comparator;
import java.util.Optional;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** The rows to evaluate: (id, probabilities, label, degree, confidence, correct). */
record EvaluatedRows(Dataset<Row> rows, boolean hasDegrees) {
  private static final int PARTITIONS = 8;
  private static final String PROBABILITIES = "probabilities";
  private static final String LABEL = "label";
  private static final String DEGREE = "degree";
  private static final String CONFIDENCE = "confidence";
  private static final String CORRECT = "correct";

  static EvaluatedRows of(Dataset<?> nodes, CalibrationEvaluator stage) {
    NodeTable table = new NodeTable(nodes, stage);
    String degree = TableColumn.DEGREE.in(stage);
    boolean hasDegrees = TableColumn.has(nodes.schema(), degree);
    Column probabilities = NodeTable.numbers(nodes.schema(), TableColumn.PROBABILITIES.in(stage));
    Dataset<Row> chosen =
        nodes
            .filter(table.split().equalTo(stage.text("part")).and(table.label().geq(0)))
            .select(
                table.id().as(NodeTable.ID),
                probabilities.as(PROBABILITIES),
                table.label().cast("int").as(LABEL),
                (hasDegrees ? NodeTable.quoted(degree) : lit(0)).cast("long").as(DEGREE));
    Column top = array_max(col(PROBABILITIES));
    // The first of equals is the predicted class, and array_position finds the first.
    Column correct = array_position(col(PROBABILITIES), top).equalTo(col(LABEL).plus(1));
    return new EvaluatedRows(
        chosen.withColumn(CONFIDENCE, top).withColumn(CORRECT, correct), hasDegrees);
  }

  Optional<Evaluation> evaluation(int bins) {
    Dataset<Row> held = rows.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      MetricSums sums = sums(held, bins);
      if (sums.count() == 0) {
        return Optional.empty();
      }
      for (Metric metric : Metric.values()) {
        if (metric.order() == Order.CONFIDENCE) {
          addBins(sums, metric, held, CONFIDENCE);
        } else if (metric.order() == Order.DEGREE && hasDegrees) {
          addBins(sums, metric, held, DEGREE);
        }
      }
      return Optional.of(sums.evaluation());
    } finally {
      held.unpersist(false);
    }
  }

  private static MetricSums sums(Dataset<Row> held, int bins) {
    return held.select(PROBABILITIES, LABEL)
        .javaRDD()
        .treeAggregate(
            new MetricSums(bins),
            (sums, row) -> sums.add(CalibratedRows.numbers(row, 0), row.getInt(1)),
            MetricSums::add);
  }

  /** The sums over the bins of nodes ordered by {@code key}, then by id. */
  private static void addBins(MetricSums sums, Metric metric, Dataset<Row> held, String key) {
    JavaRDD<Row> sorted =
        held.orderBy(col(key), col(NodeTable.ID)).select(CONFIDENCE, CORRECT).javaRDD();
    sorted
        .zipWithIndex()
        .mapToPair(row -> new Tuple2<>(sums.bin(metric, row._2()), excessAndVariance(row._1())))
        .reduceByKey((a, b) -> new double[] {a[0] + b[0], a[1] + b[1]}, PARTITIONS)
        .collect()
        .stream()
        .sorted(Comparator.comparingInt(Tuple2::_1)) // the order of a sum decides its last bits
        .forEach(bin -> sums.addBin(metric, bin._2()[0], bin._2()[1]));
  }

  private static double[] excessAndVariance(Row row) {
    double confidence = row.getDouble(0);
    return new double[] {confidence - (row.getBoolean(1) ? 1 : 0), confidence * (1 - confidence)};
  }
}
