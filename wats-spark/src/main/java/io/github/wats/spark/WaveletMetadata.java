package io.github.wats.spark;

import io.github.wats.features.WaveletSettings;
import io.github.wats.settings.SettingsSchema;
import java.util.Map;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The settings of the wavelets in the metadata of a column of features, so that a calibrator is not
 * applied to features it was not fitted on. Parquet files keep them.
 */
final class WaveletMetadata {
  private static final String KEY = "wats";

  private WaveletMetadata() {}

  static Metadata of(WaveletSettings settings) {
    Map<String, Object> fields = Map.of(KEY, SettingsSchema.valuesOf(settings));
    return Metadata.fromJson(JsonMapper.shared().writeValueAsString(fields));
  }

  /** The settings of a column, which must exist and have them. */
  static WaveletSettings read(StructType schema, String column) {
    TableColumn.FEATURES.kind.check(schema, column, NodeTable.NODES);
    Metadata metadata = schema.apply(column).metadata();
    NodeTable.NODES.check(
        metadata.contains(KEY),
        "column '%s' must come from GraphWavelets, which stores its settings in the column's"
            + " metadata; there are none",
        column);
    String json = metadata.getMetadata(KEY).json();
    return GraphWavelets.settings()
        .bind(JsonMapper.shared().readValue(json, new TypeReference<Map<String, Object>>() {}));
  }
}
