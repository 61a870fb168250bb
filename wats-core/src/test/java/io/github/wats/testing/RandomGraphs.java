package io.github.wats.testing;

import io.github.wats.graph.Graph;
import java.util.SplittableRandom;

/** Seeded random graphs and naive dense twins for tests of laws. */
public final class RandomGraphs {
  private RandomGraphs() {}

  /** {@code edges} random pairs, among them self-loops and repeats, which the graph drops. */
  public static Graph uniform(int nodes, int edges, long seed) {
    int[][] pairs = pairs(nodes, edges, seed);
    return Graph.fromEdges(nodes, pairs[0], pairs[1]);
  }

  /** Random sources and targets. */
  public static int[][] pairs(int nodes, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[][] pairs = new int[2][edges];
    for (int k = 0; k < edges; k++) {
      pairs[0][k] = random.nextInt(nodes);
      pairs[1][k] = random.nextInt(nodes);
    }
    return pairs;
  }

  /** The adjacency matrix in full. */
  public static boolean[][] dense(Graph graph) {
    int n = graph.nodeCount();
    boolean[][] dense = new boolean[n][n];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < graph.degree(i); k++) {
        dense[i][graph.neighbor(i, k)] = true;
      }
    }
    return dense;
  }
}
