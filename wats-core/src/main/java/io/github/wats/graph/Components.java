package io.github.wats.graph;

import java.util.Arrays;

/**
 * The connected components of a graph, numbered in the order of their smallest nodes. Found by
 * breadth-first search in O(n + m). Immutable.
 */
final class Components {
  private final int[] componentOf; // (n)
  private final int[] sizes; // (components)

  private Components(int[] componentOf, int[] sizes) {
    this.componentOf = componentOf;
    this.sizes = sizes;
  }

  static Components of(Graph graph) {
    int n = graph.nodeCount();
    int[] componentOf = new int[n];
    Arrays.fill(componentOf, -1);
    int[] sizes = new int[16];
    int[] queue = new int[n];
    int count = 0;
    for (int start = 0; start < n; start++) {
      if (componentOf[start] < 0) {
        if (count == sizes.length) {
          sizes = Arrays.copyOf(sizes, 2 * count);
        }
        sizes[count] = flood(graph, start, count, componentOf, queue);
        count++;
      }
    }
    return new Components(componentOf, Arrays.copyOf(sizes, count));
  }

  /** Marks everything reachable from {@code start} and returns how many nodes that are. */
  private static int flood(Graph graph, int start, int mark, int[] componentOf, int[] queue) {
    componentOf[start] = mark;
    queue[0] = start;
    int end = 1;
    for (int head = 0; head < end; head++) {
      int i = queue[head];
      for (int k = 0; k < graph.degree(i); k++) {
        int j = graph.neighbor(i, k);
        if (componentOf[j] < 0) {
          componentOf[j] = mark;
          queue[end++] = j;
        }
      }
    }
    return end;
  }

  int count() {
    return sizes.length;
  }

  /** The number of the component of {@code node}. */
  int componentOf(int node) {
    return componentOf[node];
  }

  /** How many nodes {@code component} has. */
  int size(int component) {
    return sizes[component];
  }

  /** The number of the component with the most nodes, the first of equals; −1 without nodes. */
  int largest() {
    int best = -1;
    for (int c = 0; c < sizes.length; c++) {
      if (best < 0 || sizes[c] > sizes[best]) {
        best = c;
      }
    }
    return best;
  }

  /** The nodes of {@code component}, sorted. */
  int[] nodes(int component) {
    int[] nodes = new int[sizes[component]];
    int next = 0;
    for (int i = 0; i < componentOf.length; i++) {
      if (componentOf[i] == component) {
        nodes[next++] = i;
      }
    }
    return nodes;
  }

  @Override
  public String toString() {
    return "Components[" + count() + " of " + componentOf.length + " nodes]";
  }
}
