package io.github.wats.calibration;

import io.github.wats.internal.Check;
import io.github.wats.matrix.DenseMatrix;
import java.io.Serializable;
import java.util.Arrays;

/** A matrix of a stored calibrator (rows × columns), in floats or doubles. Immutable. */
public final class StoredArray implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int rows;
  private final int columns;
  private final double[] values; // (rows × columns), exact also for floats
  private final boolean single;

  private StoredArray(int rows, int columns, double[] values, boolean single) {
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
  public static StoredArray of(double... values) {
    return new StoredArray(1, values.length, values.clone(), false);
  }

  /** Copies doubles, row by row. */
  public static StoredArray of(int rows, int columns, double[] values) {
    return new StoredArray(rows, columns, values.clone(), false);
  }

  /** Copies floats, row by row. */
  public static StoredArray of(int rows, int columns, float[] values) {
    double[] copy = new double[values.length];
    for (int k = 0; k < copy.length; k++) {
      copy[k] = values[k];
    }
    return new StoredArray(rows, columns, copy, true);
  }

  /** Copies a matrix of floats. */
  public static StoredArray of(DenseMatrix matrix) {
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

  /** The values as whole numbers: a copy. */
  public int[] integers() {
    return Arrays.stream(values).mapToInt(value -> (int) value).toArray();
  }

  public DenseMatrix matrix() {
    return DenseMatrix.wrap(rows, columns, floats());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredArray that
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
    return "StoredArray[" + rows + " × " + columns + (single ? ", float]" : ", double]");
  }
}
