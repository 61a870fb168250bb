package io.github.wats.engine.kernel;

import io.github.wats.matrix.SparsePattern;

/**
 * Some rows of a sparse matrix. Row i has the entries k from {@code bounds[at + i · step]} to
 * {@code bounds[at + i · step + 1] − 1}; entry k is in column {@code columns[k]} and has the value
 * {@code values[valueStart + k · valueStep]}. With {@code step} 1 these are compressed sparse rows;
 * a larger one takes a part of each row. With several heads the values are (entries × heads).
 */
public record SparseRows(
    int[] bounds,
    int at,
    int step,
    int count,
    int[] columns,
    float[] values,
    int valueStart,
    int valueStep) {
  /** All rows of a pattern; values are (entries × heads) and the first head's are taken. */
  public static SparseRows of(SparsePattern pattern, float[] values, int heads) {
    return new SparseRows(
        pattern.offsets(), 0, 1, pattern.rowCount(), pattern.columns(), values, 0, heads);
  }

  /** The first entry of row {@code i}. */
  public int start(int i) {
    return bounds[at + i * step];
  }

  /** The entry after the last one of row {@code i}. */
  public int end(int i) {
    return bounds[at + i * step + 1];
  }

  /** Where the value of entry {@code k} is. */
  public int place(int k) {
    return valueStart + k * valueStep;
  }

  /** The rows {@code from} to {@code to − 1} with the values of head {@code h}. */
  public SparseRows head(int h, int from, int to) {
    return new SparseRows(bounds, at + from * step, step, to - from, columns, values, h, valueStep);
  }
}
