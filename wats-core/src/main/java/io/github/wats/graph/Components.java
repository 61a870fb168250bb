package io.github.wats.graph;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The connected components of a graph, numbered in the order of their smallest nodes. Found by
 * breadth-first search in O(n + m).
 *
 * @param componentOf the number of the component of each node (n)
 * @param sizes the number of nodes of each component
 */
record Components(int[] componentOf, int[] sizes) {
  static Components of(Graph graph) {
    int n = graph.nodeCount();
    int[] componentOf = new int[n];
    Arrays.fill(componentOf, -1);
    int[] sizes = new int[n];
    int[] queue = new int[n];
    int count = 0;
    for (int start = 0; start < n; start++) {
      if (componentOf[start] < 0) {
        sizes[count] = flood(graph, start, count, componentOf, queue);
        count++;
      }
    }
    return new Components(componentOf, Arrays.copyOf(sizes, count));
  }

  /** Marks every node reachable from {@code start} and returns their number. */
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

  /** The number of the component with the most nodes, the first on ties; −1 without nodes. */
  int largest() {
    return IntStream.range(0, sizes.length)
        .reduce((a, b) -> sizes[b] > sizes[a] ? b : a)
        .orElse(-1);
  }

  /** The nodes of {@code component}, sorted. */
  int[] nodes(int component) {
    return IntStream.range(0, componentOf.length)
        .filter(i -> componentOf[i] == component)
        .toArray();
  }
}
