package io.github.wats.calibration;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.io.Serializable;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A fitted calibrator as plain data: what a file holds and {@link Methods#restore} takes.
 * Independent of the file format; equal fits give equal states, so there are no times or paths in
 * it.
 *
 * @param arrays the fitted parameters by name, in a fixed order
 * @param texts fitted values that are not arrays, such as the fingerprint of a graph
 * @param report the calibrator and how its fit went, without its time
 */
public record CalibratorState(
    Map<String, Array> arrays, Map<String, String> texts, FitReport report)
    implements Serializable {
  /** The array that holds the number of classes of the report. */
  private static final String CLASSES = "classes";

  public CalibratorState {
    Map<String, Array> all = new LinkedHashMap<>(arrays);
    Array stored = all.get(CLASSES);
    report = report.withoutTime();
    if (report.classCount() > 0) {
      all.put(CLASSES, Array.of(report.classCount()));
    } else if (stored != null && stored.values.length == 1 && stored.values[0] >= 1) {
      report = report.withClassCount((int) stored.values[0]);
    }
    arrays = Collections.unmodifiableMap(all);
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** The state of a calibrator whose fitted values are all arrays. */
  public static CalibratorState of(FitReport report, Map<String, Array> arrays) {
    return new CalibratorState(arrays, Map.of(), report);
  }

  /** The numbers and arrays of a record and of the records in it, by names in kebab-case. */
  static Map<String, Array> arraysOf(Record fitted) {
    Map<String, Array> arrays = new LinkedHashMap<>();
    for (RecordComponent component : fitted.getClass().getRecordComponents()) {
      String name = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
      Object value = valueOf(fitted, component);
      if (value instanceof Array array) {
        arrays.put(name, array);
      } else if (value instanceof Double number) {
        arrays.put(name, Array.of(number));
      } else if (value instanceof Record nested && !(value instanceof FitReport)) {
        arrays.putAll(arraysOf(nested));
      }
    }
    return arrays;
  }

  private static Object valueOf(Record record, RecordComponent component) {
    try {
      component.getAccessor().trySetAccessible(); // the record need not be public
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          record.getClass().getName() + " must be public or have a method state()", e);
    }
  }

  /** The array {@code name}; throws if there is none. */
  public Array array(String name) {
    return required(arrays, "an array", name);
  }

  /** The array {@code name}; throws if there is none or its shape differs. */
  public Array array(String name, int rows, int columns) {
    Array array = array(name);
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

  /** The only value of the array {@code name}; throws if there is none or it is not above 0. */
  public double positive(String name) {
    double value = array(name, 1, 1).doubles()[0];
    Check.argument(
        value > 0 && value < Double.POSITIVE_INFINITY,
        "%s of a stored %s calibrator must be positive and finite, got %s",
        name,
        report.method(),
        value);
    return value;
  }

  /** One row of {@code count} whole numbers; throws if the array is not that. */
  public int[] integers(String name, int count, int low, int high) {
    double[] values = array(name, 1, count).doubles();
    for (double value : values) {
      Check.argument(
          value == Math.rint(value) && value >= low && value <= high,
          "array %s of a stored %s calibrator must have whole numbers in %d … %d, got %s",
          name,
          report.method(),
          low,
          high,
          value);
    }
    return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
  }

  /** The text {@code name}; throws if there is none. */
  public String text(String name) {
    return required(texts, "a text", name);
  }

  private <V> V required(Map<String, V> values, String what, String name) {
    V value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "a stored %s calibrator must have %s %s, got %s"
              .formatted(report.method(), what, name, values.keySet()));
    }
    return value;
  }

  /** Without the names of all arrays. */
  @Override
  public String toString() {
    return "CalibratorState[" + arrays.size() + " arrays]";
  }

  /** A matrix of a stored calibrator (rows × columns), in floats or doubles. Immutable. */
  public static final class Array implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int rows;
    private final int columns;
    private final double[] values; // (rows × columns), exact also for floats
    private final boolean single;

    private Array(int rows, int columns, double[] values, boolean single) {
      Check.argument(
          rows >= 0 && columns >= 0, "shape must not be negative, got %d × %d", rows, columns);
      Check.argument(
          values.length == (long) rows * columns,
          "a %d × %d array needs %d values, got %d",
          rows,
          columns,
          (long) rows * columns,
          values.length);
      this.rows = rows;
      this.columns = columns;
      this.values = values;
      this.single = single;
    }

    /** Copies one row of doubles. */
    public static Array of(double... values) {
      return new Array(1, values.length, values.clone(), false);
    }

    /** Copies one row of whole numbers. */
    public static Array of(int[] values) {
      return of(Arrays.stream(values).asDoubleStream().toArray());
    }

    /** Copies doubles, row by row. */
    public static Array of(int rows, int columns, double[] values) {
      return new Array(rows, columns, values.clone(), false);
    }

    /** Copies floats, row by row. */
    public static Array of(int rows, int columns, float[] values) {
      double[] copy = new double[values.length];
      Arrays.setAll(copy, k -> values[k]);
      return new Array(rows, columns, copy, true);
    }

    /** Copies a matrix of floats. */
    public static Array of(DenseMatrix matrix) {
      return of(matrix.rows(), matrix.columns(), matrix.array());
    }

    public int rows() {
      return rows;
    }

    public int columns() {
      return columns;
    }

    /** Whether the values are floats and can be written as such without loss. */
    public boolean isSingle() {
      return single;
    }

    /** The values, row by row: a copy. */
    public double[] doubles() {
      return values.clone();
    }

    /** The values as floats, row by row: a copy. */
    public float[] floats() {
      float[] copy = new float[values.length];
      for (int k = 0; k < copy.length; k++) {
        copy[k] = (float) values[k];
      }
      return copy;
    }

    public DenseMatrix matrix() {
      return DenseMatrix.wrap(rows, columns, floats());
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Array that
          && rows == that.rows
          && columns == that.columns
          && single == that.single
          && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
      return 31 * rows + Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "Array[" + rows + " × " + columns + (single ? ", float]" : ", double]");
    }
  }
}
