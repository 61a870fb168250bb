package io.github.wats.graph;

import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * Makes a graph of rows that list neighbors in any order, with repeats and self-loops. Rows are
 * sorted in place; if they then hold every edge in both directions, they are the graph, and nothing
 * was copied. Otherwise {@link EdgeSort} builds it from all entries.
 */
final class RowSort {
  private final int nodeCount;
  private final int[] offsets; // (n + 1)
  private final int[] targets; // (entries)

  RowSort(int[] offsets, int[] targets) {
    this.nodeCount = offsets.length - 1;
    this.offsets = offsets;
    this.targets = targets;
  }

  Graph sorted() {
    int[] lengths = sortRows();
    long kept = Arrays.stream(lengths).asLongStream().sum();
    SparsePattern rows =
        kept == targets.length
            ? SparsePattern.wrap(nodeCount, offsets, targets)
            : compacted(lengths);
    return holdsEdgesBothWays(rows)
        ? new Graph(rows)
        : Graph.fromEdges(nodeCount, new RowEdges(rows));
  }

  /** Sorts each row and drops repeats and self-loops; returns how many entries each row keeps. */
  private int[] sortRows() {
    int[] lengths = new int[nodeCount];
    NodeRanges.forEachBlock(
        nodeCount,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            lengths[i] = sortRow(i);
          }
        });
    return lengths;
  }

  private int sortRow(int i) {
    int start = offsets[i];
    int end = offsets[i + 1];
    if (isSimple(i)) {
      return end - start;
    }
    Arrays.sort(targets, start, end);
    if (start < end) {
      EdgeSort.checkEdge(i, targets[start], nodeCount);
      EdgeSort.checkEdge(i, targets[end - 1], nodeCount);
    }
    int next = start;
    for (int k = start; k < end; k++) {
      int j = targets[k];
      if (j != i && (next == start || j != targets[next - 1])) {
        targets[next++] = j;
      }
    }
    return next - start;
  }

  /** Whether row {@code i} is strictly ascending, within the nodes and without {@code i}. */
  private boolean isSimple(int i) {
    int previous = -1;
    for (int k = offsets[i]; k < offsets[i + 1]; k++) {
      int j = targets[k];
      if (j <= previous || j == i) {
        return false;
      }
      previous = j;
    }
    return previous < nodeCount;
  }

  private SparsePattern compacted(int[] lengths) {
    int[] starts = new int[nodeCount + 1];
    for (int i = 0; i < nodeCount; i++) {
      System.arraycopy(targets, offsets[i], targets, starts[i], lengths[i]);
      starts[i + 1] = starts[i] + lengths[i];
    }
    return SparsePattern.wrap(nodeCount, starts, Arrays.copyOf(targets, starts[nodeCount]));
  }

  /**
   * Goes through the upper triangle in order. By the time row i is reached, each smaller node that
   * lists i must have found itself next in row i, so that what is left of the row is larger than i.
   */
  private static boolean holdsEdgesBothWays(SparsePattern rows) {
    int n = rows.rowCount();
    int[] next = new int[n]; // (n) the first entry of each row that is not yet found
    Arrays.setAll(next, rows::offset);
    for (int i = 0; i < n; i++) {
      int end = rows.offset(i + 1);
      if (next[i] < end && rows.column(next[i]) < i) {
        return false;
      }
      for (int k = next[i]; k < end; k++) {
        int j = rows.column(k);
        if (next[j] == rows.offset(j + 1) || rows.column(next[j]) != i) {
          return false;
        }
        next[j]++;
      }
    }
    return true;
  }

  /** Every entry as an edge from its row to its column. */
  private record RowEdges(SparsePattern rows) implements EdgeSource {
    @Override
    public void forEach(EdgeConsumer consumer) {
      for (int i = 0; i < rows.rowCount(); i++) {
        for (int k = rows.offset(i); k < rows.offset(i + 1); k++) {
          consumer.accept(i, rows.column(k));
        }
      }
    }

    @Override
    public int readers() {
      return NodeRanges.countFor(rows.entryCount());
    }
  }
}
