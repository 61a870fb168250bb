package io.github.wats.matrix;

import io.github.wats.internal.Check;

/** A sparse matrix of floats in compressed sparse rows. Immutable. */
public final class SparseMatrix {
  private final SparsePattern pattern;
  private final float[] values; // (entries)
  private final boolean ones; // whether all values are 1

  private SparseMatrix(SparsePattern pattern, float[] values) {
    this.pattern = pattern;
    this.values = values;
    this.ones = isOnes(values);
  }

  private static boolean isOnes(float[] values) {
    for (float value : values) {
      if (value != 1) {
        return false;
      }
    }
    return true;
  }

  /** Wraps {@code values} without a copy: the caller gives them away. */
  public static SparseMatrix wrap(SparsePattern pattern, float[] values) {
    Check.argument(
        values.length == pattern.entryCount(),
        "values must be as many as the pattern has entries: %d, got %d",
        pattern.entryCount(),
        values.length);
    return new SparseMatrix(pattern, values);
  }

  public SparsePattern pattern() {
    return pattern;
  }

  public int rows() {
    return pattern.rowCount();
  }

  public int columns() {
    return pattern.columnCount();
  }

  public int entryCount() {
    return values.length;
  }

  /** The value of entry number {@code entry}, counted through the rows. */
  public float value(int entry) {
    return values[entry];
  }

  /** The live array of values (entries), not a copy. It must not be changed. */
  public float[] values() {
    return values;
  }

  /** Whether all values are 1. */
  public boolean isAllOnes() {
    return ones;
  }

  /** All values, row by row: a copy. */
  public float[] toValues() {
    return values.clone();
  }

  /** Entry (row, column), 0 where none is stored. */
  public float get(int row, int column) {
    int place = pattern.find(row, column);
    return place < 0 ? 0 : values[place];
  }

  /** The share of entries that are stored. */
  public double density() {
    double size = (double) rows() * columns();
    return size == 0 ? 0 : entryCount() / size;
  }

  /** The given rows, in the order given. */
  public SparseMatrix selectRows(int[] rows) {
    SparsePattern chosen = pattern.selectRows(rows);
    float[] chosenValues = new float[chosen.entryCount()];
    for (int r = 0; r < rows.length; r++) {
      int start = pattern.offset(rows[r]);
      System.arraycopy(values, start, chosenValues, chosen.offset(r), chosen.rowLength(r));
    }
    return new SparseMatrix(chosen, chosenValues);
  }

  /** The given rows, in the order given, with a column of ones after the others. */
  public SparseMatrix selectRowsAndOnes(int[] rows) {
    int[] offsets = new int[rows.length + 1];
    long entries = rows.length;
    for (int r = 0; r < rows.length; r++) {
      entries += pattern.rowLength(rows[r]);
      offsets[r + 1] = offsets[r] + pattern.rowLength(rows[r]) + 1;
    }
    Check.argument(
        entries <= Integer.MAX_VALUE - 16,
        "a sparse matrix holds at most 2^31 − 17 entries, got %d",
        entries);
    int[] columns = new int[(int) entries];
    float[] chosen = new float[columns.length];
    for (int r = 0; r < rows.length; r++) {
      int length = pattern.rowLength(rows[r]);
      pattern.copyRow(rows[r], columns, offsets[r]);
      System.arraycopy(values, pattern.offset(rows[r]), chosen, offsets[r], length);
      columns[offsets[r] + length] = columns();
      chosen[offsets[r] + length] = 1;
    }
    return wrap(SparsePattern.wrap(columns() + 1, offsets, columns), chosen);
  }

  /** The same matrix, but with nothing in rows other than the given ones, which rise. */
  public SparseMatrix keepRows(int[] rows) {
    int[] offsets = new int[rows() + 1];
    int previous = -1;
    for (int row : rows) {
      Check.argument(previous < row, "rows to keep must rise: %d follows %d", row, previous);
      offsets[row + 1] = pattern.rowLength(row);
      previous = row;
    }
    for (int i = 0; i < rows(); i++) {
      offsets[i + 1] += offsets[i];
    }
    SparseMatrix kept = selectRows(rows);
    return wrap(SparsePattern.wrap(columns(), offsets, kept.pattern.columns()), kept.values);
  }

  /** The transposed matrix. */
  public SparseMatrix transposed() {
    int[] entries = new int[values.length];
    SparsePattern transposed = pattern.transposed(entries);
    float[] transposedValues = new float[values.length];
    for (int k = 0; k < entries.length; k++) {
      transposedValues[k] = values[entries[k]];
    }
    return new SparseMatrix(transposed, transposedValues);
  }

  @Override
  public String toString() {
    return "SparseMatrix[" + rows() + " × " + columns() + ", " + entryCount() + " entries]";
  }
}
