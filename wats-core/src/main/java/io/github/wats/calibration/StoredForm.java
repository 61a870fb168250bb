package io.github.wats.calibration;

import io.github.wats.internal.Check;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A fitted calibrator as plain data: what a file holds and {@link Methods#restore} takes. Neutral
 * as to the format, and the same for equal fits: no wall time, no place, no clock.
 *
 * @param arrays what was learnt, by name, in a fixed order
 * @param texts what was learnt and is no array, such as the fingerprint of a graph
 * @param report the calibrator and how its fit went, without its time
 */
public record StoredForm(
    Map<String, StoredArray> arrays, Map<String, String> texts, FitReport report) {
  public StoredForm {
    arrays = Collections.unmodifiableMap(new LinkedHashMap<>(arrays));
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    report = report.withoutTime();
  }

  /** The form of a calibrator that learnt nothing but arrays. */
  public static StoredForm of(FitReport report, Map<String, StoredArray> arrays) {
    return new StoredForm(arrays, Map.of(), report);
  }

  /** The array {@code name}, which must be there. */
  public StoredArray array(String name) {
    StoredArray array = arrays.get(name);
    if (array == null) {
      throw new IllegalArgumentException(
          "a stored "
              + report.method()
              + " calibrator must have an array "
              + name
              + ", got "
              + arrays.keySet());
    }
    return array;
  }

  /** The array {@code name}, which must be there and have this shape. */
  public StoredArray array(String name, int rows, int columns) {
    StoredArray array = array(name);
    Check.argument(
        array.rows() == rows && array.columns() == columns,
        "array %s of a stored %s calibrator must be %d × %d, got %d × %d",
        name,
        report.method(),
        rows,
        columns,
        array.rows(),
        array.columns());
    return array;
  }

  /** The text {@code name}, which must be there. */
  public String text(String name) {
    String text = texts.get(name);
    if (text == null) {
      throw new IllegalArgumentException(
          "a stored "
              + report.method()
              + " calibrator must have a text "
              + name
              + ", got "
              + texts.keySet());
    }
    return text;
  }
}
