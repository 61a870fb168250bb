package io.github.wats.graph;

import io.github.wats.internal.Check;
import java.util.Arrays;

/**
 * Builds a {@link Graph} from edges added one by one, in any order and direction; duplicates and
 * self-loops are dropped. For edges that are already in arrays, {@link Graph#fromEdges} needs no
 * copy.
 */
public final class GraphBuilder {
  /** The maximum number of directed edges: Java arrays end a little below 2^31 entries. */
  public static final long MOST_DIRECTED_EDGES = Integer.MAX_VALUE - 15L;

  private final int nodeCount;
  private int[] sources = new int[1024];
  private int[] targets = new int[1024];
  private int count;

  private GraphBuilder(int nodeCount) {
    Check.argument(nodeCount >= 0, "node count must not be negative, got %d", nodeCount);
    this.nodeCount = nodeCount;
  }

  /** A builder of a graph with nodes 0 … nodeCount−1. */
  public static GraphBuilder withNodes(int nodeCount) {
    return new GraphBuilder(nodeCount);
  }

  /** Adds an edge; its direction does not matter. */
  public GraphBuilder edge(int source, int target) {
    EdgeSort.checkEdge(source, target, nodeCount);
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
    return Graph.fromEdges(nodeCount, new ArrayEdges(sources, targets, count));
  }
}
