package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.internal.Check;
import io.github.wats.io.Origin;
import io.github.wats.io.json.TypedJson;
import io.github.wats.io.npy.NpyArray;
import io.github.wats.io.npy.NpyData;
import io.github.wats.io.npy.NpzFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
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
        rows >= 0 && columns >= 0, "shape must not be negative, got %d × %d", rows, columns);
    Check.argument(
        type.equals(SINGLE) || type.equals(DOUBLE),
        "type must be %s or %s, got %s",
        SINGLE,
        DOUBLE,
        type);
  }

  /** The values of an array, where they are in the JSON. */
  private record Inline(List<Double> values) {}

  /** An open archive, or none. */
  record Source(Optional<NpzFile> npz) implements Closeable {
    static final Source NONE = new Source(Optional.empty());

    /** The values of an array; its shape is compared before memory is allocated. */
    private double[] values(Origin origin, String name, StoredArray shape) throws IOException {
      NpzFile archive =
          npz.filter(file -> file.has(name))
              .orElseThrow(() -> origin.invalid("has no values, here or in an archive"));
      NpyArray stored = archive.array(name).withDimensions(2);
      stored.check(
          stored.length(0) == shape.rows && stored.length(1) == shape.columns,
          "must be %d × %d, as its model file says, got %s",
          shape.rows,
          shape.columns,
          stored.shapeText());
      return stored.toDoubles();
    }

    @Override
    public void close() throws IOException {
      if (npz.isPresent()) {
        npz.get().close();
      }
    }
  }

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

  static CalibratorState.Array read(Origin origin, String name, JsonNode entry, Source archive)
      throws IOException {
    StoredArray shape = origin.checked(() -> TypedJson.bind(entry, StoredArray.class));
    double[] values =
        entry.has(VALUES)
            ? origin.checked(() -> TypedJson.bind(entry, Inline.class)).values.stream()
                .mapToDouble(Double::doubleValue)
                .toArray()
            : archive.values(origin, name, shape);
    float[] floats = new float[shape.type.equals(SINGLE) ? values.length : 0];
    for (int k = 0; k < values.length; k++) {
      double value = values[k];
      if (floats.length > 0) {
        floats[k] = (float) value;
        value = floats[k];
      }
      origin.check(Double.isFinite(value), "value %d must be finite, got %s", k, values[k]);
    }
    return origin.checked(
        () ->
            shape.type.equals(SINGLE)
                ? CalibratorState.Array.of(shape.rows, shape.columns, floats)
                : CalibratorState.Array.of(shape.rows, shape.columns, values));
  }
}
