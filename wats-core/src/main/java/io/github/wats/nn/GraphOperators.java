package io.github.wats.nn;

import io.github.wats.autodiff.SparseOperator;
import io.github.wats.graph.Graph;
import io.github.wats.linalg.CsrMatrix;
import io.github.wats.linalg.CsrPattern;

/** The matrices a network passes messages with. */
public final class GraphOperators {
  private GraphOperators() {}

  /**
   * {@code D̃^(−1/2) (A + I) D̃^(−1/2)} with {@code D̃ = D + I} (Kipf, Welling, ICLR 2017), or
   * without self-loops {@code D^(−1/2) A D^(−1/2)}, where the row of an isolated node is zero.
   */
  public static SparseOperator gcn(Graph graph, boolean selfLoops) {
    CsrPattern pattern = selfLoops ? withSelfLoops(graph) : graph.adjacency();
    float[] values = new float[pattern.entryCount()];
    for (int i = 0; i < pattern.rowCount(); i++) {
      double own = pattern.rowLength(i);
      for (int k = pattern.offset(i); k < pattern.offset(i + 1); k++) {
        values[k] = (float) (1 / Math.sqrt(own * pattern.rowLength(pattern.column(k))));
      }
    }
    return SparseOperator.symmetric(CsrMatrix.of(pattern, values));
  }

  /** The adjacency of the graph with one self-loop per node. */
  public static CsrPattern withSelfLoops(Graph graph) {
    CsrPattern adjacency = graph.adjacency();
    int n = graph.nodeCount();
    int[] offsets = new int[n + 1];
    int[] columns = new int[adjacency.entryCount() + n];
    int next = 0;
    for (int i = 0; i < n; i++) {
      int k = adjacency.offset(i);
      int end = adjacency.offset(i + 1);
      for (; k < end && adjacency.column(k) < i; k++) {
        columns[next++] = adjacency.column(k);
      }
      columns[next++] = i;
      for (; k < end; k++) {
        columns[next++] = adjacency.column(k);
      }
      offsets[i + 1] = next;
    }
    return CsrPattern.of(n, offsets, columns);
  }
}
