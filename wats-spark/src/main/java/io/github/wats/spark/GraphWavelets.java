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
 * Adds to a table of nodes their degree and their wavelet features, as {@link WaveletFeatures}
 * defines them, from a table of edges. Edges may be in any direction, with repeats and self-loops;
 * nodes may have none.
 *
 * <p>The rounds run when {@link #transform} is called, not later: each needs the one before. All
 * columns of nodes that the calibrator will look at are checked first, where they are there.
 *
 * <p>The edges are named, not held: {@code edges} is a table or view of the session ({@code
 * edges.createOrReplaceTempView("edges")}), or {@code parquet.`/path`}, so that this stage can be
 * saved and loaded with a pipeline; the name is looked up when it runs.
 */
public final class GraphWavelets extends Transformer
    implements NodeColumns<GraphWavelets>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  static final String FEATURES = "features";
  static final String DEGREE = "degree";

  /** A part of this many edges sorts and joins in well under a second. */
  private static final int DEFAULT_HUB_DEGREE = 100_000;

  private final String uid;
  private final NodeParams nodeParams;
  private final Param<String> edges;
  private final Param<String> srcCol;
  private final Param<String> dstCol;
  private final Param<String> featuresCol;
  private final Param<String> degreeCol;
  private final IntParam k;
  private final DoubleArrayParam s;
  private final Param<String> coefficients;
  private final Param<String> signal;
  private final IntParam hubDegree;

  public GraphWavelets() {
    this(Identifiable$.MODULE$.randomUID("graphWavelets"));
  }

  /** With a given name among the stages of a pipeline. */
  public GraphWavelets(String uid) {
    this.uid = uid;
    nodeParams = NodeParams.of(this);
    edges = new Param<>(this, "edges", "table, view or format.`path` of the edges");
    srcCol = new Param<>(this, "srcCol", "column of edges: one end");
    dstCol = new Param<>(this, "dstCol", "column of edges: the other end");
    featuresCol = new Param<>(this, "featuresCol", "column to add: features, array of doubles");
    degreeCol = new Param<>(this, "degreeCol", "column to add: number of neighbors");
    k = new IntParam(this, "k", "order of the wavelets: the hops they see, at least 1");
    s = new DoubleArrayParam(this, "s", "scales of the wavelets, each above 0");
    coefficients = new Param<>(this, "coefficients", "exponential or heat-kernel");
    signal = new Param<>(this, "signal", "with-self-loop or without-self-loop");
    hubDegree = new IntParam(this, "hubDegree", "edges of one node that stay together");
    setDefaults();
  }

  private void setDefaults() {
    setDefaultColumns();
    setDefault(srcCol, EdgeFrame.SOURCE);
    setDefault(dstCol, EdgeFrame.TARGET);
    setDefault(featuresCol, FEATURES);
    setDefault(degreeCol, DEGREE);
    WaveletSettings wavelets = WaveletSettings.DEFAULT;
    setDefault(k, wavelets.order());
    setDefault(s, wavelets.scales().stream().mapToDouble(Double::doubleValue).toArray());
    setDefault(coefficients, SettingsSchema.text(wavelets.coefficients()));
    setDefault(signal, SettingsSchema.text(wavelets.signal()));
    setDefault(hubDegree, DEFAULT_HUB_DEGREE);
  }

  @Override
  public String uid() {
    return uid;
  }

  @Override
  public NodeParams nodeParams() {
    return nodeParams;
  }

  public Param<String> edges() {
    return edges;
  }

  public Param<String> srcCol() {
    return srcCol;
  }

  public Param<String> dstCol() {
    return dstCol;
  }

  public Param<String> featuresCol() {
    return featuresCol;
  }

  public Param<String> degreeCol() {
    return degreeCol;
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

  public IntParam hubDegree() {
    return hubDegree;
  }

  /** The table, view or {@code format.`path`} of the edges. */
  public GraphWavelets setEdges(String name) {
    return with(edges, name);
  }

  public GraphWavelets setSrcCol(String name) {
    return with(srcCol, name);
  }

  public GraphWavelets setDstCol(String name) {
    return with(dstCol, name);
  }

  public GraphWavelets setFeaturesCol(String name) {
    return with(featuresCol, name);
  }

  public GraphWavelets setDegreeCol(String name) {
    return with(degreeCol, name);
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

  /**
   * Edges of one node that stay together; those of a node with more are spread over partitions. For
   * tests and unusual clusters: results do not depend on it.
   */
  public GraphWavelets setHubDegree(int most) {
    return with(hubDegree, most);
  }

  /** All settings of the wavelets at once. */
  public GraphWavelets setWavelets(WaveletSettings settings) {
    return setK(settings.order())
        .setS(settings.scales().stream().mapToDouble(Double::doubleValue).toArray())
        .setCoefficients(SettingsSchema.text(settings.coefficients()))
        .setSignal(SettingsSchema.text(settings.signal()));
  }

  /** What can be set of the wavelets. */
  public static SettingsSchema<WaveletSettings> settings() {
    return SettingsSchema.of(WaveletSettings.DEFAULT);
  }

  /** The settings of the wavelets, checked. */
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
    int most = (int) getOrDefault(hubDegree);
    Check.argument(most >= 1, "hubDegree must be at least 1, got %d", most);
    NodeTable.checkIds(schema, this);
    NodeTable.checkAbsent(schema, text(degreeCol));
    NodeTable.checkAbsent(schema, text(featuresCol));
    return schema
        .add(text(degreeCol), DataTypes.LongType, false)
        .add(
            text(featuresCol),
            DataTypes.createArrayType(DataTypes.DoubleType),
            true,
            WaveletMetadata.of(settings));
  }

  /** The nodes with degree and features; runs the rounds. */
  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    transformSchema(nodes.schema());
    try (GraphTables graph = graph(nodes)) {
      WaveletSettings settings = wavelets();
      WaveletRounds rounds =
          new WaveletRounds(graph.degrees(), graph.pairs(), (int) getOrDefault(hubDegree));
      Dataset<Row> terms = rounds.terms(settings.signal(), settings.order());
      return graph.attach(
          terms.select(
              col(NodeParams.ID),
              col(DEGREE).as(text(degreeCol)),
              features(settings).as(text(featuresCol), WaveletMetadata.of(settings))));
    }
  }

  /** The nodes with their degree alone: no rounds, for methods that need no features. */
  public Dataset<Row> transformDegrees(Dataset<?> nodes) {
    NodeTable.checkIds(nodes.schema(), this);
    NodeTable.checkAbsent(nodes.schema(), text(degreeCol));
    try (GraphTables graph = graph(nodes)) {
      return graph.attach(graph.degrees().withColumnRenamed(DEGREE, text(degreeCol)));
    }
  }

  private GraphTables graph(Dataset<?> nodes) {
    Check.argument(
        isDefined(edges), "edges must name a table, a view or format.`path`; it is unset");
    return GraphTables.of(
        nodes, this, nodes.sparkSession().table(text(edges)), text(srcCol), text(dstCol));
  }

  /** The formula of {@code wats-core} on the array of terms. */
  private static Column features(WaveletSettings settings) {
    double[][] weights = WaveletFeatures.weights(settings);
    UDF1<Seq<Double>, double[]> row =
        terms -> {
          double[] values = new double[terms.length()];
          for (int k = 0; k < values.length; k++) {
            values[k] = terms.apply(k);
          }
          return WaveletFeatures.row(values, weights);
        };
    return udf(row, DataTypes.createArrayType(DataTypes.DoubleType)).apply(col("terms"));
  }

  @Override
  public GraphWavelets copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads what {@code write} wrote; Spark finds this method when it loads a pipeline. */
  public static MLReader<GraphWavelets> read() {
    return new DefaultParamsReadable<GraphWavelets>() {}.read();
  }

  public static GraphWavelets load(String path) {
    return read().load(path);
  }
}
