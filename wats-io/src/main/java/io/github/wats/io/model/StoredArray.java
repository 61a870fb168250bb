package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.internal.Check;
import io.github.wats.io.Origin;
import io.github.wats.io.json.TypedJson;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An array in a model file: shape and type, and its values unless they are in an archive.
 *
 * @param type {@code float32} or {@code float64}
 */
record StoredArray(int rows, int columns, String type) {
  /** Larger arrays go into the archive. */
  private static final int INLINE_VALUES = 4096;

  private static final String SINGLE = "float32";
  private static final String DOUBLE = "float64";
  private static final String VALUES = "values";

  StoredArray {
    Check.argument(
        type.equals(SINGLE) || type.equals(DOUBLE),
        "type must be %s or %s, got %s",
        SINGLE,
        DOUBLE,
        type);
  }

  /** The values of an array, where they are in the JSON. */
  private record Inline(List<Double> values) {}

  static boolean isLarge(CalibratorState.Array array) {
    return (long) array.rows() * array.columns() > INLINE_VALUES;
  }

  static void describe(ObjectNode entry, CalibratorState.Array array) {
    entry.put("rows", array.rows());
    entry.put("columns", array.columns());
    entry.put("type", array.isSingle() ? SINGLE : DOUBLE);
    if (!isLarge(array)) {
      Object values = array.isSingle() ? array.floats() : array.doubles();
      entry.set(VALUES, TypedJson.MAPPER.valueToTree(values));
    }
  }

  /** The array as an archive has it. */
  static NpyData data(CalibratorState.Array array) {
    return array.isSingle()
        ? NpyData.of(array.floats(), array.rows(), array.columns())
        : NpyData.of(array.doubles(), array.rows(), array.columns());
  }

  /** Reads an array whose values are in its entry, or in {@code archive} if there is one. */
  static CalibratorState.Array read(
      Origin origin, String name, JsonNode entry, @Nullable NpzFile archive) throws IOException {
    StoredArray shape = origin.checked(() -> TypedJson.bind(entry, StoredArray.class));
    double[] values =
        entry.has(VALUES)
            ? origin.checked(() -> TypedJson.bind(entry, Inline.class)).values.stream()
                .mapToDouble(Double::doubleValue)
                .toArray()
            : shape.archived(origin, name, archive);
    boolean single = shape.type.equals(SINGLE);
    float[] floats = new float[values.length];
    for (int k = 0; k < values.length; k++) {
      floats[k] = (float) values[k];
      boolean finite = single ? Float.isFinite(floats[k]) : Double.isFinite(values[k]);
      origin.check(finite, "value %d must be finite, got %s", k, values[k]);
    }
    return origin.checked(
        () ->
            single
                ? CalibratorState.Array.of(shape.rows, shape.columns, floats)
                : CalibratorState.Array.of(shape.rows, shape.columns, values));
  }

  /** The values in the archive; the shape is compared before memory is allocated. */
  private double[] archived(Origin origin, String name, @Nullable NpzFile archive)
      throws IOException {
    if (archive == null || !archive.has(name)) {
      throw origin.invalid("has no values, here or in an archive");
    }
    NpyArray stored = archive.array(name).withDimensions(2);
    stored.check(
        stored.length(0) == rows && stored.length(1) == columns,
        "must be %d × %d, as its model file says, got %s",
        rows,
        columns,
        stored.shapeText());
    return stored.toDoubles();
  }
}
