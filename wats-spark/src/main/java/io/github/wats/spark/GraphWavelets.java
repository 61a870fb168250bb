package io.github.wats.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

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
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * Adds the degree and the wavelet features of {@link WaveletFeatures} to a table of nodes, from a
 * table of edges. Edges may have either direction, duplicates and self-loops; nodes may be
 * isolated.
 *
 * <p>{@link #transform} is eager: each round needs the result of the one before. It first checks
 * those of the columns id, logits, label and split that exist.
 *
 * <p>{@code edges} is the name of a table or view of the session ({@code
 * edges.createOrReplaceTempView("edges")}), or {@code parquet.`/path`}, so that this stage can be
 * saved and loaded with a pipeline. The name is resolved by {@link #transform}.
 */
public final class GraphWavelets extends Transformer
    implements NodeColumns<GraphWavelets>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  static final String DEGREE = "degree";

  /** A part of this many edges sorts and joins in well under a second. */
  private static final int DEFAULT_HUB_DEGREE = 100_000;

  private final String uid;
  private final ColumnParams columns;
  private final Param<String> edges;
  private final IntParam k;
  private final DoubleArrayParam s;
  private final Param<String> coefficients;
  private final Param<String> signal;
  private final Param<String> baseSignal;
  private final IntParam hubDegree;

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
    baseSignal = new Param<>(this, "baseSignal", "log-degree, degree or constant");
    hubDegree =
        new IntParam(this, "hubDegree", "a node with more edges has them spread over partitions");
    WaveletSettings wavelets = WaveletSettings.DEFAULT;
    setDefault(k, wavelets.order());
    setDefault(s, wavelets.scales().stream().mapToDouble(Double::doubleValue).toArray());
    setDefault(coefficients, SettingsSchema.text(wavelets.coefficients()));
    setDefault(signal, SettingsSchema.text(wavelets.signal()));
    setDefault(baseSignal, SettingsSchema.text(wavelets.baseSignal()));
    setDefault(hubDegree, DEFAULT_HUB_DEGREE);
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

  public Param<String> baseSignal() {
    return baseSignal;
  }

  public IntParam hubDegree() {
    return hubDegree;
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

  public GraphWavelets setBaseSignal(String form) {
    return with(baseSignal, form);
  }

  /** The edges of a node with more are spread over partitions. Results do not depend on it. */
  public GraphWavelets setHubDegree(int most) {
    return with(hubDegree, most);
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
    int most = (int) getOrDefault(hubDegree);
    Check.argument(most >= 1, "hubDegree must be at least 1, got %d", most);
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
    transformSchema(nodes.schema());
    try (GraphTables graph = graph(nodes)) {
      WaveletSettings settings = wavelets();
      WaveletRounds rounds =
          new WaveletRounds(graph.degrees(), graph.pairs(), (int) getOrDefault(hubDegree));
      Dataset<Row> terms = rounds.terms(settings);
      return graph.attach(
          terms.select(
              col(NodeTable.ID),
              col(DEGREE).as(text(degreeCol())),
              features(settings).as(text(featuresCol()), WaveletMetadata.of(settings))));
    }
  }

  /** Adds the degree alone, for methods that need no features. */
  public Dataset<Row> transformDegrees(Dataset<?> nodes) {
    NodeTable.check(nodes.schema(), this, TableColumn.ID);
    NodeTable.checkAbsent(nodes.schema(), text(degreeCol()));
    try (GraphTables graph = graph(nodes)) {
      return graph.attach(graph.degrees().withColumnRenamed(DEGREE, text(degreeCol())));
    }
  }

  private GraphTables graph(Dataset<?> nodes) {
    Check.argument(
        isDefined(edges), "edges must name a table, a view or format.`path`; it is not set");
    return GraphTables.of(
        nodes, this, nodes.sparkSession().table(text(edges)), text(srcCol()), text(dstCol()));
  }

  /** The formula of {@code wats-core} on the array of terms. */
  private static Column features(WaveletSettings settings) {
    double[][] weights = WaveletFeatures.weights(settings);
    UDF1<Seq<Double>, double[]> row =
        terms -> WaveletFeatures.row(CalibratedRows.numbers(terms), weights);
    return udf(row, DataTypes.createArrayType(DataTypes.DoubleType)).apply(col("terms"));
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
