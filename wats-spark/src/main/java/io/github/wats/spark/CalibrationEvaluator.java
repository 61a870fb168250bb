package io.github.wats.spark;

import io.github.wats.internal.Check;
import io.github.wats.metrics.Evaluation;
import io.github.wats.metrics.Metric;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.ml.evaluation.Evaluator;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;

/**
 * Evaluates a column of probabilities on the labeled nodes of one part of the split, distributed:
 * one pass for the sums, and one sort each for the errors that bin by rank ({@code degreeEce},
 * {@code equalMassEce}). Nodes of equal degree or confidence are ranked by id.
 */
public final class CalibrationEvaluator extends Evaluator
    implements NodeColumns<CalibrationEvaluator>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

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
    Metric metric = metric();
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
    Stream.of(TableColumn.ID, TableColumn.LABEL, TableColumn.SPLIT, TableColumn.PROBABILITIES)
        .forEach(column -> column.check(nodes.schema(), this));
    int bins = value("bins", Integer.class);
    Check.argument(bins >= 1, "bins must be at least 1, got %d", bins);
    EvaluatedRows rows = EvaluatedRows.of(nodes, this);
    String job = "calibration evaluated on " + text("part");
    return Stage.described(nodes.sparkSession(), job, () -> rows.evaluation(bins));
  }

  @Override
  public boolean isLargerBetter() {
    return metric().isHigherBetter();
  }

  private Metric metric() {
    return Metric.of(text("metricName"));
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
