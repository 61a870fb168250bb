package io.github.wats.spark;

import io.github.wats.calibration.Calibrator;
import io.github.wats.calibration.Methods;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.types.StructType;

/**
 * Fits a method, such as {@code auto}, {@code wats}, {@code ridge} or {@code ts}, on the rows whose
 * split is {@code val} and whose label is known. Only these are collected on the driver, at most
 * {@code maxRows}, and fitted by {@code wats-core}; of training nodes the number in each class.
 *
 * <p>{@code auto}, {@code wats} and both ridges need the columns that {@link GraphWavelets} adds,
 * and read the wavelet settings from their metadata; {@code auto}, {@code ridge} and {@code hots}
 * need {@code edges} too. The other methods need logits alone.
 */
public final class GraphCalibrator extends Estimator<GraphCalibratorModel>
    implements NodeColumns<GraphCalibrator>,
        EdgeColumns<GraphCalibrator>,
        CalibratedColumns<GraphCalibrator>,
        DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** About 100 MB on the driver with 40 classes; more rows hardly change a temperature. */
  public static final int MAX_ROWS = 200_000;

  private final StageParams parameters;

  public GraphCalibrator() {
    this(Identifiable$.MODULE$.randomUID("graphCalibrator"));
  }

  /** A stage with the given uid. */
  public GraphCalibrator(String uid) {
    parameters = new StageParams(this, uid);
    parameters
        .addEdges()
        .addColumns(TableColumn.OF_CALIBRATORS)
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

  /**
   * Changes settings of the method, such as {@code "epochs=100"}; {@code wats methods} has them.
   */
  public GraphCalibrator setSettings(String... pairs) {
    return with("settings", pairs.clone());
  }

  public GraphCalibrator setMaxRows(int most) {
    return with("maxRows", most);
  }

  public GraphCalibrator setSeed(long value) {
    return with("seed", value);
  }

  /** Checks method and settings without a table, for features of these wavelets. */
  public Calibrator<?> checkSettings(WaveletSettings wavelets) {
    return calibrator(Optional.of(wavelets));
  }

  private Calibrator<?> calibrator(Optional<WaveletSettings> wavelets) {
    return SparkMethods.calibrator(text("method"), parameters.settings(), wavelets);
  }

  /** Whether the method needs the features of {@link GraphWavelets}. */
  public boolean needsFeatures() {
    Calibrator<?> calibrator = SparkMethods.named(text("method")).calibrator();
    return SparkMethods.inputs(calibrator, 2, 1, true).structure().isPresent();
  }

  /** Checks the columns a fit needs except the features, which may be added later. */
  public void checkColumns(StructType schema) {
    StructType complete = ProbabilityColumn.withLogits(schema, this);
    EnumSet.range(TableColumn.ID, TableColumn.SPLIT)
        .forEach(column -> column.check(complete, this));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    checkColumns(schema);
    int most = value("maxRows", Integer.class);
    Check.argument(most >= 1, "maxRows must be at least 1, got %d", most);
    calibrator(schema);
    return GraphCalibratorModel.extended(schema, this);
  }

  private Calibrator<?> calibrator(StructType schema) {
    return calibrator(
        needsFeatures() ? Optional.of(GraphWavelets.settings(schema, this)) : Optional.empty());
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
      double temperature =
          CalibrationSample.draw(nodes, this, NodeInputs.none(), training, false)
              .temperature(calibrator);
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

  public static GraphCalibrator load(String path) {
    return read().load(path);
  }
}
