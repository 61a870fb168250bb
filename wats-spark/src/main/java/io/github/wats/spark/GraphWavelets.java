package io.github.wats.spark;

import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;
import java.util.Map;
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
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
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
    implements NodeColumns<GraphWavelets>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  private final String uid;
  private final ColumnParams columns;
  private final Param<String> edges;
  private final IntParam k;
  private final DoubleArrayParam s;
  private final Param<String> coefficients;
  private final Param<String> signal;
  private final IntParam blocks;

  public GraphWavelets() {
    this(Identifiable$.MODULE$.randomUID("graphWavelets"));
  }

  /** A stage with the given uid. */
  public GraphWavelets(String uid) {
    this.uid = uid;
    columns =
        new ColumnParams(
            this, TableColumn.DEGREE, TableColumn.FEATURES, TableColumn.SOURCE, TableColumn.TARGET);
    edges = new Param<>(this, "edges", "table, view or format.`path` of the edges");
    k = new IntParam(this, "k", "order of the wavelets: the number of hops they cover, at least 1");
    s = new DoubleArrayParam(this, "s", "scales of the wavelets, each above 0");
    coefficients = new Param<>(this, "coefficients", "exponential or heat-kernel");
    signal = new Param<>(this, "signal", "with-self-loop or without-self-loop");
    blocks = new IntParam(this, "blocks", "number of blocks of the graph; 0 to choose one");
    WaveletSettings wavelets = WaveletSettings.DEFAULT;
    setDefault(k, wavelets.order());
    setDefault(s, wavelets.scales().stream().mapToDouble(Double::doubleValue).toArray());
    setDefault(coefficients, SettingsSchema.text(wavelets.coefficients()));
    setDefault(signal, SettingsSchema.text(wavelets.signal()));
    setDefault(blocks, 0);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public ColumnParams columns() {
    return columns;
  }

  public Param<String> edges() {
    return edges;
  }

  public Param<String> srcCol() {
    return columns.of(TableColumn.SOURCE);
  }

  public Param<String> dstCol() {
    return columns.of(TableColumn.TARGET);
  }

  public Param<String> featuresCol() {
    return columns.of(TableColumn.FEATURES);
  }

  public Param<String> degreeCol() {
    return columns.of(TableColumn.DEGREE);
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

  public IntParam blocks() {
    return blocks;
  }

  /** The table, view or {@code format.`path`} of the edges. */
  public GraphWavelets setEdges(String name) {
    return with(edges, name);
  }

  public GraphWavelets setSrcCol(String name) {
    return with(srcCol(), name);
  }

  public GraphWavelets setDstCol(String name) {
    return with(dstCol(), name);
  }

  public GraphWavelets setFeaturesCol(String name) {
    return with(featuresCol(), name);
  }

  public GraphWavelets setDegreeCol(String name) {
    return with(degreeCol(), name);
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

  /** The number of blocks, 0 to choose one. Results do not depend on it. */
  public GraphWavelets setBlocks(int count) {
    return with(blocks, count);
  }

  /** Sets all wavelet settings. */
  public GraphWavelets setWavelets(WaveletSettings settings) {
    return setK(settings.order())
        .setS(settings.scales().stream().mapToDouble(Double::doubleValue).toArray())
        .setCoefficients(SettingsSchema.text(settings.coefficients()))
        .setSignal(SettingsSchema.text(settings.signal()));
  }

  /** The schema of the wavelet settings. */
  public static SettingsSchema<WaveletSettings> settings() {
    return SettingsSchema.of(WaveletSettings.DEFAULT);
  }

  /** The wavelet settings, checked. */
  public WaveletSettings wavelets() {
    return settings()
        .bind(
            Map.of(
                "k", getOrDefault(k),
                "s", Arrays.stream(getOrDefault(s)).boxed().toList(),
                "coefficients", text(coefficients),
                "signal", text(signal)));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    WaveletSettings settings = wavelets();
    int count = (int) getOrDefault(blocks);
    Check.argument(count >= 0, "blocks must not be negative, got %d", count);
    NodeTable.check(schema, this, TableColumn.ID);
    NodeTable.checkAbsent(schema, text(degreeCol()));
    NodeTable.checkAbsent(schema, text(featuresCol()));
    return schema
        .add(text(degreeCol()), DataTypes.LongType, false)
        .add(
            text(featuresCol()),
            DataTypes.createArrayType(DataTypes.DoubleType),
            true,
            WaveletMetadata.of(settings));
  }

  /** Adds degree and features. */
  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    StructType schema = transformSchema(nodes.schema());
    try (GraphBlocks graph = graph(nodes)) {
      WaveletSettings settings = wavelets();
      return graph.attach(
          "wavelets, " + settings.order() + " rounds",
          text(degreeCol()),
          schema.apply(text(featuresCol())),
          WaveletRounds.features(graph, settings),
          settings.columnCount());
    }
  }

  /** Adds the degree alone, for methods that need no features. */
  public Dataset<Row> transformDegrees(Dataset<?> nodes) {
    NodeTable.check(nodes.schema(), this, TableColumn.ID);
    NodeTable.checkAbsent(nodes.schema(), text(degreeCol()));
    try (GraphBlocks graph = graph(nodes)) {
      return graph.attachDegrees(text(degreeCol()));
    }
  }

  private GraphBlocks graph(Dataset<?> nodes) {
    Check.argument(
        isDefined(edges), "edges must name a table, a view or format.`path`; it is not set");
    DataType id = nodes.schema().apply(getIdCol()).dataType();
    EdgeFrame table =
        new EdgeFrame(nodes.sparkSession().table(text(edges)), text(srcCol()), text(dstCol()), id);
    return GraphBlocks.of(nodes, this, table, NodeKeys.of(id), (int) getOrDefault(blocks));
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
