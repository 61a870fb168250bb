package io.github.wats.graph;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * Some nodes of a graph and all edges between them, renumbered from 0 in the order they had, and
 * the mapping to the old numbers. Immutable.
 */
public final class Subgraph {
  private static final int LEFT_OUT = -1;

  private final Graph graph;
  private final int[] oldNodes; // (new n) sorted

  private Subgraph(Graph graph, int[] oldNodes) {
    this.graph = graph;
    this.oldNodes = oldNodes;
  }

  /** The subgraph on {@code nodes}, which must rise. */
  public static Subgraph of(Graph graph, int[] nodes) {
    int[] oldNodes = nodes.clone();
    int[] newNodes = newNumbers(graph.nodeCount(), oldNodes);
    return new Subgraph(inducedGraph(graph, oldNodes, newNodes), oldNodes);
  }

  /** The connected component with the most nodes, the one with the smallest node among equals. */
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
          "nodes must rise, got %d after %d",
          node,
          k == 0 ? -1 : oldNodes[k - 1]);
      newNodes[node] = k;
    }
    return newNodes;
  }

  /** Numbers keep their order, so rows stay sorted and edges stay stored both ways. */
  private static Graph inducedGraph(Graph graph, int[] oldNodes, int[] newNodes) {
    SparsePattern old = graph.adjacency();
    int[] offsets = new int[oldNodes.length + 1];
    for (int i = 0; i < oldNodes.length; i++) {
      int kept = 0;
      for (int k = old.offset(oldNodes[i]); k < old.offset(oldNodes[i] + 1); k++) {
        kept += newNodes[old.column(k)] == LEFT_OUT ? 0 : 1;
      }
      offsets[i + 1] = offsets[i] + kept;
    }
    int[] targets = new int[offsets[oldNodes.length]];
    Rows.forEachRow(
        oldNodes.length,
        targets.length,
        i -> {
          int next = offsets[i];
          for (int k = old.offset(oldNodes[i]); k < old.offset(oldNodes[i] + 1); k++) {
            int j = newNodes[old.column(k)];
            if (j != LEFT_OUT) {
              targets[next++] = j;
            }
          }
        });
    return Graph.trusted(SparsePattern.wrap(oldNodes.length, offsets, targets));
  }

  /** The graph on the new numbers. */
  public Graph graph() {
    return graph;
  }

  /** The old number of each node of the subgraph, sorted: a copy. */
  public int[] oldNodes() {
    return oldNodes.clone();
  }

  @Override
  public String toString() {
    return "Subgraph[" + graph + "]";
  }
}
