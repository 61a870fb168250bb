package io.github.wats.matrix;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;

/**
 * A dense matrix of floats in row-major order: entry (i, j) is {@code array()[i * columns + j]}.
 * This is the working memory of the numerics and therefore mutable; types that users hold on to
 * ({@code Logits}, {@code Probabilities}) are not.
 */
public final class DenseMatrix {
  /** What a Java array can hold. */
  public static final int MOST_ENTRIES = Integer.MAX_VALUE - 16;

  private final int rows;
  private final int columns;
  private final float[] array; // (rows × columns)

  private DenseMatrix(int rows, int columns, float[] array) {
    this.rows = rows;
    this.columns = columns;
    this.array = array;
  }

  /** A matrix of zeros. */
  public static DenseMatrix zeros(int rows, int columns) {
    Check.argument(
        rows >= 0 && columns >= 0, "shape must not be negative, got %d × %d", rows, columns);
    long size = (long) rows * columns;
    Check.argument(
        size <= MOST_ENTRIES,
        "a dense matrix holds at most 2^31 − 17 entries, got %d × %d",
        rows,
        columns);
    return new DenseMatrix(rows, columns, new float[(int) size]);
  }

  /** Wraps {@code array} without a copy: the caller gives it away. */
  public static DenseMatrix wrap(int rows, int columns, float[] array) {
    Check.argument(
        rows >= 0 && columns >= 0 && array.length == (long) rows * columns,
        "a %d × %d matrix needs %d entries, got %d",
        rows,
        columns,
        (long) rows * columns,
        array.length);
    return new DenseMatrix(rows, columns, array);
  }

  /** Copies rows of equal length. */
  public static DenseMatrix copyOf(double[][] rows) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    DenseMatrix matrix = zeros(rows.length, columns);
    for (int i = 0; i < rows.length; i++) {
      Check.argument(
          rows[i].length == columns,
          "rows must be equally long: row 0 has %d entries, row %d has %d",
          columns,
          i,
          rows[i].length);
      for (int j = 0; j < columns; j++) {
        matrix.array[i * columns + j] = (float) rows[i][j];
      }
    }
    return matrix;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  public float get(int row, int column) {
    return array[row * columns + column];
  }

  public void set(int row, int column, float value) {
    array[row * columns + column] = value;
  }

  /** The live array behind this matrix, not a copy. */
  public float[] array() {
    return array;
  }

  /** Copies the given rows, in the order given. */
  public DenseMatrix selectRows(int[] chosen) {
    DenseMatrix result = zeros(chosen.length, columns);
    Rows.forEachRow(
        chosen.length,
        result.array.length,
        r -> System.arraycopy(array, chosen[r] * columns, result.array, r * columns, columns));
    return result;
  }

  public DenseMatrix copy() {
    return new DenseMatrix(rows, columns, array.clone());
  }

  @Override
  public String toString() {
    return "DenseMatrix[" + rows + " × " + columns + "]";
  }
}
