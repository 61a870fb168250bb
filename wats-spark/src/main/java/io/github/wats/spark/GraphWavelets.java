package io.github.wats.spark;

import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Adds the degree and the wavelet features of {@link WaveletFeatures} to a table of nodes, from a
 * table of edges. Edges may have either direction, duplicates and self-loops; nodes may be
 * isolated.
 *
 * <p>{@link #transform} is eager: it checks those of the columns id, logits, label and split that
 * exist, lays out the graph in blocks, and runs all rounds as one job.
 *
 * <p>{@code edges} is the name of a table or view of the session ({@code
 * edges.createOrReplaceTempView("edges")}), or {@code parquet.`/path`}, so that this stage can be
 * saved and loaded with a pipeline. The name is resolved by {@link #transform}.
 */
public final class GraphWavelets extends Transformer
    implements EdgeColumns<GraphWavelets>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** All rounds are one job, whose plan grows with them: 60 ended the Spark context in a trial. */
  private static final int MOST_ROUNDS = 16;

  private final String uid;
  private final ColumnParams columns;
  private final IntParam k;
  private final DoubleArrayParam s;
  private final Param<String> coefficients;
  private final Param<String> signal;
  private final Param<String> baseSignal;

  public GraphWavelets() {
    this(Identifiable$.MODULE$.randomUID("graphWavelets"));
  }

  /** A stage with the given uid. */
  public GraphWavelets(String uid) {
    this.uid = uid;
    columns = new ColumnParams(this, ColumnParams.GRAPH);
    k = new IntParam(this, "k", "order of the wavelets: the number of hops they cover, at least 1");
    s = new DoubleArrayParam(this, "s", "scales of the wavelets, each above 0");
    coefficients = new Param<>(this, "coefficients", "exponential or heat-kernel");
    signal = new Param<>(this, "signal", "with-self-loop or without-self-loop");
    baseSignal = new Param<>(this, "baseSignal", "log-degree, degree or constant");
    WaveletSettings wavelets = WaveletSettings.DEFAULT;
    setDefault(k, wavelets.order());
    setDefault(s, wavelets.scales().stream().mapToDouble(Double::doubleValue).toArray());
    setDefault(coefficients, SettingsSchema.text(wavelets.coefficients()));
    setDefault(signal, SettingsSchema.text(wavelets.signal()));
    setDefault(baseSignal, SettingsSchema.text(wavelets.baseSignal()));
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public ColumnParams columns() {
    return columns;
  }

  public IntParam k() {
    return k;
  }

  public DoubleArrayParam s() {
    return s;
  }

  public Param<String> coefficients() {
    return coefficients;
  }

  public Param<String> signal() {
    return signal;
  }

  public Param<String> baseSignal() {
    return baseSignal;
  }

  public GraphWavelets setK(int order) {
    return with(k, order);
  }

  public GraphWavelets setS(double... scales) {
    return with(s, scales.clone());
  }

  public GraphWavelets setCoefficients(String form) {
    return with(coefficients, form);
  }

  public GraphWavelets setSignal(String form) {
    return with(signal, form);
  }

  public GraphWavelets setBaseSignal(String form) {
    return with(baseSignal, form);
  }

  /** Sets all wavelet settings. */
  public GraphWavelets setWavelets(WaveletSettings settings) {
    return setK(settings.order())
        .setS(settings.scales().stream().mapToDouble(Double::doubleValue).toArray())
        .setCoefficients(SettingsSchema.text(settings.coefficients()))
        .setSignal(SettingsSchema.text(settings.signal()))
        .setBaseSignal(SettingsSchema.text(settings.baseSignal()));
  }

  /** The schema of the wavelet settings. */
  public static SettingsSchema<WaveletSettings> settings() {
    return SettingsSchema.of(WaveletSettings.DEFAULT);
  }

  /** The wavelet settings, checked. */
  public WaveletSettings wavelets() {
    int rounds = (int) getOrDefault(k);
    Check.argument(
        rounds <= MOST_ROUNDS,
        "k must be at most %d on Spark, where all rounds are one job whose plan grows with k, got %d",
        MOST_ROUNDS,
        rounds);
    return settings()
        .bind(
            Map.of(
                "k", getOrDefault(k),
                "s", Arrays.stream(getOrDefault(s)).boxed().toList(),
                "coefficients", text(coefficients),
                "signal", text(signal),
                "base-signal", text(baseSignal)));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    WaveletSettings settings = wavelets();
    NodeTable.check(schema, this, TableColumn.ID);
    NodeTable.checkAbsent(schema, getDegreeCol());
    NodeTable.checkAbsent(schema, getFeaturesCol());
    return schema
        .add(getDegreeCol(), DataTypes.LongType, false)
        .add(
            getFeaturesCol(),
            DataTypes.createArrayType(DataTypes.DoubleType),
            true,
            WaveletMetadata.of(settings));
  }

  /** Adds degree and features. */
  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    StructType schema = transformSchema(nodes.schema());
    try (GraphBlocks graph = GraphBlocks.of(nodes, this)) {
      WaveletSettings settings = wavelets();
      return graph.attach(
          "wavelets, " + settings.order() + " rounds",
          getDegreeCol(),
          schema.apply(getFeaturesCol()),
          WaveletRounds.features(graph, settings),
          settings.columnCount());
    }
  }

  /** Adds the degree alone, for methods that need no features. */
  public Dataset<Row> transformDegrees(Dataset<?> nodes) {
    NodeTable.check(nodes.schema(), this, TableColumn.ID);
    NodeTable.checkAbsent(nodes.schema(), getDegreeCol());
    try (GraphBlocks graph = GraphBlocks.of(nodes, this)) {
      StructField none = GraphBlocks.array("wats_none");
      JavaRDD<double[]> empty = graph.blocks().map(block -> new double[0]);
      return graph.attach("degrees", getDegreeCol(), none, empty, 0).drop(none.name());
    }
  }

  @Override
  public GraphWavelets copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved stage; Spark calls this method when it loads a pipeline. */
  public static MLReader<GraphWavelets> read() {
    return new DefaultParamsReadable<GraphWavelets>() {}.read();
  }

  public static GraphWavelets load(String path) {
    return read().load(path);
  }
}
