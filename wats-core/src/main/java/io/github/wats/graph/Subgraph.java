package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * The induced subgraph on some nodes of a graph, renumbered from 0 in the same order, and the old
 * number of each node. Immutable.
 */
public final class Subgraph {
  private static final int LEFT_OUT = -1;

  private final Graph graph;
  private final int[] oldNodes; // (new n) sorted

  private Subgraph(Graph graph, int[] oldNodes) {
    this.graph = graph;
    this.oldNodes = oldNodes;
  }

  /** The subgraph on {@code nodes}, which must be in ascending order. */
  public static Subgraph of(Graph graph, int[] nodes) {
    int[] oldNodes = nodes.clone();
    int[] newNodes = newNumbers(graph.nodeCount(), oldNodes);
    return new Subgraph(inducedGraph(graph, oldNodes, newNodes), oldNodes);
  }

  /** The connected component with the most nodes; on ties the one with the smallest node. */
  public static Subgraph largestComponent(Graph graph) {
    Components components = Components.of(graph);
    return of(graph, components.count() == 0 ? new int[0] : components.nodes(components.largest()));
  }

  private static int[] newNumbers(int oldCount, int[] oldNodes) {
    int[] newNodes = new int[oldCount];
    Arrays.fill(newNodes, LEFT_OUT);
    for (int k = 0; k < oldNodes.length; k++) {
      int node = oldNodes[k];
      Check.argument(
          node >= 0 && node < oldCount, "nodes must be in 0 … %d, got %d", oldCount - 1, node);
      Check.argument(
          k == 0 || node > oldNodes[k - 1],
          "nodes must be in ascending order, got %d after %d",
          node,
          k == 0 ? -1 : oldNodes[k - 1]);
      newNodes[node] = k;
    }
    return newNodes;
  }

  /** Nodes keep their order, so rows stay sorted. */
  private static Graph inducedGraph(Graph graph, int[] oldNodes, int[] newNodes) {
    SparsePattern old = graph.adjacency();
    int[] offsets = new int[oldNodes.length + 1];
    int[] targets = new int[(int) graph.neighborCount(oldNodes)];
    int next = 0;
    for (int i = 0; i < oldNodes.length; i++) {
      for (int k = old.offset(oldNodes[i]); k < old.offset(oldNodes[i] + 1); k++) {
        int j = newNodes[old.column(k)];
        if (j != LEFT_OUT) {
          targets[next++] = j;
        }
      }
      offsets[i + 1] = next;
    }
    int[] kept = next == targets.length ? targets : Arrays.copyOf(targets, next);
    return new Graph(SparsePattern.wrap(oldNodes.length, offsets, kept));
  }

  /** The graph on the new numbers. */
  public Graph graph() {
    return graph;
  }

  /** The old number of each node of the subgraph, sorted: a copy. */
  public int[] oldNodes() {
    return oldNodes.clone();
  }
}
