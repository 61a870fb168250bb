package io.github.wats.features;

import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * The order in which to process rows. Where they are short, mispredicted ends of rows cost more
 * time than adding up their entries; so rows of the same length follow one another, within blocks
 * that are small enough to stay in the cache.
 */
final class RowOrder {
  private static final int BLOCK = 1 << 10;

  /** From this mean length on, adding up takes most of the time and an order is no faster. */
  private static final int LONG_MEAN = 16;

  /** Rows at least so long count as equally long. */
  private static final int LONG = 64;

  private RowOrder() {}

  /** All rows, each once; empty where their own order is best. */
  static int[] of(SparsePattern pattern) {
    int n = pattern.rowCount();
    if (pattern.entryCount() >= (long) LONG_MEAN * n) {
      return new int[0];
    }
    int[] order = new int[n];
    int[] starts = new int[LONG + 1];
    for (int from = 0; from < n; from += BLOCK) {
      sortBlock(pattern, from, Math.min(n, from + BLOCK), starts, order);
    }
    return order;
  }

  /** A counting sort by length. */
  private static void sortBlock(
      SparsePattern pattern, int from, int to, int[] starts, int[] order) {
    Arrays.fill(starts, 0);
    for (int i = from; i < to; i++) {
      starts[Math.min(pattern.rowLength(i), LONG - 1) + 1]++;
    }
    starts[0] = from;
    for (int length = 1; length <= LONG; length++) {
      starts[length] += starts[length - 1];
    }
    for (int i = from; i < to; i++) {
      order[starts[Math.min(pattern.rowLength(i), LONG - 1)]++] = i;
    }
  }
}
