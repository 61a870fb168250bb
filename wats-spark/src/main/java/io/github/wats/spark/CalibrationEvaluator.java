package io.github.wats.spark;

import static org.apache.spark.sql.functions.array_max;
import static org.apache.spark.sql.functions.array_position;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation.Predicted;
import io.github.wats.calibration.HeldOutEvaluation.Predictions;
import io.github.wats.decision.Acceptance;
import io.github.wats.decision.Comparison;
import io.github.wats.decision.PredictionSets;
import io.github.wats.decision.PredictionSets.Settings;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Order;
import io.github.wats.metrics.MetricSums;
import io.github.wats.prediction.Labels;
import io.github.wats.prediction.Probabilities;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Evaluates a column of probabilities on the labeled nodes of one part of the split, distributed:
 * one pass for the sums, and one sort each for the errors that bin by rank ({@code degreeEce},
 * {@code equalMassEce}). Nodes of equal degree or confidence are ranked by id.
 */
public final class CalibrationEvaluator extends Evaluator
    implements NodeColumns<CalibrationEvaluator>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private static final int PARTITIONS = 8; // of the sums of bins
  private static final String PROBABILITIES = "probabilities";
  private static final String LABEL = CalibrationSample.LABEL;
  private static final String DEGREE = "degree";
  private static final String CONFIDENCE = "confidence";
  private static final String CORRECT = "correct";

  private final StageParams parameters;

  public CalibrationEvaluator() {
    this(Identifiable$.MODULE$.randomUID("calibrationEvaluator"));
  }

  /** An evaluator with the given uid. */
  public CalibrationEvaluator(String uid) {
    parameters = new StageParams(this, uid);
    int bins = Evaluation.Options.DEFAULT.bins();
    parameters
        .addColumns(TableColumn.PROBABILITIES)
        .add("part", "the part of the split to evaluate, such as test", NodeTable.TEST)
        .add("metricName", "the metric that evaluate returns, such as ece or nll", "ece")
        .add("bins", "number of bins of the calibration errors", bins);
  }

  @Override
  public StageParams parameters() {
    return parameters;
  }

  @Override
  public Param<?>[] params() {
    return parameters.all();
  }

  public CalibrationEvaluator setProbabilitiesCol(String name) {
    return with("probabilitiesCol", name);
  }

  public CalibrationEvaluator setPart(String name) {
    return with("part", name);
  }

  public CalibrationEvaluator setMetricName(String name) {
    return with("metricName", name);
  }

  public CalibrationEvaluator setBins(int count) {
    return with("bins", count);
  }

  /** The metric {@code metricName}. */
  @Override
  public double evaluate(Dataset<?> nodes) {
    Metric metric = Metric.of(text("metricName"));
    Optional<Evaluation> evaluation = evaluation(nodes);
    Check.argument(evaluation.isPresent(), "no row has a known label in the part %s", text("part"));
    Double value = evaluation.get().values().get(metric);
    if (value == null) {
      throw new IllegalArgumentException(
          metric.needsAllOutcomes()
              ? metric + " needs all nodes in one memory; wats evaluate computes it"
              : metric + " needs the column of degrees '" + text("degreeCol") + "'; it is missing");
    }
    return value;
  }

  /** Metrics and noise floors, or empty if no node of that part has a known label. */
  public Optional<Evaluation> evaluation(Dataset<?> nodes) {
    int bins = value("bins", Integer.class);
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    Dataset<Row> rows = rows(nodes).persist(StorageLevel.MEMORY_AND_DISK());
    String job = "calibration evaluated on " + text("part");
    try {
      return Stage.described(
          nodes.sparkSession(), job, () -> evaluation(rows, bins, hasDegrees(nodes)));
    } finally {
      rows.unpersist(false);
    }
  }

  /** The rows to evaluate: (id, probabilities, label, part, degree, confidence, correct). */
  private Dataset<Row> rows(Dataset<?> nodes) {
    Column top = array_max(col(PROBABILITIES));
    // The first of equals is the predicted class, and array_position finds the first.
    Column correct = array_position(col(PROBABILITIES), top).equalTo(col(LABEL).plus(1));
    return predicted(nodes)
        .filter(col(LABEL).geq(0))
        .withColumn(CONFIDENCE, top)
        .withColumn(CORRECT, correct);
  }

  private boolean hasDegrees(Dataset<?> nodes) {
    return TableColumn.has(nodes.schema(), text("degreeCol"));
  }

  /** (id, probabilities, label, part, degree) of the nodes of the part; a missing degree is 0. */
  private Dataset<Row> predicted(Dataset<?> nodes) {
    Stream.of(TableColumn.ID, TableColumn.LABEL, TableColumn.SPLIT, TableColumn.PROBABILITIES)
        .forEach(column -> column.check(nodes.schema(), this));
    Column probabilities = NodeTable.numbers(nodes.schema(), text("probabilitiesCol"));
    NodeTable table = new NodeTable(nodes, this);
    Column given = hasDegrees(nodes) ? coalesce(column("degreeCol"), lit(0)) : lit(0);
    Column degree = given.cast("long").as(DEGREE);
    return CalibrationSample.rows(table, probabilities.as(PROBABILITIES), List.of(degree))
        .filter(col(CalibrationSample.PART).equalTo(text("part")));
  }

  /**
   * {@code wats select} on the labeled nodes of this part, which the calibrator must not have seen:
   * the confidence from which predictions are accepted. At most 200,000 nodes are collected.
   */
  public Acceptance.Choice select(Dataset<?> nodes, Acceptance.Target target) {
    TestRows held = collected(nodes);
    return Acceptance.choose(target, held.predicted, held.labels);
  }

  /** {@code wats sets} on the same nodes: the score up to which a class is in the set of a node. */
  public PredictionSets.Threshold sets(Dataset<?> nodes, double coverage) {
    TestRows held = collected(nodes);
    Settings lac = new Settings(coverage, PredictionSets.Score.LAC, 0);
    return PredictionSets.of(lac, held.predicted, held.labels).thresholds().get(0);
  }

  /** {@code wats compare} on the same nodes: the uncalibrated network, and one model per method. */
  public Comparison compare(Dataset<?> nodes, List<GraphCalibratorModel> models) {
    Check.argument(!models.isEmpty(), "there must be at least one model, got none");
    List<String> names = models.stream().map(one -> one.calibrator().report().method()).toList();
    boolean distinct = names.stream().distinct().count() == names.size();
    Check.argument(distinct, "each method must be given once, got %s", names);
    FittedCalibrator plain = GraphCalibratorModel.uncalibrated().calibrator();
    List<GraphCalibratorModel> all = new ArrayList<>(models);
    all.add(0, models.get(0).withCalibrator(plain));
    List<TestRows> held = all.stream().map(one -> collected(one.transform(nodes))).toList();
    Map<String, Predictions> predictions = new LinkedHashMap<>();
    for (int m = 0; m < all.size(); m++) {
      FittedCalibrator fitted = all.get(m).calibrator();
      List<Probabilities> predicted = List.of(held.get(m).predicted);
      predictions.put(
          fitted.report().method(), new Predictions(predicted, fitted, fitted.report().seconds()));
    }
    TestRows first = held.get(0); // the same nodes for every model
    return Comparison.of(
        new Predicted(predictions, Map.of()),
        first.labels,
        hasDegrees(nodes) ? Optional.of(k -> first.degrees[k]) : Optional.empty(),
        Evaluation.Options.DEFAULT.withBins(value("bins", Integer.class)));
  }

  private record TestRows(Probabilities predicted, Labels labels, int[] degrees) {}

  private TestRows collected(Dataset<?> nodes) {
    List<Row> rows;
    Dataset<Row> part = predicted(nodes).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      int most = GraphCalibrator.MAX_ROWS;
      Dataset<Row> taken = CalibrationSample.take(part, text("part"), most, 0, new ArrayList<>());
      rows = taken.orderBy(NodeTable.ID).collectAsList();
    } finally {
      part.unpersist(false);
    }
    double[][] p = rows.stream().map(r -> CalibratedRows.numbers(r, 1)).toArray(double[][]::new);
    int[] labels = rows.stream().mapToInt(row -> row.getInt(2)).toArray();
    int[] degrees = rows.stream().mapToInt(row -> (int) row.getLong(4)).toArray();
    return new TestRows(Probabilities.of(p), Labels.of(p[0].length, labels), degrees);
  }

  private static Optional<Evaluation> evaluation(Dataset<Row> rows, int bins, boolean hasDegrees) {
    MetricSums sums =
        rows.select(PROBABILITIES, LABEL)
            .javaRDD()
            .treeAggregate(
                new MetricSums(bins),
                (sum, row) -> sum.add(CalibratedRows.numbers(row, 0), row.getInt(1)),
                MetricSums::add);
    if (sums.count() == 0) {
      return Optional.empty();
    }
    for (Metric metric : Metric.values()) {
      if (metric.order() == Order.CONFIDENCE) {
        addBins(sums, metric, rows, CONFIDENCE);
      } else if (metric.order() == Order.DEGREE && hasDegrees) {
        addBins(sums, metric, rows, DEGREE);
      }
    }
    return Optional.of(sums.evaluation());
  }

  /** The sums over the bins of nodes ordered by {@code key}, then by id. */
  private static void addBins(MetricSums sums, Metric metric, Dataset<Row> held, String key) {
    Map<Integer, double[]> bins =
        held.orderBy(col(key), col(NodeTable.ID))
            .select(CONFIDENCE, CORRECT)
            .javaRDD()
            .zipWithIndex()
            .mapToPair(row -> new Tuple2<>(sums.bin(metric, row._2()), excessAndVariance(row._1())))
            .reduceByKey((a, b) -> new double[] {a[0] + b[0], a[1] + b[1]}, PARTITIONS)
            .collectAsMap();
    new TreeMap<>(bins).forEach((bin, sum) -> sums.addBin(metric, sum[0], sum[1])); // in order
  }

  private static double[] excessAndVariance(Row row) {
    double confidence = row.getDouble(0);
    return new double[] {confidence - (row.getBoolean(1) ? 1 : 0), confidence * (1 - confidence)};
  }

  @Override
  public boolean isLargerBetter() {
    return Metric.of(text("metricName")).direction() == Metric.Direction.HIGHER;
  }

  @Override
  public CalibrationEvaluator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved evaluator. */
  public static MLReader<CalibrationEvaluator> read() {
    return new DefaultParamsReadable<CalibrationEvaluator>() {}.read();
  }

  public static CalibrationEvaluator load(String path) {
    return read().load(path);
  }
}
