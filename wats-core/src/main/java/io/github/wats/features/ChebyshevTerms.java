package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;

/**
 * The terms {@code T_0 = x}, {@code T_1 = L̂ x}, {@code T_k = 2 L̂ T_(k−1) − T_(k−2)} of a signal
 * x, with {@code L̂ = L − I = −D^(−1/2) A D^(−1/2)}, and −1 on the diagonal for an isolated node.
 *
 * <p>The recurrence runs on {@code t_k = D^(−1/2) T_k}, for which it reads {@code t_k = −2 D^(−1) A
 * t_(k−1) − t_(k−2)}: the inner loop only adds up neighbors. No Laplacian is built; time is one
 * pass over the edges per order, memory (n × (order + 1)).
 *
 * @param roots sqrt(degree), 1 for an isolated node (n)
 * @param scaled {@code t_k = T_k / roots} (order + 1 × n)
 */
record ChebyshevTerms(double[] roots, double[][] scaled) {
  /** The terms of the signal {@code x} (n) up to {@code order}. */
  static ChebyshevTerms of(Graph graph, double[] x, int order) {
    Check.argument(
        x.length == graph.nodeCount(),
        "the signal must have one value per node: %d, got %d",
        graph.nodeCount(),
        x.length);
    Check.argument(order >= 1, "k must be at least 1, got %d", order);
    double[] roots = new double[x.length];
    double[][] scaled = new double[order + 1][x.length];
    for (int i = 0; i < x.length; i++) {
      roots[i] = Math.sqrt(Math.max(1, graph.degree(i)));
      scaled[0][i] = x[i] / roots[i];
    }
    SparsePattern adjacency = graph.adjacency();
    int[] rows = RowOrder.of(adjacency);
    for (int k = 1; k <= order; k++) {
      double[] older = k >= 2 ? scaled[k - 2] : scaled[1]; // still zero
      Term term = new Term(adjacency, rows, k >= 2 ? -2 : -1, scaled[k - 1], older, scaled[k]);
      Rows.forEach(x.length, (long) adjacency.entryCount() + x.length, term);
    }
    return new ChebyshevTerms(roots, scaled);
  }

  /**
   * One step of the recurrence: {@code next = factor D^(−1) A newer − older}.
   *
   * @param rows the order in which to process them; empty for their own
   */
  private record Term(
      SparsePattern adjacency,
      int[] rows,
      double factor,
      double[] newer,
      double[] older,
      double[] next)
      implements Rows.Block {
    @Override
    public void run(int from, int to) {
      for (int r = from; r < to; r++) {
        int i = rows.length == 0 ? r : rows[r];
        int degree = adjacency.rowLength(i);
        double mean = degree == 0 ? newer[i] : adjacency.rowSum(i, newer) / degree;
        next[i] = factor * mean - older[i];
      }
    }
  }

  /** {@code T_k} at {@code node}. */
  double get(int node, int k) {
    return roots[node] * scaled[k][node];
  }

  /** Writes {@code weights[k] T_k} at {@code node} to {@code row} and returns its L1 norm. */
  double weigh(int node, double[] weights, double[] row) {
    double norm = 0;
    for (int k = 0; k < weights.length; k++) {
      double value = weights[k] * (roots[node] * scaled[k][node]);
      row[k] = value;
      norm += Math.abs(value);
    }
    return norm;
  }
}
