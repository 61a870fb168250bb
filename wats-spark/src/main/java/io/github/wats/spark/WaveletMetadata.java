package io.github.wats.spark;

import io.github.wats.features.WaveletSettings;
import io.github.wats.io.Origin;
import io.github.wats.settings.SettingsSchema;
import java.util.Arrays;
import java.util.Map;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructType;

/**
 * What a column of features says of itself: the settings of its wavelets. A calibrator that was
 * fitted on some wavelets is not applied to others by mistake; Parquet files keep it.
 */
final class WaveletMetadata {
  private static final String KEY = "wats";

  private WaveletMetadata() {}

  static Metadata of(WaveletSettings settings) {
    Metadata inner =
        new MetadataBuilder()
            .putLong("k", settings.order())
            .putDoubleArray(
                "s", settings.scales().stream().mapToDouble(Double::doubleValue).toArray())
            .putString("coefficients", SettingsSchema.text(settings.coefficients()))
            .putString("signal", SettingsSchema.text(settings.signal()))
            .build();
    return new MetadataBuilder().putMetadata(KEY, inner).build();
  }

  /** The settings a column was made with; the column must be there and say so. */
  static WaveletSettings read(StructType schema, String column) {
    Origin nodes = new Origin("nodes");
    NodeTable.type(schema, column, nodes);
    Metadata metadata = schema.apply(column).metadata();
    nodes.check(
        metadata.contains(KEY),
        "column '%s' must come from GraphWavelets, which notes its settings there; it has none",
        column);
    Metadata inner = metadata.getMetadata(KEY);
    return SettingsSchema.of(WaveletSettings.DEFAULT)
        .bind(
            Map.of(
                "k", inner.getLong("k"),
                "s", Arrays.stream(inner.getDoubleArray("s")).boxed().toList(),
                "coefficients", inner.getString("coefficients"),
                "signal", inner.getString("signal")));
  }
}
