package io.github.wats.graph;

import io.github.wats.internal.Rows;
import java.util.Arrays;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.DoubleUnaryOperator;

/**
 * The nodes 0 … n−1 cut into ranges, one for each thread of a pass in which every thread reads all
 * edges and writes only to the rows of its own nodes. That needs no locks and no memory per thread,
 * and the rows are the same for any number of ranges.
 *
 * @param bounds (ranges + 1) from 0 to n, ascending
 */
record NodeRanges(int[] bounds) {
  /** With more, a thread would mostly read edges that are not its own. */
  private static final int MAX_RANGES = 16;

  /** Below this many edges one thread is faster. */
  private static final int SMALL = 1 << 15;

  /** The number of ranges for a pass over {@code edges} edges. */
  static int countFor(long edges) {
    return edges < SMALL ? 1 : Math.min(MAX_RANGES, Rows.threads());
  }

  /** Equally many larger ends of edges in each, about, if node numbers do not depend on degrees. */
  static NodeRanges ofLargerEnds(int nodeCount, int count) {
    return cut(nodeCount, count, Math::sqrt);
  }

  /** The same for smaller ends. */
  static NodeRanges ofSmallerEnds(int nodeCount, int count) {
    return cut(nodeCount, count, share -> 1 - Math.sqrt(1 - share));
  }

  private static NodeRanges cut(int nodeCount, int count, DoubleUnaryOperator place) {
    int[] bounds = new int[count + 1];
    for (int r = 1; r <= count; r++) {
      bounds[r] = (int) (place.applyAsDouble((double) r / count) * nodeCount);
    }
    return new NodeRanges(bounds);
  }

  /** Ranges with about equally many entries, {@code starts[i + 1]} being where row i starts. */
  static NodeRanges ofStarts(int[] starts, int entryCount, int count) {
    int nodeCount = starts.length - 1;
    int[] bounds = new int[count + 1];
    for (int r = 1; r < count; r++) {
      int place =
          Arrays.binarySearch(starts, 1, starts.length, (int) ((long) entryCount * r / count));
      bounds[r] = Math.max(bounds[r - 1], (place < 0 ? -place - 1 : place) - 1);
    }
    bounds[count] = nodeCount;
    return new NodeRanges(bounds);
  }

  /** Runs {@code body} on every range. */
  void forEach(Rows.Block body) {
    forEachBlock(
        bounds.length - 1,
        (first, last) -> {
          for (int r = first; r < last; r++) {
            body.run(bounds[r], bounds[r + 1]);
          }
        });
  }

  /**
   * {@link Rows#forEach} of a large loop that throws the exception of the first failing block
   * itself: a fork-join pool would wrap it in another one with another message.
   */
  static void forEachBlock(int rows, Rows.Block body) {
    ConcurrentSkipListMap<Integer, RuntimeException> failures = new ConcurrentSkipListMap<>();
    Rows.forEach(
        rows,
        Long.MAX_VALUE,
        (from, to) -> {
          try {
            body.run(from, to);
          } catch (RuntimeException e) {
            failures.put(from, e);
          }
        });
    if (!failures.isEmpty()) {
      throw failures.firstEntry().getValue();
    }
  }
}
