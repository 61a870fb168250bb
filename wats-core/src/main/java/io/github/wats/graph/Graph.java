package io.github.wats.graph;

import io.github.wats.internal.Seeds;
import io.github.wats.matrix.SparsePattern;
import java.io.Serializable;
import java.util.Locale;

/**
 * A simple undirected graph on nodes 0 … n−1 in compressed sparse rows: no self-loops, no edge
 * twice, every edge stored in both directions. Immutable, safe to share between threads.
 */
public final class Graph implements Serializable {
  /** The distance of a node that no path, or no path short enough, leads to. */
  public static final int UNREACHED = -1;

  private static final long serialVersionUID = 1L;

  private final SparsePattern adjacency; // (n × n), symmetric, empty diagonal

  private Graph(SparsePattern adjacency) {
    this.adjacency = adjacency;
  }

  /** For builders that make symmetric rows by construction. */
  static Graph trusted(SparsePattern adjacency) {
    return new Graph(adjacency);
  }

  /**
   * The graph of the edges from each node i to the nodes {@code targets[offsets[i]]} to {@code
   * targets[offsets[i + 1] − 1]}, in any order and direction. Takes the arrays without a copy,
   * since they may be gigabytes, and may write to them: the caller gives them away.
   */
  public static Graph adoptRows(int[] offsets, int[] targets) {
    SparsePattern.checkOffsets(offsets, targets.length);
    return new RowSort(offsets, targets).sorted();
  }

  /** The graph of the edges {@code sources[k]}–{@code targets[k]}, in any order and direction. */
  public static Graph fromEdges(int nodeCount, int[] sources, int[] targets) {
    return GraphBuilder.build(nodeCount, EdgeSource.of(sources, targets));
  }

  /** The graph of all edges of a source, which is read twice. */
  public static Graph fromEdges(int nodeCount, EdgeSource edges) {
    return GraphBuilder.build(nodeCount, edges);
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

  /** How many neighbors these nodes have, added up. */
  public long neighborCount(int[] nodes) {
    return adjacency.entryCount(nodes);
  }

  /** The neighbor of {@code node} at {@code index}; neighbors are sorted. */
  public int neighbor(int node, int index) {
    return adjacency.column(adjacency.offset(node) + index);
  }

  public boolean hasEdge(int node, int other) {
    return adjacency.find(node, other) >= 0;
  }

  /**
   * Hops from each node to the nearest of {@code sources} along at most {@code mostHops} edges, or
   * {@link #UNREACHED}. Breadth-first search in O(n + m).
   */
  public int[] distancesFrom(int[] sources, int mostHops) {
    return Distances.from(this, sources, mostHops);
  }

  /** The adjacency matrix: loops over all edges go through this. */
  public SparsePattern adjacency() {
    return adjacency;
  }

  /**
   * Nodes, edges and a 64-bit hash of all rows, as text: tells equal graphs without keeping any.
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
