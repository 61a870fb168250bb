package io.github.wats.linalg;

import java.util.Arrays;

/**
 * Which entries of each row a sum takes: all of them, or one of several parts. Parts are cut at the
 * same columns in every row, so a sum taken part after part reads few dense rows at a time, which
 * stay in a cache. Immutable.
 */
public final class RowParts {
  private final int[]
      offsets; // (rows · parts + 1) the entries of part p of row i start at i · parts + p
  private final int parts;
  private final int part;

  private RowParts(int[] offsets, int parts, int part) {
    this.offsets = offsets;
    this.parts = parts;
    this.part = part;
  }

  /** Whole rows, by the offsets of a {@link CsrPattern}. */
  public static RowParts all(int[] offsets) {
    return new RowParts(offsets, 1, 0);
  }

  /** The first of {@code parts} parts of the rows of {@code pattern}. */
  static RowParts cut(CsrPattern pattern, int parts) {
    int rows = pattern.rowCount();
    int[] offsets = new int[Math.multiplyExact(rows, parts) + 1];
    int each = (pattern.columnCount + parts - 1) / parts;
    Rows.forEach(
        rows,
        (long) rows * parts,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int at = pattern.offsets[i];
            for (int p = 0; p < parts; p++) {
              offsets[i * parts + p] = at;
              at = firstFrom(pattern.columns, at, pattern.offsets[i + 1], (p + 1) * each);
            }
          }
        });
    offsets[rows * parts] = pattern.entryCount();
    return new RowParts(offsets, parts, 0);
  }

  /** The first entry whose column is not below {@code column}. */
  private static int firstFrom(int[] columns, int from, int to, int column) {
    int found = Arrays.binarySearch(columns, from, to, column);
    return found >= 0 ? found : -found - 1;
  }

  /** Another part of the same rows. */
  RowParts part(int number) {
    return new RowParts(offsets, parts, number);
  }

  int parts() {
    return parts;
  }

  /** The first entry taken of {@code row}. */
  public int first(int row) {
    return offsets[row * parts + part];
  }

  /** The entry after the last one taken of {@code row}. */
  public int end(int row) {
    return offsets[row * parts + part + 1];
  }
}
