package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.internal.Seeds;
import io.github.wats.matrix.SparsePattern;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Locale;

/**
 * A simple undirected graph on nodes 0 … n−1 in compressed sparse rows: no self-loops, no edge
 * twice, every edge stored in both directions. Immutable, safe to share between threads.
 */
public final class Graph implements Serializable {
  /** The distance of a node that cannot be reached, or not within the maximum number of hops. */
  public static final int UNREACHED = -1;

  private static final long serialVersionUID = 1L;

  private final SparsePattern adjacency; // (n × n), symmetric, empty diagonal

  /** Not checked: for builders whose rows are symmetric by construction. */
  Graph(SparsePattern adjacency) {
    this.adjacency = adjacency;
  }

  /**
   * The graph of the edges from each node i to the nodes {@code targets[offsets[i]]} to {@code
   * targets[offsets[i + 1] − 1]}, in any order and direction. Takes the arrays without a copy,
   * since they may be gigabytes, and may write to them: do not use them afterwards.
   */
  public static Graph adoptRows(int[] offsets, int[] targets) {
    SparsePattern.checkOffsets(offsets, targets.length);
    return new RowSort(offsets, targets).sorted();
  }

  /** The graph of the edges {@code sources[k]}–{@code targets[k]}, in any order and direction. */
  public static Graph fromEdges(int nodeCount, int[] sources, int[] targets) {
    return fromEdges(nodeCount, EdgeSource.of(sources, targets));
  }

  /** The graph of all edges of a source, which is read twice. */
  public static Graph fromEdges(int nodeCount, EdgeSource edges) {
    Check.argument(nodeCount >= 0, "node count must not be negative, got %d", nodeCount);
    return new EdgeSort(nodeCount, edges, GraphBuilder.MOST_DIRECTED_EDGES).sorted();
  }

  public int nodeCount() {
    return adjacency.rowCount();
  }

  /** The number of undirected edges. */
  public int edgeCount() {
    return adjacency.entryCount() / 2;
  }

  public int degree(int node) {
    return adjacency.rowLength(node);
  }

  /** The sum of the degrees of {@code nodes}. */
  public long neighborCount(int[] nodes) {
    return Arrays.stream(nodes).mapToLong(this::degree).sum();
  }

  /** Neighbor number {@code index} of {@code node}, in ascending order from 0. */
  public int neighbor(int node, int index) {
    return adjacency.column(adjacency.offset(node) + index);
  }

  public boolean hasEdge(int node, int other) {
    return adjacency.find(node, other) >= 0;
  }

  /**
   * The number of hops from the nearest of {@code sources} to each node, {@link #UNREACHED} where
   * that is more than {@code maxHops}. Breadth-first search in O(n + m).
   */
  public int[] distancesFrom(int[] sources, int maxHops) {
    Check.argument(maxHops >= 0, "maximum number of hops must not be negative, got %d", maxHops);
    int n = nodeCount();
    int[] distance = new int[n];
    Arrays.fill(distance, UNREACHED);
    int[] queue = new int[n];
    int end = 0;
    for (int source : sources) {
      Check.argument(source >= 0 && source < n, "sources must be in 0 … %d, got %d", n - 1, source);
      if (distance[source] == UNREACHED) {
        distance[source] = 0;
        queue[end++] = source;
      }
    }
    for (int head = 0; head < end && distance[queue[head]] < maxHops; head++) {
      int i = queue[head];
      for (int k = 0; k < degree(i); k++) {
        int j = neighbor(i, k);
        if (distance[j] == UNREACHED) {
          distance[j] = distance[i] + 1;
          queue[end++] = j;
        }
      }
    }
    return distance;
  }

  /** The adjacency matrix, for loops over all edges. */
  public SparsePattern adjacency() {
    return adjacency;
  }

  /**
   * Number of nodes, number of edges and a 64-bit hash of all rows, as text: identifies a graph
   * without storing it.
   */
  public String fingerprint() {
    long hash = Seeds.derive(nodeCount(), "graph");
    for (int i = 0; i < adjacency.rowCount(); i++) {
      hash = Seeds.bits(hash, adjacency.rowLength(i));
    }
    for (int k = 0; k < adjacency.entryCount(); k++) {
      hash = hash * 0x9E3779B97F4A7C15L + adjacency.column(k);
    }
    return String.format(Locale.ROOT, "%d-%d-%016x", nodeCount(), edgeCount(), Seeds.bits(hash, 0));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Graph that && adjacency.equals(that.adjacency);
  }

  @Override
  public int hashCode() {
    return adjacency.hashCode();
  }

  @Override
  public String toString() {
    return "Graph[" + nodeCount() + " nodes, " + edgeCount() + " edges]";
  }
}
