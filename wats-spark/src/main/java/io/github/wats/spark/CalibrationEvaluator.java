package io.github.wats.spark;

import io.github.wats.internal.Check;
import io.github.wats.io.Origin;
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
 * Evaluates a column of probabilities on the labeled nodes of one part of the split, by
 * aggregation: one pass for the sums, and one sort each for the errors that bin by rank ({@code
 * degreeEce}, {@code equalMassEce}). Nodes of equal degree or confidence are ranked by id.
 */
public final class CalibrationEvaluator extends Evaluator
    implements NodeColumns<CalibrationEvaluator>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final NodeParams nodeParams;
  private final Param<String> probabilitiesCol;
  private final Param<String> degreeCol;
  private final Param<String> part;
  private final Param<String> metricName;
  private final IntParam bins;

  public CalibrationEvaluator() {
    this(Identifiable$.MODULE$.randomUID("calibrationEvaluator"));
  }

  /** With a given name. */
  public CalibrationEvaluator(String uid) {
    this.uid = uid;
    nodeParams = NodeParams.of(this);
    probabilitiesCol = new Param<>(this, "probabilitiesCol", "column of probabilities to evaluate");
    degreeCol = new Param<>(this, "degreeCol", "column of degrees; without it, no degreeEce");
    part = new Param<>(this, "part", "the part of the split to evaluate on: train, val or test");
    metricName = new Param<>(this, "metricName", "what evaluate returns, such as ece or nll");
    bins = new IntParam(this, "bins", "bins of the calibration errors");
    setDefaultColumns();
    setDefault(probabilitiesCol, CalibratedParams.PROBABILITIES);
    setDefault(degreeCol, GraphWavelets.DEGREE);
    setDefault(part, NodeTable.TEST);
    setDefault(metricName, "ece");
    setDefault(bins, Evaluation.Options.DEFAULT.bins());
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public NodeParams nodeParams() {
    return nodeParams;
  }

  public Param<String> probabilitiesCol() {
    return probabilitiesCol;
  }

  public Param<String> degreeCol() {
    return degreeCol;
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
    return with(probabilitiesCol, name);
  }

  public CalibrationEvaluator setDegreeCol(String name) {
    return with(degreeCol, name);
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
                () -> new IllegalArgumentException("there is no labeled row in " + text(part)));
    Double value = evaluation.values().get(metric);
    if (value == null) {
      throw new IllegalArgumentException(
          metric + " needs the column of degrees '" + text(degreeCol) + "', which is missing");
    }
    return value;
  }

  /** Metrics and noise floors, or empty if no node of that part has a known label. */
  public Optional<Evaluation> evaluation(Dataset<?> nodes) {
    StructType schema = nodes.schema();
    NodeTable.checkIds(schema, this);
    NodeTable.checkLabels(schema, this);
    NodeTable.checkSplit(schema, this);
    NodeTable.type(schema, text(probabilitiesCol), new Origin("nodes"));
    Check.argument(
        (int) getOrDefault(bins) >= 1, "bins must be at least 1, got %s", getOrDefault(bins));
    boolean hasDegrees = NodeTable.has(schema, text(degreeCol));
    EvaluatedRows rows =
        EvaluatedRows.of(
            nodes,
            this,
            text(probabilitiesCol),
            hasDegrees ? Optional.of(text(degreeCol)) : Optional.empty(),
            text(part));
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

  /** Reads what {@code write} wrote. */
  public static MLReader<CalibrationEvaluator> read() {
    return new DefaultParamsReadable<CalibrationEvaluator>() {}.read();
  }

  public static CalibrationEvaluator load(String path) {
    return read().load(path);
  }
}
