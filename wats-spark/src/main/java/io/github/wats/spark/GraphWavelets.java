package io.github.wats.spark;

import io.github.wats.features.NodeInputs;
import io.github.wats.features.WaveletFeatures;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Check;
import io.github.wats.settings.SettingsSchema;
import java.util.Map;
import org.apache.spark.ml.Transformer;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.DefaultParamsReadable;
import org.apache.spark.ml.util.DefaultParamsWritable;
import org.apache.spark.ml.util.Identifiable$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

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
    implements GraphStage<GraphWavelets>, DefaultParamsWritable {
  private static final long serialVersionUID = 1L;

  /** All rounds are one job, whose plan grows with them: 60 ended the Spark context in a trial. */
  static final int MOST_ROUNDS = 16;

  /** The settings in the metadata of a column of features; Parquet files keep them. */
  private static final String KEY = "wats";

  private final StageParams parameters;

  public GraphWavelets() {
    this(Identifiable$.MODULE$.randomUID("graphWavelets"));
  }

  /** A stage with the given uid. */
  public GraphWavelets(String uid) {
    parameters = new StageParams(this, uid);
    parameters
        .addGraph()
        .addColumns(TableColumn.LOGITS, TableColumn.LABEL, TableColumn.SPLIT, TableColumn.FEATURES)
        .addSettings("settings of the wavelets, each name=value");
  }

  @Override
  public StageParams parameters() {
    return parameters;
  }

  @Override
  public Param<?>[] params() {
    return parameters.all();
  }

  /** Sets all wavelet settings. */
  public GraphWavelets setWavelets(WaveletSettings wavelets) {
    return setSettings(
        SettingsSchema.valuesOf(wavelets).entrySet().stream()
            .map(Object::toString) // name=value
            .toArray(String[]::new));
  }

  /** The schema of the wavelet settings. */
  public static SettingsSchema<WaveletSettings> settings() {
    return SettingsSchema.of(WaveletSettings.DEFAULT);
  }

  /** The wavelet settings, checked. */
  public WaveletSettings wavelets() {
    WaveletSettings wavelets = settings().bind(parameters.settings());
    Check.argument(
        wavelets.k() <= MOST_ROUNDS,
        "k must be at most %d on Spark, where all rounds are one job whose plan grows with k, got"
            + " %d",
        MOST_ROUNDS,
        wavelets.k());
    return wavelets;
  }

  /** The settings as metadata, so that no calibrator is applied to features of other settings. */
  static Metadata metadata(WaveletSettings settings) {
    Map<String, Object> fields = Map.of(KEY, SettingsSchema.valuesOf(settings));
    return Metadata.fromJson(JsonMapper.shared().writeValueAsString(fields));
  }

  /** Whether a table has features, and not those of a classifier. */
  static boolean areIn(StructType schema, GraphStage<?> stage) {
    return TableColumn.FEATURES.isIn(schema, stage)
        && schema.apply(TableColumn.FEATURES.in(stage)).metadata().contains(KEY);
  }

  /** The settings of the features of a table, which must exist and have them. */
  static WaveletSettings settings(StructType schema, GraphStage<?> stage) {
    TableColumn.FEATURES.check(schema, stage);
    String column = TableColumn.FEATURES.in(stage);
    Metadata metadata = schema.apply(column).metadata();
    NodeTable.NODES.check(
        metadata.contains(KEY),
        "column '%s' must come from GraphWavelets, which stores its settings in the column's"
            + " metadata; there are none: name another column with featuresCol",
        column);
    String json = metadata.getMetadata(KEY).json();
    return settings()
        .bind(JsonMapper.shared().readValue(json, new TypeReference<Map<String, Object>>() {}));
  }

  @Override
  public StructType transformSchema(StructType schema) {
    TableColumn.ID.check(schema, this);
    StructField features = GraphBlocks.array(text("featuresCol"), metadata(wavelets()));
    StructField degree = DataTypes.createStructField(text("degreeCol"), DataTypes.LongType, false);
    return NodeTable.extended(schema, degree, features);
  }

  /** Adds degree and features. */
  @Override
  public Dataset<Row> transform(Dataset<?> nodes) {
    StructType schema = transformSchema(nodes.schema());
    WaveletSettings settings = wavelets();
    String job = "wavelets, " + settings.k() + " rounds";
    try (GraphBlocks graph = GraphBlocks.of(nodes, this)) {
      StructField column = schema.apply(text("featuresCol"));
      WaveletRecipe recipe = WaveletRecipe.of(settings);
      return graph.attach(job, text("degreeCol"), column, recipe, 0);
    }
  }

  /** Adds the degree alone, for methods that need no features. */
  public Dataset<Row> transformDegrees(Dataset<?> nodes) {
    String none = "wats_none";
    return copy(ParamMap.empty())
        .setSettings("k=1")
        .with("featuresCol", none)
        .transform(nodes)
        .drop(none);
  }

  /** The nodes with the features and degrees that a recipe reads, where the table has none. */
  static Dataset<?> added(Dataset<?> nodes, GraphStage<?> stage, NodeInputs recipe) {
    boolean hasDegree = TableColumn.DEGREE.isIn(nodes.schema(), stage);
    boolean features =
        recipe.structure().isPresent() && !TableColumn.FEATURES.isIn(nodes.schema(), stage);
    if (!features && (hasDegree || !recipe.readsDegree() || !recipe.rounds().isEmpty())) {
      return nodes;
    }
    GraphWavelets own = new GraphWavelets();
    for (Param<?> param : own.params()) {
      if (stage.hasParam(param.name()) && stage.isDefined(stage.getParam(param.name()))) {
        own.with(param.name(), stage.getOrDefault(stage.getParam(param.name())));
      }
    }
    String degree = hasDegree ? "wats_degree" : own.text("degreeCol");
    own.with("degreeCol", degree).setSettings();
    return features
        ? own.setWavelets(recipe.structure().get().wavelets())
            .transform(nodes)
            .drop(hasDegree ? degree : "")
        : own.transformDegrees(nodes);
  }

  @Override
  public GraphWavelets copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  /** Reads a saved stage; Spark calls this method when it loads a pipeline. */
  public static MLReader<GraphWavelets> read() {
    return new DefaultParamsReadable<GraphWavelets>() {}.read();
  }
}
