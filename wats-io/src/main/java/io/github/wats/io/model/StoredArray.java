package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import io.github.wats.io.json.TypedJson;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An array in a model file: shape, type and values, row by row.
 *
 * @param type {@code float32} or {@code float64}
 */
record StoredArray(int rows, int columns, String type, List<Double> values) {
  private static final String SINGLE = "float32";
  private static final String DOUBLE = "float64";

  StoredArray {
    Check.argument(
        type.equals(SINGLE) || type.equals(DOUBLE),
        "type must be %s or %s, got %s",
        SINGLE,
        DOUBLE,
        type);
  }

  /** Floats are written with fewer digits than doubles; both are read back exactly. */
  static void describe(ObjectNode entry, CalibratorState.Array array) {
    entry.put("rows", array.rows());
    entry.put("columns", array.columns());
    entry.put("type", array.isSingle() ? SINGLE : DOUBLE);
    Object values = array.isSingle() ? array.floats() : array.doubles();
    entry.set("values", TypedJson.MAPPER.valueToTree(values));
  }

  static CalibratorState.Array read(Location location, JsonNode entry) {
    StoredArray stored = location.checked(() -> TypedJson.bind(entry, StoredArray.class));
    double[] values = stored.values.stream().mapToDouble(Double::doubleValue).toArray();
    boolean single = stored.type.equals(SINGLE);
    float[] floats = new float[values.length];
    for (int k = 0; k < values.length; k++) {
      floats[k] = (float) values[k];
      boolean finite = single ? Float.isFinite(floats[k]) : Double.isFinite(values[k]);
      location.check(finite, "value %d must be finite, got %s", k, values[k]);
    }
    return location.checked(
        () ->
            single
                ? CalibratorState.Array.of(stored.rows, stored.columns, floats)
                : CalibratorState.Array.of(stored.rows, stored.columns, values));
  }
}
