package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.decision.DriftMonitor;
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
import org.apache.spark.ml.linalg.SQLDataTypes;
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
import org.apache.spark.sql.types.StructField;
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
    implements GraphStage<GraphCalibratorModel>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;
  private static final String ANY = "ANY"; // scores

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
        .addCalibrated()
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
    return of(Methods.restore(CalibratorState.of(any, Map.of()))).with("scores", ANY);
  }

  /** Reads a file of {@code wats calibrate --save} from any file system Spark supports. */
  public static GraphCalibratorModel fromFile(String file) throws IOException {
    return of(StoredModel.read(file));
  }

  /** A model of a file that was read. */
  public static GraphCalibratorModel of(CalibratorFile.Stored stored) {
    return of(stored.calibrator()).fittedOn(stored.scores().name(), stored.zero());
  }

  /** Writes a file that {@code wats apply} reads; replaces an existing one. */
  public void toFile(String file) throws IOException {
    toFile(file, Optional.empty());
  }

  /** The same with what {@code monitor} compares new data with. */
  public void toFile(String file, Optional<DriftMonitor.Summary> summary) throws IOException {
    StoredModel.write(this, new Path(file), SparkSession.active(), summary);
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
        scores.equals(text("scores")) || text("scores").equals(ANY),
        "must have %s, which the calibrator was fitted on, got %s: give the column '%s'",
        text("scores").toLowerCase(Locale.ROOT),
        scores.toLowerCase(Locale.ROOT),
        (source() == Source.LOGITS ? TableColumn.LOGITS : TableColumn.PROBABILITY).in(this));
    if (wavelets().isPresent() && TableColumn.FEATURES.isIn(schema, this)) {
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
  static String scores(StructType schema, GraphStage<?> stage) {
    boolean read = ProbabilityColumn.isRead(schema, stage);
    return (read ? Source.PROBABILITIES : Source.LOGITS).name();
  }

  /** What the calibrator was fitted on. */
  Source source() {
    return text("scores").equals(ANY) ? Source.LOGITS : Source.valueOf(text("scores"));
  }

  /** The schema with the columns a model adds, which must not exist yet. */
  static StructType extended(StructType schema, GraphStage<?> stage) {
    String probabilities = TableColumn.CALIBRATED.added(schema, stage);
    return NodeTable.extended(
        schema,
        hasVectors(schema, stage)
            ? new StructField(probabilities, SQLDataTypes.VectorType(), true, Metadata.empty())
            : GraphBlocks.array(probabilities, Metadata.empty()),
        number(TableColumn.PREDICTION.added(schema, stage)),
        number(TableColumn.TEMPERATURE.in(stage)),
        number(TableColumn.NETWORK_PREDICTION.in(stage)),
        number(TableColumn.NETWORK_CONFIDENCE.in(stage)));
  }

  private static StructField number(String name) {
    return DataTypes.createStructField(name, DataTypes.DoubleType, true);
  }

  /** Whether the scores are vectors, so that probabilities are vectors too. */
  private static boolean hasVectors(StructType schema, GraphStage<?> stage) {
    return Stream.of(TableColumn.LOGITS, TableColumn.PROBABILITY, TableColumn.RAW)
        .filter(column -> column.isIn(schema, stage))
        .findFirst()
        .map(column -> TableColumn.isVector(schema.apply(column.in(stage)).dataType()))
        .orElse(false);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    StructField[] results = transformSchema(nodes.schema()).fields();
    Dataset<?> scored = ProbabilityColumn.withLogits(nodes, this, zero());
    NodeInputs recipe = inputs(calibrator());
    Dataset<?> complete = InputColumns.attach(scored, this, recipe);
    Stream<Column> kept = Arrays.stream(scored.columns()).map(NodeTable::quoted);
    Stream<Column> inputs = InputColumns.of(complete.schema(), this, recipe).stream();
    int id = scored.schema().fieldIndex(text("idCol"));
    int logits = scored.schema().fieldIndex(text("logitsCol"));
    int width = scored.columns().length;
    StructType schema =
        NodeTable.extended(
            scored.schema(), Arrays.copyOfRange(results, nodes.columns().length, results.length));
    boolean vectors = TableColumn.isVector(schema.fields()[width].dataType());
    Dataset<Row> result =
        complete
            .select(Stream.concat(kept, inputs).toArray(Column[]::new))
            .mapPartitions(
                new CalibratedRows(calibrator(), id, logits, width, vectors), Encoders.row(schema))
            .select(NodeTable.described(schema));
    return scored == nodes ? result : result.drop(text("logitsCol"));
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

  /** This model with the calibrator that was read. */
  GraphCalibratorModel withCalibrator(FittedCalibrator read) {
    return copyValues(new GraphCalibratorModel(uid(), read), ParamMap.empty());
  }
}
