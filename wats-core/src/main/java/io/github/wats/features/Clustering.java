package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Local clustering: {@code triangles through v / (d (d−1) / 2)}, 0 where d < 2.
 *
 * <p>Triangles are counted by the forward method (Schank, Wagner 2005): every edge points to its
 * end of higher degree, so no node has more than √(2m) outgoing edges, and each triangle is found
 * once, at its lowest node. O(m √m) time in the worst case, O(n + m) memory.
 */
final class Clustering {
  private Clustering() {}

  static double[] of(Graph graph) {
    long[] triangles = triangles(graph);
    double[] clustering = new double[triangles.length];
    for (int i = 0; i < clustering.length; i++) {
      double degree = graph.degree(i);
      clustering[i] = degree < 2 ? 0 : triangles[i] / (degree * (degree - 1) / 2);
    }
    return clustering;
  }

  /** The number of triangles through each node. */
  private static long[] triangles(Graph graph) {
    int n = graph.nodeCount();
    Upward upward = Upward.of(graph);
    Queue<Counter> idle = new ConcurrentLinkedQueue<>();
    Queue<Counter> all = new ConcurrentLinkedQueue<>();
    Rows.forEach(
        n,
        n + 8L * upward.targets.length,
        (from, to) -> {
          Counter counter = idle.poll();
          if (counter == null) {
            counter = new Counter(upward, n);
            all.add(counter);
          }
          for (int u = from; u < to; u++) {
            counter.countFrom(u);
          }
          idle.add(counter);
        });
    // Integers: the sum does not depend on the order or on which thread counted what.
    long[] triangles = new long[n];
    for (Counter counter : all) {
      for (int i = 0; i < n; i++) {
        triangles[i] += counter.found[i];
      }
    }
    return triangles;
  }

  /** Each edge once, at its end of lower degree (of lower number among equals). */
  private record Upward(int[] offsets, int[] targets) { // (n + 1), (m)
    static Upward of(Graph graph) {
      SparsePattern adjacency = graph.adjacency();
      int n = graph.nodeCount();
      int[] offsets = new int[n + 1];
      int[] targets = new int[graph.edgeCount()];
      int next = 0;
      for (int u = 0; u < n; u++) {
        for (int e = adjacency.offset(u); e < adjacency.offset(u + 1); e++) {
          int v = adjacency.column(e);
          int difference = adjacency.rowLength(v) - adjacency.rowLength(u);
          if (difference > 0 || (difference == 0 && v > u)) {
            targets[next++] = v;
          }
        }
        offsets[u + 1] = next;
      }
      return new Upward(offsets, targets);
    }
  }

  /** The working memory of one thread. */
  private static final class Counter {
    private final Upward upward;
    private final long[] marks; // one bit per node: small enough for the L1 or L2 cache
    private final long[] found; // (n)

    Counter(Upward upward, int n) {
      this.upward = upward;
      this.marks = new long[n / Long.SIZE + 1];
      this.found = new long[n];
    }

    /** Counts the triangles u, v, w with u lowest: v and w above u, w above v. */
    void countFrom(int u) {
      int[] offsets = upward.offsets;
      int[] targets = upward.targets;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        marks[targets[e] >>> 6] |= 1L << targets[e];
      }
      long atLowest = 0;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        int v = targets[e];
        long atMiddle = 0;
        for (int f = offsets[v]; f < offsets[v + 1]; f++) {
          int w = targets[f];
          if ((marks[w >>> 6] & (1L << w)) != 0) {
            found[w]++;
            atMiddle++;
          }
        }
        found[v] += atMiddle;
        atLowest += atMiddle;
      }
      found[u] += atLowest;
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        marks[targets[e] >>> 6] = 0;
      }
    }
  }
}
