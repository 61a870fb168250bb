package io.github.wats.spark;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.github.wats.calibration.CalibrationRows;
import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.prediction.NodeSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Fits a method, such as {@code auto}, {@code wats}, {@code ridge} or {@code ts}, on the rows whose
 * split is {@code val} and whose label is known. Only these are collected on the driver, at most
 * {@code maxRows}, and fitted by {@code wats-core}; of training nodes the number in each class.
 *
 * <p>{@code auto}, {@code wats} and both ridges read wavelet features: those that {@link
 * GraphWavelets} added, with the settings in their metadata, or else their own, for which they need
 * {@code edges}; {@code auto}, {@code ridge} and {@code hots} need them in any case.
 */
public final class GraphCalibrator extends Estimator<GraphCalibratorModel>
    implements GraphStage<GraphCalibrator>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** About 100 MB on the driver with 40 classes; more rows hardly change a temperature. */
  public static final int MAX_ROWS = 200_000;

  private static final String HALF = "wats_half";

  private final StageParams parameters;

  /** The names of the methods that Spark supports. */
  public static List<String> methods() {
    return SparkMethods.NAMES;
  }

  public GraphCalibrator() {
    this(Identifiable$.MODULE$.randomUID("graphCalibrator"));
  }

  /** A stage with the given uid. */
  public GraphCalibrator(String uid) {
    parameters = new StageParams(this, uid);
    parameters
        .addCalibrated()
        .add(
            "method",
            "one of " + String.join(", ", SparkMethods.NAMES),
            Methods.recommended().name())
        .addSettings("settings of the method, each name=value")
        .add("maxRows", "maximum number of rows on the driver; above it, a sample", MAX_ROWS)
        .add(new LongParam(this, "seed", "seed of the fit and of the sample"), 0L);
  }

  @Override
  public StageParams parameters() {
    return parameters;
  }

  @Override
  public Param<?>[] params() {
    return parameters.all();
  }

  public GraphCalibrator setMethod(String name) {
    return with("method", name);
  }

  /** Checks method and settings for features of these wavelets, or of its own if empty. */
  public Calibrator<?> checkSettings(Optional<WaveletSettings> wavelets) {
    return SparkMethods.calibrator(text("method"), parameters.settings(), wavelets);
  }

  /** Whether the method needs the features of {@link GraphWavelets}. */
  public boolean needsFeatures() {
    Calibrator<?> calibrator = SparkMethods.named(text("method")).calibrator();
    return SparkMethods.inputs(calibrator, 2, 1, true).structure().isPresent();
  }

  @Override
  public StructType transformSchema(StructType schema) {
    StructType complete = ProbabilityColumn.withLogits(schema, this);
    Stream.of(TableColumn.ID, TableColumn.LOGITS, TableColumn.LABEL, TableColumn.SPLIT)
        .forEach(column -> column.check(complete, this));
    int most = value("maxRows", Integer.class);
    Check.argument(most >= 1, "maxRows must be at least 1, got %d", most);
    calibrator(schema);
    return GraphCalibratorModel.extended(schema, this);
  }

  private Calibrator<?> calibrator(StructType schema) {
    boolean given = needsFeatures() && TableColumn.FEATURES.isIn(schema, this);
    return checkSettings(
        given ? Optional.of(GraphWavelets.settings(schema, this)) : Optional.empty());
  }

  @Override
  public GraphCalibratorModel fit(Dataset<?> nodes) {
    transformSchema(nodes.schema());
    Calibrator<?> calibrator = calibrator(nodes.schema());
    List<String> notes = new ArrayList<>();
    OptionalDouble zero = ProbabilityColumn.zero(nodes, this, notes::add);
    Dataset<?> complete = ProbabilityColumn.withLogits(nodes, this, zero);
    CalibrationSample sample =
        Stage.described(
            nodes.sparkSession(),
            "validation nodes checked and collected",
            () -> sample(complete, calibrator));
    sample.notes().addAll(notes);
    GraphCalibratorModel model =
        new GraphCalibratorModel(uid(), sample.fit(calibrator, value("seed", Long.class)));
    model.fittedOn(GraphCalibratorModel.scores(nodes.schema(), this), zero);
    return copyValues(model.setParent(this), ParamMap.empty());
  }

  /**
   * The nodes with half of the labeled validation nodes held out, as the command draws them where
   * its nodes have the order of the ids, unless some are. Other validation nodes are in no part.
   */
  public Dataset<?> withHeldOut(Dataset<?> nodes) {
    NodeTable table = new NodeTable(nodes, this);
    if (!nodes.filter(table.split().equalTo(NodeTable.HELD_OUT)).isEmpty()) {
      return nodes;
    }
    long seed = value("seed", Long.class);
    Dataset<Row> all = CalibrationSample.rows(table, lit(0), List.of());
    int most = value("maxRows", Integer.class);
    List<Row> labeled =
        CalibrationSample.labeled(all, NodeTable.VALIDATION, most, seed, new ArrayList<>())
            .orderBy(NodeTable.ID)
            .collectAsList();
    String rule =
        "at least 4 validation nodes must have a known label, one half to fit and one"
            + " half held out, got %d; label more nodes";
    NodeTable.NODES.check(labeled.size() >= 4, rule, labeled.size());
    NodeSet drawn = NodeSet.all(labeled.size());
    long stream = Seeds.derive(seed, "held-out validation nodes");
    boolean[] held = drawn.halves(stream).get(1).toMask();
    List<Row> parts = new ArrayList<>();
    for (int i = 0; i < held.length; i++) {
      String part = held[i] ? NodeTable.HELD_OUT : NodeTable.VALIDATION;
      parts.add(RowFactory.create(labeled.get(i).get(0), part));
    }
    StructType schema =
        new StructType().add(HALF + "_id", all.schema().apply(NodeTable.ID).dataType());
    Dataset<Row> halves =
        nodes.sparkSession().createDataFrame(parts, schema.add(HALF, DataTypes.StringType));
    Column split =
        when(table.split().equalTo(NodeTable.VALIDATION), col(HALF)).otherwise(column("splitCol"));
    return nodes
        .join(broadcast(halves), table.id().equalTo(col(HALF + "_id")), "left")
        .withColumn(text("splitCol"), split)
        .drop(HALF, HALF + "_id");
  }

  /** A recipe with rounds is run at the temperature of the validation nodes. */
  private CalibrationSample sample(Dataset<?> nodes, Calibrator<?> calibrator) {
    NodeTable table = new NodeTable(nodes, this);
    table.checkRows();
    int classes = table.classCount();
    int[] training = new int[classes];
    NodeInputs recipe = SparkMethods.inputs(calibrator, classes, 1, true);
    if (!recipe.rounds().isEmpty()) {
      training = table.trainingCounts(classes);
      boolean known = Arrays.stream(training).anyMatch(count -> count > 0);
      CalibrationSample plain =
          CalibrationSample.draw(nodes, this, NodeInputs.none(), training, false);
      double temperature = calibrator.temperature(CalibrationRows.of(plain.data()));
      recipe = SparkMethods.inputs(calibrator, classes, temperature, known);
    }
    Dataset<?> complete = InputColumns.attach(nodes, this, recipe);
    return CalibrationSample.draw(complete, this, recipe, training, calibrator.usesTrainingNodes());
  }

  @Override
  public GraphCalibrator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved stage; Spark calls this method when it loads a pipeline. */
  public static MLReader<GraphCalibrator> read() {
    return new DefaultParamsReadable<GraphCalibrator>() {}.read();
  }
}
