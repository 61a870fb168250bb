package io.github.wats.spark;

import static org.apache.spark.sql.functions.array_max;
import static org.apache.spark.sql.functions.array_position;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.github.wats.metrics.MetricSums;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** The rows metrics are about: (id, probabilities, label, degree, confidence, correct). */
final class EvaluatedRows {
  private static final String PROBABILITIES = "probabilities";
  private static final String LABEL = "label";
  private static final String DEGREE = "degree";
  private static final String CONFIDENCE = "confidence";
  private static final String CORRECT = "correct";

  private final Dataset<Row> rows;
  private final boolean hasDegrees;

  private EvaluatedRows(Dataset<Row> rows, boolean hasDegrees) {
    this.rows = rows;
    this.hasDegrees = hasDegrees;
  }

  static EvaluatedRows of(
      Dataset<?> nodes,
      NodeColumns<?> columns,
      String probabilities,
      Optional<String> degree,
      String part) {
    NodeTable table = new NodeTable(nodes, columns);
    Column numbers = NodeTable.numbers(nodes.schema(), probabilities);
    Column known = degree.map(NodeTable::quoted).orElse(lit(0)).cast("long");
    Dataset<Row> chosen =
        nodes
            .filter(table.split().equalTo(part).and(table.label().geq(0)))
            .select(
                table.id().as(NodeParams.ID),
                numbers.as(PROBABILITIES),
                table.label().cast("int").as(LABEL),
                known.as(DEGREE));
    Column top = array_max(col(PROBABILITIES));
    // The first of equals is the predicted class, and array_position finds the first.
    Column correct = array_position(col(PROBABILITIES), top).equalTo(col(LABEL).plus(1));
    return new EvaluatedRows(
        chosen.withColumn(CONFIDENCE, top).withColumn(CORRECT, correct), degree.isPresent());
  }

  Optional<CalibrationMetrics> metrics(int bins) {
    Dataset<Row> held = rows.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      MetricSums sums = sums(held, bins);
      return sums.count() == 0 ? Optional.empty() : Optional.of(metrics(held, sums, bins));
    } finally {
      held.unpersist(false);
    }
  }

  private static MetricSums sums(Dataset<Row> held, int bins) {
    return held.select(PROBABILITIES, LABEL)
        .javaRDD()
        .treeAggregate(
            new MetricSums(bins),
            (sums, row) -> {
              sums.add(CalibratedRows.numbers(row, 0), row.getInt(1));
              return sums;
            },
            MetricSums::add);
  }

  private CalibrationMetrics metrics(Dataset<Row> held, MetricSums sums, int bins) {
    long n = sums.count();
    long run = (n + bins - 1) / bins;
    Optional<Ranked> byDegree =
        hasDegrees
            ? Optional.of(rankedError(held, DEGREE, bins, n, place -> (int) (place / run)))
            : Optional.empty();
    Ranked byMass = rankedError(held, CONFIDENCE, bins, n, place -> equalMass(place, n, bins));
    Map<String, Double> floor = new LinkedHashMap<>();
    floor.put("ece", sums.eceFloor());
    byDegree.ifPresent(error -> floor.put("degreeEce", error.floor()));
    floor.put("equalMassEce", byMass.floor());
    return new CalibrationMetrics(
        n,
        bins,
        sums.accuracy(),
        sums.nll(),
        sums.brier(),
        sums.ece(),
        byDegree.map(error -> OptionalDouble.of(error.value())).orElse(OptionalDouble.empty()),
        sums.classwiseEce(),
        sums.mce(),
        byMass.value(),
        floor);
  }

  /** The bin b whose places are ⌊b n/M⌋ … ⌊(b+1) n/M⌋ − 1. */
  private static int equalMass(long place, long n, int bins) {
    return (int) ((bins * (place + 1) - 1) / n);
  }

  private interface BinOf extends java.io.Serializable {
    int place(long place);
  }

  /** An error and its noise floor. */
  private record Ranked(double value, double floor) {}

  /** {@code Σ_b |Σ confidence − Σ correct| / n} over bins of ranks by {@code key}, then id. */
  private static Ranked rankedError(Dataset<Row> held, String key, int bins, long n, BinOf binOf) {
    JavaRDD<Row> sorted =
        held.orderBy(col(key), col(NodeParams.ID)).select(CONFIDENCE, CORRECT).javaRDD();
    List<Tuple2<Integer, double[]>> sums =
        sorted
            .zipWithIndex()
            .mapToPair(row -> new Tuple2<>(binOf.place(row._2()), excessAndVariance(row._1())))
            .reduceByKey((a, b) -> new double[] {a[0] + b[0], a[1] + b[1]}, Math.min(bins, 8))
            .collect();
    double[] excess = new double[bins];
    double[] variance = new double[bins];
    for (Tuple2<Integer, double[]> bin : sums) {
      excess[bin._1()] = bin._2()[0];
      variance[bin._1()] = bin._2()[1];
    }
    double error = Arrays.stream(excess).map(Math::abs).sum() / n;
    return new Ranked(error, MetricSums.noiseFloor(variance, n));
  }

  private static double[] excessAndVariance(Row row) {
    double confidence = row.getDouble(0);
    return new double[] {confidence - (row.getBoolean(1) ? 1 : 0), confidence * (1 - confidence)};
  }
}
