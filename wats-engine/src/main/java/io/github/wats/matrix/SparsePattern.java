package io.github.wats.matrix;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the entries of a sparse matrix are: compressed sparse rows without values. Row i holds the
 * columns {@code column(k)} for k from {@code offset(i)} to {@code offset(i + 1) − 1}, rising.
 * Immutable.
 */
public final class SparsePattern implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int columnCount;
  private final int[] offsets; // (rows + 1) starts at 0, never falls
  private final int[] columns; // (entries)  rising within each row

  private SparsePattern(int columnCount, int[] offsets, int[] columns) {
    this.columnCount = columnCount;
    this.offsets = offsets;
    this.columns = columns;
  }

  /**
   * Wraps the arrays without a copy, since they may be gigabytes: the caller gives them away.
   * Offsets, range and order of the columns are checked.
   */
  public static SparsePattern wrap(int columnCount, int[] offsets, int[] columns) {
    checkOffsets(offsets, columns.length);
    int rows = offsets.length - 1;
    Rows.forEach(
        rows,
        columns.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int previous = -1;
            for (int k = offsets[i]; k < offsets[i + 1]; k++) {
              int column = columns[k];
              if (column <= previous || column >= columnCount) {
                throw new IllegalArgumentException(
                    column <= previous
                        ? "columns must rise within a row: %s follows %s in row %s"
                            .formatted(column, previous, i)
                        : "columns must be below %s, got %s in row %s"
                            .formatted(columnCount, column, i));
              }
              previous = column;
            }
          }
        });
    return new SparsePattern(columnCount, offsets, columns);
  }

  /** Offsets of rows that hold {@code entryCount} entries. */
  public static void checkOffsets(int[] offsets, int entryCount) {
    Check.argument(offsets.length >= 1, "offsets must have rows + 1 entries, got none");
    Check.argument(offsets[0] == 0, "offsets must start at 0, got %d", offsets[0]);
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] < offsets[i - 1]) {
        throw new IllegalArgumentException(
            "offsets must not fall: %s follows %s at row %s"
                .formatted(offsets[i], offsets[i - 1], i - 1));
      }
    }
    int last = offsets[offsets.length - 1];
    Check.argument(
        last == entryCount,
        "the last offset must be the number of entries: %d, got %d",
        entryCount,
        last);
  }

  public int rowCount() {
    return offsets.length - 1;
  }

  public int columnCount() {
    return columnCount;
  }

  public int entryCount() {
    return columns.length;
  }

  /** The live array of offsets (rows + 1), not a copy. It must not be changed. */
  public int[] offsets() {
    return offsets;
  }

  /** The live array of columns (entries), not a copy. It must not be changed. */
  public int[] columns() {
    return columns;
  }

  public int offset(int row) {
    return offsets[row];
  }

  public int column(int entry) {
    return columns[entry];
  }

  public int rowLength(int row) {
    return offsets[row + 1] - offsets[row];
  }

  /** The place of {@code column} in {@code row}, or a negative number where the row lacks it. */
  public int find(int row, int column) {
    return Arrays.binarySearch(columns, offsets[row], offsets[row + 1], column);
  }

  /** Copies the columns of {@code row} to {@code target} from {@code start} on. */
  public void copyRow(int row, int[] target, int start) {
    System.arraycopy(columns, offsets[row], target, start, rowLength(row));
  }

  /** The pattern of the given rows, in the order given; this one for all rows in their order. */
  public SparsePattern selectRows(int[] rows) {
    if (rows.length == rowCount() && IntStream.range(0, rows.length).allMatch(i -> rows[i] == i)) {
      return this;
    }
    int[] chosenOffsets = new int[rows.length + 1];
    for (int r = 0; r < rows.length; r++) {
      chosenOffsets[r + 1] = chosenOffsets[r] + rowLength(rows[r]);
    }
    int[] chosen = new int[chosenOffsets[rows.length]];
    for (int r = 0; r < rows.length; r++) {
      copyRow(rows[r], chosen, chosenOffsets[r]);
    }
    return new SparsePattern(columnCount, chosenOffsets, chosen);
  }

  /**
   * {@code Σ_j x_j} over the columns j of {@code row}. Four running sums let the processor fetch
   * ahead; they are joined in a fixed order.
   */
  public double rowSum(int row, double[] x) {
    int[] where = columns;
    int end = offsets[row + 1];
    int k = offsets[row];
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    for (; k + 3 < end; k += 4) {
      a += x[where[k]];
      b += x[where[k + 1]];
      c += x[where[k + 2]];
      d += x[where[k + 3]];
    }
    for (; k < end; k++) {
      a += x[where[k]];
    }
    return (a + b) + (c + d);
  }

  /**
   * The transposed pattern, by counting.
   *
   * @param entries (entries) room for the order: entry k of the result is entry {@code entries[k]}
   *     of this pattern
   */
  public SparsePattern transposed(int[] entries) {
    int[] starts = new int[columnCount + 1];
    for (int column : columns) {
      starts[column + 1]++;
    }
    for (int j = 0; j < columnCount; j++) {
      starts[j + 1] += starts[j];
    }
    int[] next = starts.clone();
    int[] rows = new int[columns.length];
    for (int i = 0; i < rowCount(); i++) {
      for (int k = offsets[i]; k < offsets[i + 1]; k++) {
        int place = next[columns[k]]++;
        rows[place] = i;
        entries[place] = k;
      }
    }
    return new SparsePattern(rowCount(), starts, rows);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SparsePattern that
        && columnCount == that.columnCount
        && Arrays.equals(offsets, that.offsets)
        && Arrays.equals(columns, that.columns);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(offsets) + Arrays.hashCode(columns);
  }
}
