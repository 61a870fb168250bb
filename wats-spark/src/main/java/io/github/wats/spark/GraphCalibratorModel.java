package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.CalibratorState;
import io.github.wats.calibration.FitReport;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.Model;
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
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A fitted calibrator: adds calibrated probabilities (array of doubles) and the temperature (null
 * if the method has none) to a table of nodes.
 *
 * <p>A saved model contains {@code calibrator.json}, a file as {@code wats calibrate --save} writes
 * it; {@link #fromFile} and {@link #toFile} read and write such a file alone.
 */
public final class GraphCalibratorModel extends Model<GraphCalibratorModel>
    implements CalibratedColumns<GraphCalibratorModel>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final ColumnParams columns;
  private final @Nullable FittedCalibrator calibrator;

  /** For Spark's reader, which sets parameters before {@link StoredModel} adds the calibrator. */
  public GraphCalibratorModel(String uid) {
    this(uid, null);
  }

  GraphCalibratorModel(String uid, @Nullable FittedCalibrator calibrator) {
    this.uid = uid;
    this.calibrator = calibrator;
    columns = CalibratedColumns.params(this);
  }

  /** A model that applies a calibrator fitted with {@code wats-core}. */
  public static GraphCalibratorModel of(FittedCalibrator calibrator) {
    SparkMethods.wavelets(calibrator.report().calibrator());
    return new GraphCalibratorModel(Identifiable$.MODULE$.randomUID("graphCalibrator"), calibrator);
  }

  /** {@code softmax(logits)}, for comparison. */
  public static GraphCalibratorModel uncalibrated() {
    Calibrator<?> plain = Methods.named("uncalibrated").calibrator();
    FitReport report = FitReport.ofSolver(plain, 0, List.of(), true, 0);
    return of(Methods.restore(CalibratorState.of(report, Map.of())));
  }

  /** Reads a file of {@code wats calibrate --save} from any file system Spark supports. */
  public static GraphCalibratorModel fromFile(String file) throws IOException {
    return of(StoredModel.read(new Path(file), SparkSession.active()));
  }

  /** Writes a file that {@code wats apply} reads; replaces an existing one. */
  public void toFile(String file) throws IOException {
    StoredModel.write(calibrator(), new Path(file), SparkSession.active());
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public ColumnParams columns() {
    return columns;
  }

  /** The fitted calibrator. */
  public FittedCalibrator calibrator() {
    if (calibrator == null) {
      throw new IllegalStateException("this model has no fitted calibrator; load or fit one");
    }
    return calibrator;
  }

  /** The wavelets of the features, or empty if the method needs logits alone. */
  public Optional<WaveletSettings> wavelets() {
    return SparkMethods.wavelets(calibrator().report().calibrator());
  }

  @Override
  public StructType transformSchema(StructType schema) {
    NodeTable.check(schema, this, TableColumn.ID, TableColumn.LOGITS);
    Optional<WaveletSettings> fitted = wavelets();
    if (fitted.isPresent()) {
      WaveletSettings given = WaveletMetadata.read(schema, getFeaturesCol());
      Check.argument(
          given.equals(fitted.get()),
          "column '%s' must have the wavelet settings the calibrator was fitted with, %s, got %s",
          getFeaturesCol(),
          fitted.get(),
          given);
    }
    return extended(schema, this);
  }

  /** The schema with the columns a model adds, which must not exist yet. */
  static StructType extended(StructType schema, CalibratedColumns<?> columns) {
    NodeTable.checkAbsent(schema, columns.getProbabilitiesCol());
    NodeTable.checkAbsent(schema, columns.getTemperatureCol());
    return schema
        .add(columns.getProbabilitiesCol(), DataTypes.createArrayType(DataTypes.DoubleType))
        .add(columns.getTemperatureCol(), DataTypes.DoubleType);
  }

  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    StructType schema = transformSchema(nodes.schema());
    Calibrator<?> method = calibrator().report().calibrator();
    Dataset<?> complete =
        SparkMethods.needsNeighbors(method)
            ? NeighborColumns.attach(nodes, this, calibrator().state())
            : nodes;
    List<Column> all = new ArrayList<>();
    for (String column : nodes.columns()) {
      all.add(NodeTable.quoted(column));
    }
    all.addAll(SparkMethods.inputs(complete.schema(), this, method));
    CalibratedRows calibrate =
        new CalibratedRows(
            calibrator(),
            nodes.schema().fieldIndex(getIdCol()),
            nodes.schema().fieldIndex(getLogitsCol()),
            nodes.columns().length);
    return complete
        .select(all.toArray(Column[]::new))
        .mapPartitions(calibrate, Encoders.row(schema));
  }

  @Override
  public GraphCalibratorModel copy(ParamMap extra) {
    GraphCalibratorModel copy = new GraphCalibratorModel(uid, calibrator());
    return copyValues(copy.setParent(parent()), extra);
  }

  @Override
  public MLWriter write() {
    return new StoredModel.Writer(calibrator(), DefaultParamsWritable.super::write);
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
    return copyValues(new GraphCalibratorModel(uid, read), ParamMap.empty());
  }
}
