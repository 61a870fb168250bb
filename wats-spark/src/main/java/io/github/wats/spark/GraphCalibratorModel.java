package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.io.model.CalibratorFile;
import io.github.wats.prediction.Logits.Source;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A fitted calibrator: adds calibrated probabilities (array of doubles), the temperature (null if
 * the method has none), the network's class and its calibrated probability to a table of nodes.
 *
 * <p>A saved model contains {@code calibrator.json}, a file as {@code wats calibrate --save} writes
 * it; {@link #fromFile} and {@link #toFile} read and write such a file alone.
 */
public final class GraphCalibratorModel extends Model<GraphCalibratorModel>
    implements NodeColumns<GraphCalibratorModel>,
        EdgeColumns<GraphCalibratorModel>,
        CalibratedColumns<GraphCalibratorModel>,
        DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final StageParams parameters;
  private final @Nullable FittedCalibrator calibrator;

  /** For Spark's reader, which sets parameters before {@link StoredModel} adds the calibrator. */
  public GraphCalibratorModel(String uid) {
    this(uid, null);
  }

  GraphCalibratorModel(String uid, @Nullable FittedCalibrator calibrator) {
    this.calibrator = calibrator;
    parameters = new StageParams(this, uid);
    parameters
        .addEdges()
        .addColumns(TableColumn.OF_CALIBRATORS)
        .add("scores", "what the calibrator was fitted on", Source.LOGITS.name())
        .add("zero", "what a probability of 0 was taken as at the fit", "");
  }

  /** A model that applies a calibrator fitted with {@code wats-core}. */
  public static GraphCalibratorModel of(FittedCalibrator calibrator) {
    SparkMethods.wavelets(inputs(calibrator));
    return new GraphCalibratorModel(Identifiable$.MODULE$.randomUID("graphCalibrator"), calibrator);
  }

  private static NodeInputs inputs(FittedCalibrator calibrator) {
    SparkMethods.inputs(calibrator.report().calibrator(), 2, 1, false); // or it says why not
    return calibrator.inputs().orElseThrow();
  }

  /** {@code softmax(logits)}, for comparison. */
  public static GraphCalibratorModel uncalibrated() {
    Calibrator<?> plain = Methods.uncalibrated().calibrator();
    FitReport any = FitReport.ofSolver(plain, 0, FitReport.UNKNOWN_CLASSES, List.of(), true, 0);
    return of(Methods.restore(CalibratorState.of(any, Map.of())));
  }

  /** Reads a file of {@code wats calibrate --save} from any file system Spark supports. */
  public static GraphCalibratorModel fromFile(String file) throws IOException {
    CalibratorFile.Stored stored = StoredModel.read(new Path(file), SparkSession.active());
    return of(stored.calibrator()).fittedOn(stored.scores().name(), stored.zero());
  }

  /** Writes a file that {@code wats apply} reads; replaces an existing one. */
  public void toFile(String file) throws IOException {
    StoredModel.write(this, new Path(file), SparkSession.active());
  }

  @Override
  public StageParams parameters() {
    return parameters;
  }

  @Override
  public Param<?>[] params() {
    return parameters.all();
  }

  /** The fitted calibrator. */
  public FittedCalibrator calibrator() {
    return Objects.requireNonNull(calibrator, "this model has no calibrator; load or fit one");
  }

  /** The wavelets of the features, or empty if the method needs logits alone. */
  public Optional<WaveletSettings> wavelets() {
    return SparkMethods.wavelets(inputs(calibrator()));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    TableColumn.ID.check(schema, this);
    TableColumn.LOGITS.check(ProbabilityColumn.withLogits(schema, this), this);
    String scores = scores(schema, this);
    NodeTable.NODES.check(
        scores.equals(text("scores")),
        "must have %s, which the calibrator was fitted on, got %s: give the column '%s'",
        text("scores").toLowerCase(Locale.ROOT),
        scores.toLowerCase(Locale.ROOT),
        (source() == Source.LOGITS ? TableColumn.LOGITS : TableColumn.PROBABILITY).in(this));
    if (wavelets().isPresent()) {
      Check.argument(
          GraphWavelets.settings(schema, this).equals(wavelets().get()),
          "column '%s' must have the wavelet settings the calibrator was fitted with, %s, got %s",
          TableColumn.FEATURES.in(this),
          wavelets().get(),
          GraphWavelets.settings(schema, this));
    }
    return extended(schema, this);
  }

  /** This model, which remembers what it was fitted on. */
  GraphCalibratorModel fittedOn(String scores, OptionalDouble zero) {
    zero.ifPresent(value -> with("zero", Double.toString(value)));
    return with("scores", scores);
  }

  /** What a probability of 0 was taken as at the fit. */
  OptionalDouble zero() {
    String text = text("zero");
    return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
  }

  /** The kind of scores in a table: a name of {@link Source}. */
  static String scores(StructType schema, NodeColumns<?> stage) {
    boolean read = ProbabilityColumn.isRead(schema, stage);
    return (read ? Source.PROBABILITIES : Source.LOGITS).name();
  }

  /** What the calibrator was fitted on. */
  Source source() {
    return Source.valueOf(text("scores"));
  }

  /** The schema with the columns a model adds, which must not exist yet. */
  static StructType extended(StructType schema, CalibratedColumns<?> stage) {
    String temperature = stage.text("temperatureCol");
    return NodeTable.extended(
        schema,
        GraphBlocks.array(stage.text("probabilitiesCol"), Metadata.empty()),
        DataTypes.createStructField(temperature, DataTypes.DoubleType, true),
        DataTypes.createStructField(
            stage.text("networkPredictionCol"), DataTypes.IntegerType, false),
        DataTypes.createStructField(
            stage.text("networkConfidenceCol"), DataTypes.DoubleType, false));
  }

  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    transformSchema(nodes.schema());
    Dataset<?> complete = ProbabilityColumn.withLogits(nodes, this, zero());
    Dataset<Row> result = calibrated(complete);
    return complete == nodes ? result : result.drop(text("logitsCol"));
  }

  private Dataset<Row> calibrated(Dataset<?> nodes) {
    StructType schema = extended(nodes.schema(), this);
    NodeInputs recipe = inputs(calibrator());
    Dataset<?> complete = InputColumns.attach(nodes, this, recipe);
    Stream<Column> kept = Arrays.stream(nodes.columns()).map(NodeTable::quoted);
    Stream<Column> inputs = InputColumns.of(complete.schema(), this, recipe).stream();
    int id = nodes.schema().fieldIndex(text("idCol"));
    int logits = nodes.schema().fieldIndex(text("logitsCol"));
    int width = nodes.columns().length;
    return complete
        .select(Stream.concat(kept, inputs).toArray(Column[]::new))
        .mapPartitions(new CalibratedRows(calibrator(), id, logits, width), Encoders.row(schema));
  }

  @Override
  public GraphCalibratorModel copy(ParamMap extra) {
    GraphCalibratorModel copy = new GraphCalibratorModel(uid(), calibrator());
    return copyValues(copy.setParent(parent()), extra);
  }

  @Override
  public MLWriter write() {
    return new StoredModel.Writer(this, DefaultParamsWritable.super::write);
  }

  /** Reads a saved model; Spark calls this method when it loads a pipeline. */
  public static MLReader<GraphCalibratorModel> read() {
    return new StoredModel.Reader();
  }

  public static GraphCalibratorModel load(String path) {
    return read().load(path);
  }

  /** This model with the calibrator that was read. */
  GraphCalibratorModel withCalibrator(FittedCalibrator read) {
    return copyValues(new GraphCalibratorModel(uid(), read), ParamMap.empty());
  }
}
