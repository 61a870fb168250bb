package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which entries of each row a sum takes: all of them, one of several parts, or any range. Parts are
 * cut at the same columns in every row, so a sum taken part after part reads few dense rows at a
 * time, which stay in a cache. Immutable.
 */
public final class RowParts {
  /** Dense rows beyond this many floats do not stay in a cache (4 MB of it). */
  private static final int CACHED = 1 << 20;

  /** Shorter parts of a sparse row cost more in jumps than the cache gives back. */
  private static final int SHORTEST_PART = 32;

  private final int[] offsets; // the entries of part p of row i start at i · parts + p
  private final int parts;
  private final int part;

  private RowParts(int[] offsets, int parts, int part) {
    this.offsets = offsets;
    this.parts = parts;
    this.part = part;
  }

  /** Whole rows, by the offsets of a {@link SparsePattern}. */
  public static RowParts all(int[] offsets) {
    return new RowParts(offsets, 1, 0);
  }

  /** The entries from {@code bounds[2 i]} to {@code bounds[2 i + 1] − 1} of any list as row i. */
  static RowParts between(int[] bounds) {
    return new RowParts(bounds, 2, 0); // the second part of each row is not used
  }

  /** In how many parts a sum should take rows of a dense matrix of so many floats. */
  public static int count(SparsePattern pattern, long floats) {
    long wanted = (floats + CACHED - 1) / CACHED;
    long possible = pattern.entryCount() / SHORTEST_PART / Math.max(1, pattern.rowCount());
    return (int) Math.max(1, Math.min(wanted, possible));
  }

  /** The rows of {@code pattern} in parts. */
  public static List<RowParts> cut(SparsePattern pattern, int parts) {
    int rows = pattern.rowCount();
    int[] offsets = new int[Math.multiplyExact(rows, parts) + 1];
    int each = (pattern.columnCount() + parts - 1) / parts;
    Rows.forEach(
        rows,
        (long) rows * parts,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int at = pattern.offsets()[i];
            for (int p = 0; p < parts; p++) {
              offsets[i * parts + p] = at;
              at = firstFrom(pattern.columns(), at, pattern.offsets()[i + 1], (p + 1) * each);
            }
          }
        });
    offsets[rows * parts] = pattern.entryCount();
    return IntStream.range(0, parts).mapToObj(p -> new RowParts(offsets, parts, p)).toList();
  }

  /** The first entry whose column is not below {@code column}. */
  private static int firstFrom(int[] columns, int from, int to, int column) {
    int found = Arrays.binarySearch(columns, from, to, column);
    return found >= 0 ? found : -found - 1;
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
