package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.linalg.CsrPattern;
import io.github.wats.linalg.Rows;
import java.util.Arrays;

/**
 * Builds a {@link Graph} from edges in any order and direction, with duplicates and self-loops.
 *
 * <p>Each edge is first stored once, at its smaller end (counting sort by row, then rows sorted and
 * duplicates dropped); going through those rows in order and writing each edge to both its ends
 * then gives sorted full rows without another sort. Time is linear apart from the row sorts.
 */
public final class GraphBuilder {
  /** Java arrays end a little below 2^31 entries. */
  static final long MOST_DIRECTED_EDGES = Integer.MAX_VALUE - 15L;

  private final int nodeCount;
  private int[] sources = new int[1024];
  private int[] targets = new int[1024];
  private int count;

  private GraphBuilder(int nodeCount) {
    Check.argument(nodeCount >= 0, "node count must not be negative, got %d", nodeCount);
    this.nodeCount = nodeCount;
  }

  /** A builder to add edges to one by one. */
  public static GraphBuilder withNodes(int nodeCount) {
    return new GraphBuilder(nodeCount);
  }

  /** Adds an edge; its direction does not matter, and a self-loop will be dropped. */
  public GraphBuilder edge(int source, int target) {
    checkEdge(source, target, nodeCount);
    if (count == sources.length) {
      int longer = (int) Math.min(MOST_DIRECTED_EDGES, count * 2L);
      Check.argument(longer > count, "a builder holds at most %d edges", MOST_DIRECTED_EDGES);
      sources = Arrays.copyOf(sources, longer);
      targets = Arrays.copyOf(targets, longer);
    }
    sources[count] = source;
    targets[count] = target;
    count++;
    return this;
  }

  public Graph build() {
    return build(
        nodeCount,
        consumer -> {
          for (int k = 0; k < count; k++) {
            consumer.accept(sources[k], targets[k]);
          }
        });
  }

  static Graph build(int nodeCount, EdgeSource edges) {
    int[] offsets = upperOffsets(nodeCount, edges);
    int[] upper = new int[offsets[nodeCount]];
    int[] next = offsets.clone();
    edges.forEach(
        (source, target) -> {
          if (source != target) {
            upper[next[Math.min(source, target)]++] = Math.max(source, target);
          }
        });
    int[] ends = sortedDistinct(offsets, upper);
    return mirror(nodeCount, offsets, ends, upper);
  }

  /** Where each row of the upper triangle starts, duplicates still counted. */
  private static int[] upperOffsets(int nodeCount, EdgeSource edges) {
    int[] offsets = new int[nodeCount + 1];
    long[] total = new long[1];
    edges.forEach(
        (source, target) -> {
          checkEdge(source, target, nodeCount);
          if (source != target) {
            offsets[Math.min(source, target) + 1]++;
            total[0]++;
          }
        });
    Check.argument(
        total[0] <= MOST_DIRECTED_EDGES,
        "a graph is built from at most %d edges, got %d",
        MOST_DIRECTED_EDGES,
        total[0]);
    for (int i = 0; i < nodeCount; i++) {
      offsets[i + 1] += offsets[i];
    }
    return offsets;
  }

  /** Sorts each row and drops repeats; returns the end of each row, rows keeping their starts. */
  private static int[] sortedDistinct(int[] offsets, int[] upper) {
    int[] ends = new int[offsets.length - 1];
    Rows.forEach(
        ends.length,
        upper.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            Arrays.sort(upper, offsets[i], offsets[i + 1]);
            int end = offsets[i];
            for (int k = offsets[i]; k < offsets[i + 1]; k++) {
              if (k == offsets[i] || upper[k] != upper[end - 1]) {
                upper[end++] = upper[k];
              }
            }
            ends[i] = end;
          }
        });
    return ends;
  }

  private static Graph mirror(int nodeCount, int[] starts, int[] ends, int[] upper) {
    int[] offsets = new int[nodeCount + 1];
    long directed = 0;
    for (int i = 0; i < nodeCount; i++) {
      directed += 2L * (ends[i] - starts[i]);
    }
    Check.argument(
        directed <= MOST_DIRECTED_EDGES,
        "a graph holds at most %d directed edges, got %d",
        MOST_DIRECTED_EDGES,
        directed);
    for (int i = 0; i < nodeCount; i++) {
      offsets[i + 1] += ends[i] - starts[i];
      for (int k = starts[i]; k < ends[i]; k++) {
        offsets[upper[k] + 1]++;
      }
    }
    for (int i = 0; i < nodeCount; i++) {
      offsets[i + 1] += offsets[i];
    }
    int[] targets = new int[(int) directed];
    int[] next = offsets.clone();
    for (int i = 0; i < nodeCount; i++) {
      for (int k = starts[i]; k < ends[i]; k++) {
        int j = upper[k];
        targets[next[i]++] = j;
        targets[next[j]++] = i;
      }
    }
    return Graph.trusted(CsrPattern.of(nodeCount, offsets, targets));
  }

  private static void checkEdge(int source, int target, int nodeCount) {
    if (source < 0 || source >= nodeCount || target < 0 || target >= nodeCount) {
      throw new IllegalArgumentException(
          "nodes must be in 0 … " + (nodeCount - 1) + ", got edge " + source + "-" + target);
    }
  }
}
