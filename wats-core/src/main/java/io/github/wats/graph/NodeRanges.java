package io.github.wats.graph;

import io.github.wats.internal.Rows;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.DoubleUnaryOperator;

/**
 * The nodes 0 … n−1 cut into ranges, one for each thread of a pass in which everybody reads all
 * edges and writes only at their own nodes. That needs no locks and no memory per thread, and the
 * rows it makes are the same for any number of ranges.
 */
final class NodeRanges {
  /** With more, each would mostly read edges that are not its own. */
  private static final int MOST = 16;

  /** Below this many edges one thread is done before another has started. */
  private static final int SMALL = 1 << 15;

  private final int[] bounds; // (ranges + 1) from 0 to n, never falls

  private NodeRanges(int[] bounds) {
    this.bounds = bounds;
  }

  /** Works at the nodes {@code from} to {@code to − 1}. */
  @FunctionalInterface
  interface Body {
    void run(int from, int to);
  }

  /** How many ranges a pass over {@code edges} edges is worth. */
  static int countFor(long edges) {
    return edges < SMALL ? 1 : Math.min(MOST, Rows.threads());
  }

  /**
   * Ranges with about equally many larger ends of edges, if node numbers are independent of
   * degrees.
   */
  static NodeRanges ofLargerEnds(int nodeCount, int count) {
    return cut(nodeCount, count, Math::sqrt);
  }

  /**
   * Ranges with about equally many smaller ends of edges, if node numbers are independent of
   * degrees.
   */
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

  /**
   * Runs {@code body} on every range. What the first failing range throws is thrown here as it was:
   * a fork-join pool would wrap it in another exception with another message.
   */
  void forEach(Body body) {
    int count = bounds.length - 1;
    AtomicReferenceArray<RuntimeException> failures = new AtomicReferenceArray<>(count);
    Rows.forEach(
        count,
        Long.MAX_VALUE,
        (first, last) -> {
          for (int r = first; r < last; r++) {
            try {
              body.run(bounds[r], bounds[r + 1]);
            } catch (RuntimeException e) {
              failures.set(r, e);
            }
          }
        });
    for (int r = 0; r < count; r++) {
      RuntimeException failure = failures.get(r);
      if (failure != null) {
        throw failure;
      }
    }
  }
}
