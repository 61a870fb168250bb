package io.github.wats.spark;

import static org.apache.spark.sql.functions.*;

import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.HeldOutEvaluation.Predicted;
import io.github.wats.calibration.HeldOutEvaluation.Predictions;
import io.github.wats.decision.Comparison;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import io.github.wats.metrics.Metric.Order;
import io.github.wats.metrics.MetricSums;
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
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Evaluates a column of probabilities on the labeled nodes of one part of the split, distributed:
 * one pass for the sums, and one sort each for the errors that bin by rank ({@code degreeEce},
 * {@code equalMassEce}). Nodes of equal degree or confidence are ranked by id.
 */
public final class CalibrationEvaluator extends Evaluator
    implements GraphStage<CalibrationEvaluator>, DefaultParamsWritable {
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
        .addColumns(TableColumn.ID, TableColumn.LABEL, TableColumn.SPLIT, TableColumn.DEGREE)
        .addColumns(TableColumn.PROBABILITY, TableColumn.FEATURES)
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

  public CalibrationEvaluator setPart(String name) {
    return with("part", name);
  }

  public CalibrationEvaluator setMetricName(String name) {
    return with("metricName", name);
  }

  /** The metric {@code metricName}. */
  @Override
  public double evaluate(Dataset<?> nodes) {
    Metric metric = Metric.of(text("metricName"));
    String rule = "no row has a known label in the part %s";
    Evaluation evaluation =
        evaluation(nodes).orElseThrow(() -> NodeTable.NODES.invalid(rule, text("part")));
    Double value = evaluation.values().get(metric);
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
        .filter(col(CalibrationSample.PART).equalTo(text("part")).and(col(LABEL).geq(0)))
        .withColumn(CONFIDENCE, top)
        .withColumn(CORRECT, correct);
  }

  private boolean hasDegrees(Dataset<?> nodes) {
    return TableColumn.DEGREE.isIn(nodes.schema(), this);
  }

  /** The column that is set; if none is, what a calibrator added. */
  private String probabilities(StructType schema) {
    String added = TableColumn.CALIBRATED.title;
    boolean isSet = isSet(getParam(TableColumn.PROBABILITY.param()));
    return !isSet && TableColumn.has(schema, added) ? added : TableColumn.PROBABILITY.in(this);
  }

  /** (id, probabilities, label, part, degree, features) of all nodes; a missing degree is 0. */
  private Dataset<Row> predicted(Dataset<?> nodes) {
    Stream.of(TableColumn.ID, TableColumn.LABEL, TableColumn.SPLIT)
        .forEach(column -> column.check(nodes.schema(), this));
    String name = probabilities(nodes.schema());
    TableColumn.Kind.NUMBERS.check(nodes.schema(), name, NodeTable.NODES);
    Column probabilities = NodeTable.numbers(nodes.schema(), name);
    Column given = hasDegrees(nodes) ? coalesce(column("degreeCol"), lit(0)) : lit(0);
    Column degree = given.cast("long").as(DEGREE);
    Column features =
        GraphWavelets.areIn(nodes.schema(), this)
                && GraphWavelets.settings(nodes.schema(), this).equals(WaveletSettings.DEFAULT)
            ? NodeTable.numbers(nodes.schema(), TableColumn.FEATURES.in(this))
            : array().cast("array<double>");
    NodeTable table = new NodeTable(nodes, this);
    return CalibrationSample.rows(
        table, probabilities.as(PROBABILITIES), List.of(degree, features));
  }

  /**
   * Labeled nodes of this part, and all nodes of other parts that are there, for decisions. For
   * these the calibrator must not have seen the labels of this part. At most 200,000 nodes of each
   * are collected.
   */
  public Decisions decisions(Dataset<?> nodes, String... others) {
    List<String> notes = new ArrayList<>();
    Dataset<Row> all = predicted(nodes).persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Dataset<Row> taken =
          CalibrationSample.labeled(all, text("part"), GraphCalibrator.MAX_ROWS, 0, notes);
      for (String part : others) {
        if (!part.equals(text("part"))) {
          Dataset<Row> other = all.filter(col(CalibrationSample.PART).equalTo(part));
          taken = taken.union(some(other, part, notes));
        }
      }
      List<Row> rows = taken.orderBy(NodeTable.ID).collectAsList();
      return Decisions.of(rows, hasDegrees(nodes), notes);
    } finally {
      all.unpersist(false);
    }
  }

  private static Dataset<Row> some(Dataset<Row> rows, String part, List<String> notes) {
    return CalibrationSample.drawn(rows, rows.count(), part, GraphCalibrator.MAX_ROWS, 0, notes);
  }

  /** Nodes that are neither training nor validation nodes, or else validation nodes. */
  public Decisions monitored(Dataset<?> nodes) {
    Dataset<Row> all = predicted(nodes);
    Column part = col(CalibrationSample.PART);
    Dataset<Row> others = all.filter(not(part.isin(NodeTable.TRAIN, NodeTable.VALIDATION)));
    Dataset<Row> chosen =
        others.isEmpty() ? all.filter(part.equalTo(NodeTable.VALIDATION)) : others;
    List<String> notes = new ArrayList<>();
    List<Row> rows = some(chosen, "monitored", notes).orderBy(NodeTable.ID).collectAsList();
    NodeTable.NODES.check(!rows.isEmpty(), "at least one node must not be a training node");
    return Decisions.of(rows, hasDegrees(nodes), notes);
  }

  /** {@code wats compare} on the same nodes: the uncalibrated network, and one model per method. */
  public Comparison compare(Dataset<?> nodes, List<GraphCalibratorModel> models) {
    Map<String, GraphCalibratorModel> named = new LinkedHashMap<>();
    models.forEach(model -> named.put(model.calibrator().report().method(), model));
    List<String> names = models.stream().map(one -> one.calibrator().report().method()).toList();
    boolean distinct = named.size() == names.size();
    Check.argument(distinct, "each method must be given once, got %s", names);
    return compare(nodes, named);
  }

  /** The same of models by name. */
  public Comparison compare(Dataset<?> nodes, Map<String, GraphCalibratorModel> models) {
    Check.argument(!models.isEmpty(), "there must be at least one model, got none");
    GraphCalibratorModel first = models.values().iterator().next();
    FittedCalibrator plain = GraphCalibratorModel.uncalibrated().calibrator();
    Decisions network = decisions(first.withCalibrator(plain).transform(nodes));
    Map<String, Predictions> predictions = new LinkedHashMap<>();
    predictions.put(plain.report().method(), predictions(plain, network));
    models.forEach(
        (name, model) ->
            predictions.put(
                name, predictions(model.calibrator(), decisions(model.transform(nodes)))));
    return Comparison.of(
        new Predicted(predictions, Map.of()),
        network.labels(),
        hasDegrees(nodes) ? Optional.of(k -> network.degrees()[k]) : Optional.empty(),
        Evaluation.Options.DEFAULT
            .withBins(value("bins", Integer.class))
            .withSeed(first.calibrator().report().seed()));
  }

  private static Predictions predictions(FittedCalibrator fitted, Decisions held) {
    return new Predictions(List.of(held.predicted()), fitted, fitted.report().seconds());
  }

  /** Whether any node of this part has a known label. */
  public boolean hasLabels(Dataset<?> nodes) {
    NodeTable table = new NodeTable(nodes, this);
    return table.hasLabels()
        && !CalibrationSample.rows(table, lit(0), List.of())
            .filter(col(CalibrationSample.PART).equalTo(text("part")).and(col(LABEL).geq(0)))
            .isEmpty();
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
}
