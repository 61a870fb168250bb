package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import java.util.List;

/**
 * The entries of a sparse matrix that dropout keeps, copied before each product, so a high rate
 * makes the product cheaper. Whether entry (i, j) is kept depends on the random stream, i and j
 * alone: a matrix and its transpose keep the same entries.
 */
public final class DroppedRows {
  private final List<SparseRows> all;
  private final List<SparseRows> kept;
  private final long rowStep;
  private final long columnStep;

  /**
   * @param all blocks of the same rows
   * @param rowStep how far the random number of an entry moves on with its row
   * @param columnStep and with its column
   */
  private DroppedRows(List<SparseRows> all, long rowStep, long columnStep) {
    this.all = all;
    int entries = all.get(0).columns().length;
    int[] columns = new int[entries];
    float[] values = new float[entries];
    this.kept =
        all.stream()
            .map(
                s -> new SparseRows(new int[2 * s.count()], 0, 2, s.count(), columns, values, 0, 1))
            .toList();
    this.rowStep = rowStep;
    this.columnStep = columnStep;
  }

  /** Dropout on the blocks of a matrix with so many columns. */
  public static DroppedRows of(List<SparseRows> matrix, int columns) {
    return new DroppedRows(matrix, columns, 1);
  }

  /** Dropout on the blocks of the transpose of a matrix with so many columns. */
  public static DroppedRows ofTransposed(List<SparseRows> transposed, int columns) {
    return new DroppedRows(transposed, 1, columns);
  }

  /** Keeps the entries whose 16 random bits are below {@code limit}, times {@code scale}. */
  public List<SparseRows> draw(long stream, int limit, float scale) {
    for (int p = 0; p < all.size(); p++) {
      SparseRows from = all.get(p);
      SparseRows to = kept.get(p);
      Rows.forEach(
          from.count(),
          4L * from.columns().length / all.size(),
          (first, last) -> {
            for (int i = first; i < last; i++) {
              to.bounds()[2 * i] = from.start(i);
              to.bounds()[2 * i + 1] = draw(from, to, i, stream, limit, scale);
            }
          });
    }
    return kept;
  }

  /** Copies row {@code i} and returns the end of the copy; no branches, which chance decides. */
  private int draw(SparseRows from, SparseRows to, int i, long stream, int limit, float scale) {
    int[] columns = from.columns();
    float[] values = from.values();
    int[] keptColumns = to.columns();
    float[] keptValues = to.values();
    int end = from.end(i);
    int next = from.start(i);
    for (int k = from.start(i); k < end; k++) {
      long bits = Seeds.bits(stream, i * rowStep + columns[k] * columnStep);
      keptColumns[next] = columns[k];
      keptValues[next] = scale * values[k];
      next += (bits & 0xFFFF) < limit ? 1 : 0;
    }
    return next;
  }
}
