package io.github.wats.engine.kernel;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A sparse pattern for products with dense matrices that may not fit a cache. Its rows are cut at
 * the same columns into blocks; a product taken block after block reads few dense rows at a time,
 * which stay in the cache. The cut is found when it is first needed. Safe to share between threads.
 */
public final class ColumnBlocks {
  /** Floats of a dense matrix that are read block by block from the L2 cache (256 kB). */
  private static final int CACHED = 1 << 16;

  /** Shorter parts of a sparse row cost more in jumps than the cache gives back. */
  private static final int SHORTEST_PART = 32;

  private final SparsePattern pattern;
  private volatile @Nullable Cut cut; // the one last asked for

  /** Part p of row i starts at {@code bounds[i · blocks + p]}. */
  private record Cut(int blocks, int[] bounds) {}

  public ColumnBlocks(SparsePattern pattern) {
    this.pattern = pattern;
  }

  public SparsePattern pattern() {
    return pattern;
  }

  /**
   * The rows, block after block, for a product with a dense matrix of {@code floats} floats.
   *
   * @param values (entries × heads)
   */
  public List<SparseRows> rows(float[] values, int heads, long floats) {
    int blocks = count(floats);
    int rows = pattern.rowCount();
    int[] bounds = blocks == 1 ? pattern.offsets() : cut(blocks);
    int[] columns = pattern.columns();
    return IntStream.range(0, blocks)
        .mapToObj(p -> new SparseRows(bounds, p, blocks, rows, columns, values, 0, heads))
        .toList();
  }

  private int count(long floats) {
    long wanted = (floats + CACHED - 1) / CACHED;
    long possible = pattern.entryCount() / SHORTEST_PART / Math.max(1, pattern.rowCount());
    return (int) Math.max(1, Math.min(wanted, possible));
  }

  private int[] cut(int blocks) {
    Cut last = cut;
    if (last == null || last.blocks != blocks) {
      last = new Cut(blocks, bounds(blocks));
      cut = last;
    }
    return last.bounds;
  }

  private int[] bounds(int blocks) {
    int rows = pattern.rowCount();
    int[] bounds = new int[Math.multiplyExact(rows, blocks) + 1];
    int each = (pattern.columnCount() + blocks - 1) / blocks;
    Rows.forEachRow(
        rows,
        (long) rows * blocks,
        i -> {
          int at = pattern.offset(i);
          for (int p = 0; p < blocks; p++) {
            bounds[i * blocks + p] = at;
            at = firstFrom(at, pattern.offset(i + 1), (p + 1) * each);
          }
        });
    bounds[rows * blocks] = pattern.entryCount();
    return bounds;
  }

  /** The first entry from {@code from} on whose column is not below {@code column}. */
  private int firstFrom(int from, int to, int column) {
    int place = Arrays.binarySearch(pattern.columns(), from, to, column);
    return place >= 0 ? place : -place - 1;
  }
}
