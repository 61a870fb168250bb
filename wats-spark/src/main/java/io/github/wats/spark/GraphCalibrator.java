package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.FittedCalibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Fits {@code wats}, {@code ridge}, {@code ridge-temperature}, {@code ts}, {@code ets} or {@code
 * vs} on the rows whose split is {@code val} and whose label is known. Only these are collected on
 * the driver, at most {@code maxRows}, and fitted by {@code wats-core}.
 *
 * <p>{@code wats} and both ridges need the columns that {@link GraphWavelets} adds, and read the
 * wavelet settings from their metadata; {@code ridge} needs {@code edges} too. The other methods
 * need logits alone.
 */
public final class GraphCalibrator extends Estimator<GraphCalibratorModel>
    implements CalibratedColumns<GraphCalibrator>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** About 100 MB on the driver with 40 classes; more rows hardly change a temperature. */
  private static final int DEFAULT_MAX_ROWS = 200_000;

  private final String uid;
  private final ColumnParams columns;
  private final Param<String> method;
  private final StringArrayParam settings;
  private final IntParam maxRows;
  private final LongParam seed;

  public GraphCalibrator() {
    this(Identifiable$.MODULE$.randomUID("graphCalibrator"));
  }

  /** A stage with the given uid. */
  public GraphCalibrator(String uid) {
    this.uid = uid;
    columns = CalibratedColumns.params(this);
    method = new Param<>(this, "method", "one of " + String.join(", ", SparkMethods.NAMES));
    settings =
        new StringArrayParam(this, "settings", "hyperparameters of the method, each name=value");
    maxRows =
        new IntParam(this, "maxRows", "maximum number of rows on the driver; above it, a sample");
    seed = new LongParam(this, "seed", "seed of the fit and of the sample");
    setDefault(method, "wats");
    setDefault(settings, new String[0]);
    setDefault(maxRows, DEFAULT_MAX_ROWS);
    setDefault(seed, 0L);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public ColumnParams columns() {
    return columns;
  }

  public Param<String> method() {
    return method;
  }

  public StringArrayParam settings() {
    return settings;
  }

  public IntParam maxRows() {
    return maxRows;
  }

  public LongParam seed() {
    return seed;
  }

  public GraphCalibrator setMethod(String name) {
    return with(method, name);
  }

  /** Adds a hyperparameter of the method, named as in {@code wats methods}. */
  public GraphCalibrator setSetting(String name, Object value) {
    String[] before = getOrDefault(settings);
    String[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = name + "=" + value;
    return with(settings, after);
  }

  public GraphCalibrator setMaxRows(int most) {
    return with(maxRows, most);
  }

  public GraphCalibrator setSeed(long value) {
    return with(seed, value);
  }

  /** The hyperparameters of all supported methods, wavelet settings included. */
  public static List<SettingsSchema.Declared> settingsOfAll() {
    return Methods.settings(SparkMethods.ALL);
  }

  /** Checks method and hyperparameters without a table. */
  public Calibrator<?> checkSettings() {
    return SparkMethods.calibrator(
        text(method),
        SparkMethods.settings(getOrDefault(settings)),
        Optional.of(WaveletSettings.DEFAULT));
  }

  /** Whether the method needs the features of {@link GraphWavelets}. */
  public boolean needsFeatures() {
    return SparkMethods.needsFeatures(SparkMethods.named(text(method)));
  }

  /** Checks the columns a fit needs except the features, which may be added later. */
  public void checkColumns(StructType schema) {
    NodeTable.check(
        schema, this, TableColumn.ID, TableColumn.LOGITS, TableColumn.LABEL, TableColumn.SPLIT);
  }

  @Override
  public StructType transformSchema(StructType schema) {
    checkColumns(schema);
    int most = (int) getOrDefault(maxRows);
    Check.argument(most >= 1, "maxRows must be at least 1, got %d", most);
    calibrator(schema);
    return GraphCalibratorModel.extended(schema, this);
  }

  private Calibrator<?> calibrator(StructType schema) {
    Optional<WaveletSettings> wavelets =
        needsFeatures()
            ? Optional.of(WaveletMetadata.read(schema, getFeaturesCol()))
            : Optional.empty();
    Map<String, String> changes = SparkMethods.settings(getOrDefault(settings));
    return SparkMethods.calibrator(text(method), changes, wavelets);
  }

  @Override
  public GraphCalibratorModel fit(Dataset<?> nodes) {
    transformSchema(nodes.schema());
    Calibrator<?> calibrator = calibrator(nodes.schema());
    long start = (long) getOrDefault(seed);
    int most = (int) getOrDefault(maxRows);
    CalibrationSample sample =
        Stage.described(
            nodes.sparkSession(),
            "validation nodes checked and collected",
            () -> {
              new NodeTable(nodes, this).checkRows();
              Dataset<?> complete = nodes;
              if (SparkMethods.needsNeighbors(calibrator)) {
                Calibrator<?> scaling = Methods.named("ts").calibrator();
                double temperature =
                    CalibrationSample.draw(nodes, this, scaling, most, start).temperature(scaling);
                complete = NeighborColumns.attach(nodes, this, calibrator, temperature);
              }
              return CalibrationSample.draw(complete, this, calibrator, most, start);
            });
    FittedCalibrator fitted = sample.fit(calibrator, start);
    GraphCalibratorModel model = new GraphCalibratorModel(uid, fitted);
    return copyValues(model.setParent(this), ParamMap.empty());
  }

  @Override
  public GraphCalibrator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved stage; Spark calls this method when it loads a pipeline. */
  public static MLReader<GraphCalibrator> read() {
    return new DefaultParamsReadable<GraphCalibrator>() {}.read();
  }

  public static GraphCalibrator load(String path) {
    return read().load(path);
  }
}
