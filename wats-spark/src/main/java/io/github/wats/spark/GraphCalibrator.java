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
 * Fits {@code wats}, {@code ts}, {@code ets} or {@code vs} on the rows whose split is {@code val}
 * and whose label is known. Only these go to the driver, at most {@code maxRows} of them; the fit
 * itself is that of {@code wats-core}. The other methods need the whole graph and are refused.
 *
 * <p>{@code wats} wants the column of features that {@link GraphWavelets} adds, and takes the
 * settings of the wavelets from there; the other methods look at logits alone.
 */
public final class GraphCalibrator extends Estimator<GraphCalibratorModel>
    implements CalibratedColumns<GraphCalibrator>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** With 40 classes about 100 MB on the driver; more rows do not make a better temperature. */
  private static final int DEFAULT_MAX_ROWS = 200_000;

  private final String uid;
  private final NodeParams nodeParams;
  private final CalibratedParams calibratedParams;
  private final Param<String> method;
  private final StringArrayParam settings;
  private final IntParam maxRows;
  private final LongParam seed;

  public GraphCalibrator() {
    this(Identifiable$.MODULE$.randomUID("graphCalibrator"));
  }

  /** With a given name among the stages of a pipeline. */
  public GraphCalibrator(String uid) {
    this.uid = uid;
    nodeParams = NodeParams.of(this);
    calibratedParams = CalibratedParams.of(this);
    method = new Param<>(this, "method", "one of " + String.join(", ", SparkMethods.NAMES));
    settings = new StringArrayParam(this, "settings", "settings of the method, each name=value");
    maxRows = new IntParam(this, "maxRows", "most rows taken to the driver; above it, a sample");
    seed = new LongParam(this, "seed", "seed of the fit, and of the sample if one is drawn");
    setDefaultColumns();
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
  public NodeParams nodeParams() {
    return nodeParams;
  }

  @Override
  public CalibratedParams calibratedParams() {
    return calibratedParams;
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

  /** One more setting of the method, by the name {@code wats methods} lists it under. */
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

  /** What can be set of the methods together, that of the wavelets included. */
  public static List<SettingsSchema.Declared> settingsOfAll() {
    return Methods.settings(SparkMethods.ALL);
  }

  /** Checks method and settings, before there is any table. */
  public Calibrator<?> checkSettings() {
    return SparkMethods.calibrator(
        text(method),
        SparkMethods.settings(getOrDefault(settings)),
        Optional.of(WaveletSettings.DEFAULT));
  }

  /** Whether the method wants what {@link GraphWavelets} adds. */
  public boolean needsFeatures() {
    return SparkMethods.needsFeatures(text(method));
  }

  /** Checks the columns a fit needs, but for the features, which may come later. */
  public void checkColumns(StructType schema) {
    NodeTable.checkIds(schema, this);
    NodeTable.checkLogits(schema, this);
    NodeTable.checkLabels(schema, this);
    NodeTable.checkSplit(schema, this);
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
    FittedCalibrator fitted =
        Stage.described(
                nodes.sparkSession(),
                "calibration nodes checked and taken to the driver",
                () -> {
                  new NodeTable(nodes, this).checkRows();
                  return CalibrationSample.draw(nodes, this, calibrator, most, start);
                })
            .fit(calibrator, start);
    GraphCalibratorModel model = new GraphCalibratorModel(uid, fitted);
    return copyValues(model.setParent(this), ParamMap.empty());
  }

  @Override
  public GraphCalibrator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads what {@code write} wrote; Spark finds this method when it loads a pipeline. */
  public static MLReader<GraphCalibrator> read() {
    return new DefaultParamsReadable<GraphCalibrator>() {}.read();
  }

  public static GraphCalibrator load(String path) {
    return read().load(path);
  }
}
