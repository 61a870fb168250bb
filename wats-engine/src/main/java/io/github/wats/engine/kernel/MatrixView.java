package io.github.wats.engine.kernel;

import io.github.wats.matrix.DenseMatrix;
import java.util.Objects;

/**
 * A rectangle of a row-major array: entry (i, j) is {@code array[offset + i · stride + j]}. A head
 * of an attention layer is a view of its columns.
 */
public record MatrixView(float[] array, int offset, int rows, int columns, int stride) {
  public static MatrixView of(DenseMatrix m) {
    return new MatrixView(m.array(), 0, m.rows(), m.columns(), m.columns());
  }

  /** Where row {@code i} starts in the array. */
  public int start(int i) {
    return offset + i * stride;
  }

  /** The rows {@code from} to {@code to − 1}. */
  public MatrixView rows(int from, int to) {
    Objects.checkFromToIndex(from, to, rows);
    return new MatrixView(array, start(from), to - from, columns, stride);
  }

  /** The columns {@code from} to {@code to − 1}. */
  public MatrixView columns(int from, int to) {
    Objects.checkFromToIndex(from, to, columns);
    return new MatrixView(array, offset + from, rows, to - from, stride);
  }

  /** The rows {@code from} to {@code to − 1} of part {@code h} of {@code heads} equal columns. */
  public MatrixView head(int h, int heads, int from, int to) {
    Objects.checkFromToIndex(from, to, rows);
    int each = columns / heads;
    return new MatrixView(array, start(from) + h * each, to - from, each, stride);
  }
}
