package io.github.wats.io.model;

import io.github.wats.calibration.CalibratorState;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a model file holds, whatever kind of model it is.
 *
 * @param fields plain values, lists and maps, in order
 * @param arrays numbers by name, in order
 */
record Document(Map<String, Object> fields, Map<String, CalibratorState.Array> arrays) {
  Document {
    fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
  }
}
