package io.github.wats.spark;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import java.util.Optional;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Evaluates a column of probabilities on the labeled nodes of one part of the split, distributed:
 * one pass for the sums, and one sort each for the errors that bin by rank ({@code degreeEce},
 * {@code equalMassEce}). Nodes of equal degree or confidence are ranked by id.
 */
public final class CalibrationEvaluator extends Evaluator
    implements NodeColumns<CalibrationEvaluator>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final ColumnParams columns;
  private final Param<String> part;
  private final Param<String> metricName;
  private final IntParam bins;

  public CalibrationEvaluator() {
    this(Identifiable$.MODULE$.randomUID("calibrationEvaluator"));
  }

  /** An evaluator with the given uid. */
  public CalibrationEvaluator(String uid) {
    this.uid = uid;
    columns = new ColumnParams(this, TableColumn.PROBABILITIES, TableColumn.DEGREE);
    part = new Param<>(this, "part", "the part of the split to evaluate: train, val or test");
    metricName =
        new Param<>(this, "metricName", "the metric that evaluate returns, such as ece or nll");
    bins = new IntParam(this, "bins", "number of bins of the calibration errors");
    setDefault(part, NodeTable.TEST);
    setDefault(metricName, "ece");
    setDefault(bins, Evaluation.Options.DEFAULT.bins());
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public ColumnParams columns() {
    return columns;
  }

  public Param<String> probabilitiesCol() {
    return columns.of(TableColumn.PROBABILITIES);
  }

  public Param<String> degreeCol() {
    return columns.of(TableColumn.DEGREE);
  }

  public Param<String> part() {
    return part;
  }

  public Param<String> metricName() {
    return metricName;
  }

  public IntParam bins() {
    return bins;
  }

  public CalibrationEvaluator setProbabilitiesCol(String name) {
    return with(probabilitiesCol(), name);
  }

  public CalibrationEvaluator setDegreeCol(String name) {
    return with(degreeCol(), name);
  }

  public CalibrationEvaluator setPart(String name) {
    return with(part, name);
  }

  public CalibrationEvaluator setMetricName(String name) {
    return with(metricName, name);
  }

  public CalibrationEvaluator setBins(int count) {
    return with(bins, count);
  }

  /** The metric {@code metricName}. */
  @Override
  public double evaluate(Dataset<?> nodes) {
    Metric metric = metric();
    Evaluation evaluation =
        evaluation(nodes)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "no row has a known label in the part " + text(part)));
    Double value = evaluation.values().get(metric);
    if (value == null) {
      throw new IllegalArgumentException(
          metric.needsAllOutcomes()
              ? metric + " needs all nodes in one memory; wats evaluate computes it"
              : metric
                  + " needs the column of degrees '"
                  + text(degreeCol())
                  + "', which is missing");
    }
    return value;
  }

  /** Metrics and noise floors, or empty if no node of that part has a known label. */
  public Optional<Evaluation> evaluation(Dataset<?> nodes) {
    StructType schema = nodes.schema();
    NodeTable.check(
        schema,
        this,
        TableColumn.ID,
        TableColumn.LABEL,
        TableColumn.SPLIT,
        TableColumn.PROBABILITIES);
    Check.argument(
        (int) getOrDefault(bins) >= 1, "bins must be at least 1, got %s", getOrDefault(bins));
    EvaluatedRows rows = EvaluatedRows.of(nodes, this);
    return Stage.described(
        nodes.sparkSession(),
        "calibration evaluated on " + text(part),
        () -> rows.evaluation((int) getOrDefault(bins)));
  }

  @Override
  public boolean isLargerBetter() {
    return metric().isHigherBetter();
  }

  private Metric metric() {
    return Metric.of(text(metricName));
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
