package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.internal.Heap;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sorts edges into the rows of a simple undirected graph in O(n + edges), comparing nothing:
 *
 * <ol>
 *   <li>each edge goes to the list of its larger end, which is a counting sort;
 *   <li>going through those lists in order and writing each larger end to the row of the smaller
 *       one gives sorted rows in which duplicates are adjacent and removed: the upper triangle;
 *   <li>going through the upper triangle in order in the same way gives the lower one.
 * </ol>
 *
 * <p>At most two arrays are held at a time: the lists with the upper triangle, then the upper
 * triangle with the finished rows. For edges given both ways that is 1.5 times the finished graph.
 *
 * <p>In every pass {@code starts[i + 1]} is where row i starts; writing an entry moves it on, so
 * that it ends as where row i + 1 starts.
 */
record EdgeSort(int nodeCount, EdgeSource edges, long maxEntries) {
  /**
   * Lists of nodes, one per node: {@code entries[offsets[i]]} to {@code entries[offsets[i + 1] −
   * 1]}. The array {@code spare} is free to be overwritten.
   */
  private record Lists(int[] offsets, int[] entries, int[] spare) {}

  Graph sorted() {
    return bothTriangles(upperTriangle(smallerEndsByLarger()));
  }

  /** For each node the smaller neighbors its edges lead to, in any order and with repeats. */
  private Lists smallerEndsByLarger() {
    int[] starts = new int[nodeCount + 1];
    LongAdder total = new LongAdder();
    NodeRanges.ofLargerEnds(nodeCount, edges.readers())
        .forEach((from, to) -> total.add(countLargerEnds(from, to, starts)));
    Check.argument(
        total.sum() <= maxEntries,
        "a graph is built from at most %d edges, got %d",
        maxEntries,
        total.sum());
    // the lists, and at least half as much for the upper triangle
    checkMemory(total.sum() * 3 / 2 + 3L * nodeCount, total.sum());
    int[] entries = new int[accumulate(starts)];
    NodeRanges.ofStarts(starts, entries.length, edges.readers())
        .forEach(
            (from, to) ->
                edges.forEach(
                    (source, target) -> {
                      int larger = Math.max(source, target);
                      if (larger >= from && larger < to && source != target) {
                        entries[starts[larger + 1]++] = Math.min(source, target);
                      }
                    }));
    return new Lists(starts, entries, entries);
  }

  private void checkMemory(long numbers, long edgeCount) {
    String work = "a graph of %,d nodes from %,d edges";
    Heap.require(Integer.BYTES * numbers, work, nodeCount, edgeCount);
  }

  private long countLargerEnds(int from, int to, int[] counts) {
    long[] total = new long[1];
    edges.forEach(
        (source, target) -> {
          checkEdge(source, target, nodeCount);
          int larger = Math.max(source, target);
          if (larger >= from && larger < to && source != target) {
            counts[larger + 1]++;
            total[0]++;
          }
        });
    return total[0];
  }

  /** For each node its larger neighbors, sorted and distinct. */
  private Lists upperTriangle(Lists smaller) {
    int ranges = NodeRanges.countFor(smaller.entries.length);
    int[] starts = new int[nodeCount + 1];
    int[] latest = new int[nodeCount]; // the latest larger end, 0 for none: that is never larger
    NodeRanges.ofSmallerEnds(nodeCount, ranges)
        .forEach(
            (from, to) -> {
              for (int j = 0; j < nodeCount; j++) {
                for (int k = smaller.offsets[j]; k < smaller.offsets[j + 1]; k++) {
                  int i = smaller.entries[k];
                  if (i >= from && i < to && latest[i] != j) {
                    latest[i] = j;
                    starts[i + 1]++;
                  }
                }
              }
            });
    int[] entries = new int[accumulate(starts)];
    Arrays.fill(latest, 0);
    NodeRanges.ofStarts(starts, entries.length, ranges)
        .forEach(
            (from, to) -> {
              for (int j = 0; j < nodeCount; j++) {
                for (int k = smaller.offsets[j]; k < smaller.offsets[j + 1]; k++) {
                  int i = smaller.entries[k];
                  if (i >= from && i < to && latest[i] != j) {
                    latest[i] = j;
                    entries[starts[i + 1]++] = j;
                  }
                }
              }
            });
    // If every edge was given once in each direction, this array has the size of all rows and is
    // used again. Any other must be released here, or it would stay in memory beside them.
    boolean fits = smaller.spare.length == 2L * entries.length;
    return new Lists(starts, entries, fits ? smaller.spare : new int[0]);
  }

  private Graph bothTriangles(Lists upper) {
    long entryCount = 2L * upper.entries.length;
    Check.argument(
        entryCount <= maxEntries,
        "a graph holds at most %d directed edges, got %d",
        maxEntries,
        entryCount);
    int ranges = NodeRanges.countFor(entryCount);
    int[] starts = new int[nodeCount + 1];
    NodeRanges.ofLargerEnds(nodeCount, ranges)
        .forEach((from, to) -> countBothEnds(upper, from, to, starts));
    accumulate(starts);
    boolean spare = upper.spare.length == entryCount;
    if (!spare) {
      checkMemory(entryCount, upper.entries.length);
    }
    int[] targets = spare ? upper.spare : new int[(int) entryCount];
    NodeRanges.ofStarts(starts, targets.length, ranges)
        .forEach((from, to) -> writeRows(upper, from, to, starts, targets));
    return new Graph(SparsePattern.wrap(nodeCount, starts, targets));
  }

  private void countBothEnds(Lists upper, int from, int to, int[] counts) {
    for (int j = from; j < to; j++) {
      counts[j + 1] += upper.offsets[j + 1] - upper.offsets[j];
    }
    for (int i = 0; i < to; i++) {
      int end = upper.offsets[i + 1];
      for (int k = firstAtLeast(from, upper, i); k < end && upper.entries[k] < to; k++) {
        counts[upper.entries[k] + 1]++;
      }
    }
  }

  /** Writes the rows {@code from} to {@code to − 1}: first smaller neighbors, then larger ones. */
  private void writeRows(Lists upper, int from, int to, int[] starts, int[] targets) {
    for (int i = 0; i < to; i++) {
      int end = upper.offsets[i + 1];
      for (int k = firstAtLeast(from, upper, i); k < end && upper.entries[k] < to; k++) {
        targets[starts[upper.entries[k] + 1]++] = i;
      }
    }
    for (int j = from; j < to; j++) {
      int length = upper.offsets[j + 1] - upper.offsets[j];
      System.arraycopy(upper.entries, upper.offsets[j], targets, starts[j + 1], length);
      starts[j + 1] += length;
    }
  }

  /** The first entry of row {@code i} that is {@code node} or larger, or the end of the row. */
  private static int firstAtLeast(int node, Lists lists, int i) {
    if (node <= i) {
      return lists.offsets[i];
    }
    int place = Arrays.binarySearch(lists.entries, lists.offsets[i], lists.offsets[i + 1], node);
    return place < 0 ? -place - 1 : place;
  }

  /** Turns counts at i + 1 into starts at i + 1, and returns their sum. */
  private static int accumulate(int[] counts) {
    int sum = 0;
    for (int i = 1; i < counts.length; i++) {
      int count = counts[i];
      counts[i] = sum;
      sum += count;
    }
    return sum;
  }

  static void checkEdge(int source, int target, int nodeCount) {
    if (source < 0 || source >= nodeCount || target < 0 || target >= nodeCount) {
      throw new IllegalArgumentException(
          "nodes must be in 0 … " + (nodeCount - 1) + ", got edge " + source + "-" + target);
    }
  }
}
