package io.github.wats.matrix;

import io.github.wats.internal.Check;

/** A sparse matrix of floats in compressed sparse rows. Immutable. */
public final class SparseMatrix {
  private final SparsePattern pattern;
  private final float[] values; // (entries)

  private SparseMatrix(SparsePattern pattern, float[] values) {
    this.pattern = pattern;
    this.values = values;
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

  /** Entry (row, column), 0 where none is stored. */
  public float get(int row, int column) {
    int place = pattern.find(row, column);
    return place < 0 ? 0 : values[place];
  }

  /** The given rows, in the order given. */
  @SuppressWarnings("ReferenceEquality") // the pattern itself says that all rows are chosen
  public SparseMatrix selectRows(int[] rows) {
    SparsePattern chosen = pattern.selectRows(rows);
    if (chosen == pattern) {
      return this;
    }
    float[] chosenValues = new float[chosen.entryCount()];
    for (int r = 0; r < rows.length; r++) {
      int start = pattern.offset(rows[r]);
      System.arraycopy(values, start, chosenValues, chosen.offset(r), chosen.rowLength(r));
    }
    return new SparseMatrix(chosen, chosenValues);
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
