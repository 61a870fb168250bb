package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The entries of a sparse matrix that dropout keeps, copied before each product, so a high rate
 * makes the product cheaper. Each row and each column has a random key; whether entry (i, j) is
 * kept depends on their sum, so a matrix and its transpose keep the same entries.
 */
public final class DroppedRows {
  private final List<SparseRows> all;
  private final List<SparseRows> kept;
  private final long[] rowKeys;
  private final long[] columnKeys;
  private final int limit;
  private final float scale;
  private final boolean valuesDiffer; // else those of kept entries are written once

  /**
   * Keeps each entry of {@code all}, blocks of the same rows, with probability {@code limit} / 2^16
   * and multiplies it by {@code scale}.
   */
  public DroppedRows(List<SparseRows> all, int columns, int limit, float scale) {
    this.all = all;
    this.limit = limit;
    this.scale = scale;
    int rows = all.get(0).count();
    int entries = all.get(0).columns().length;
    int[] keptColumns = new int[entries];
    float[] values = all.get(0).values();
    float[] keptValues = new float[entries];
    this.valuesDiffer = IntStream.range(0, entries).anyMatch(k -> values[k] != values[0]);
    Arrays.fill(keptValues, entries == 0 ? 0 : scale * values[0]);
    this.kept =
        all.stream()
            .map(s -> new SparseRows(new int[2 * rows], 0, 2, rows, keptColumns, keptValues, 0, 1))
            .toList();
    this.rowKeys = new long[rows];
    this.columnKeys = new long[columns];
  }

  /** The entries kept now; for the transpose the two random streams change places. */
  public List<SparseRows> draw(long rowStream, long columnStream) {
    Arrays.setAll(rowKeys, i -> Seeds.bits(rowStream, i));
    Arrays.setAll(columnKeys, j -> Seeds.bits(columnStream, j));
    for (int p = 0; p < all.size(); p++) {
      SparseRows from = all.get(p);
      SparseRows to = kept.get(p);
      Rows.forEach(
          from.count(),
          4L * from.columns().length / all.size(),
          (first, last) -> {
            for (int i = first; i < last; i++) {
              to.bounds()[2 * i] = from.start(i);
              to.bounds()[2 * i + 1] = draw(from, to, i);
            }
          });
    }
    return kept;
  }

  /** Copies row {@code i} and returns the end of the copy; no branches, which chance decides. */
  private int draw(SparseRows from, SparseRows to, int i) {
    int[] columns = from.columns();
    float[] values = from.values();
    int[] keptColumns = to.columns();
    float[] keptValues = to.values();
    long rowKey = rowKeys[i];
    int end = from.end(i);
    int next = from.start(i);
    for (int k = from.start(i); k < end; k++) {
      int column = columns[k];
      long sum = rowKey + columnKeys[column];
      int bits = (int) (((sum ^ (sum >>> 32)) * 0x9E3779B97F4A7C15L) >>> 48);
      keptColumns[next] = column;
      if (valuesDiffer) {
        keptValues[next] = scale * values[k];
      }
      next += (bits - limit) >>> 31; // 1 where bits < limit
    }
    return next;
  }
}
