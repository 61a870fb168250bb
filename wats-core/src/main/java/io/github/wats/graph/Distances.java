package io.github.wats.graph;

import io.github.wats.internal.Check;
import java.util.Arrays;

/** Hops to the nearest of some nodes, by breadth-first search in O(n + m). */
final class Distances {
  private Distances() {}

  /**
   * Hops from each node to the nearest of {@code sources}, looking at most {@code mostHops} far:
   * nodes farther away are {@link Graph#UNREACHED}.
   */
  static int[] from(Graph graph, int[] sources, int mostHops) {
    Check.argument(mostHops >= 0, "most hops must not be negative, got %d", mostHops);
    int n = graph.nodeCount();
    int[] distance = new int[n];
    Arrays.fill(distance, Graph.UNREACHED);
    int[] queue = new int[n];
    int end = 0;
    for (int source : sources) {
      Check.argument(source >= 0 && source < n, "sources must be in 0 … %d, got %d", n - 1, source);
      if (distance[source] == Graph.UNREACHED) {
        distance[source] = 0;
        queue[end++] = source;
      }
    }
    for (int head = 0; head < end && distance[queue[head]] < mostHops; head++) {
      int i = queue[head];
      for (int k = 0; k < graph.degree(i); k++) {
        int j = graph.neighbor(i, k);
        if (distance[j] == Graph.UNREACHED) {
          distance[j] = distance[i] + 1;
          queue[end++] = j;
        }
      }
    }
    return distance;
  }
}
