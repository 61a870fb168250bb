package io.github.wats.features;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.linalg.CsrPattern;
import io.github.wats.linalg.Rows;

/**
 * The terms {@code T_0 = x}, {@code T_1 = L̂ x}, {@code T_k = 2 L̂ T_(k−1) − T_(k−2)} of a signal
 * x, with {@code L̂ = L − I = −D^(−1/2) A D^(−1/2)}, and −1 on the diagonal for an isolated node.
 * They do not depend on scale or coefficients, so a sweep over those computes them once.
 *
 * <p>The recurrence runs on {@code t_k = D^(−1/2) T_k}, for which it reads {@code t_k = −2 D^(−1) A
 * t_(k−1) − t_(k−2)}: the inner loop only adds up neighbors. No Laplacian is built; time is one
 * pass over the edges per order, memory (n × (order + 1)).
 */
public final class ChebyshevTerms {
  private final double[] roots; // (n) sqrt(degree), 1 for an isolated node
  private final double[][] scaled; // (order + 1) × (n): t_k = T_k / roots

  private ChebyshevTerms(double[] roots, double[][] scaled) {
    this.roots = roots;
    this.scaled = scaled;
  }

  /** The terms of the signal {@code x} (n) up to {@code order}. */
  public static ChebyshevTerms of(Graph graph, double[] x, int order) {
    Check.argument(order >= 1, "order must be at least 1, got %d", order);
    Check.argument(
        x.length == graph.nodeCount(),
        "the signal must have one value per node: %d, got %d",
        graph.nodeCount(),
        x.length);
    int n = graph.nodeCount();
    double[] roots = new double[n];
    double[][] scaled = new double[order + 1][n];
    for (int i = 0; i < n; i++) {
      roots[i] = Math.sqrt(Math.max(1, graph.degree(i)));
      scaled[0][i] = x[i] / roots[i];
    }
    CsrPattern adjacency = graph.adjacency();
    for (int k = 1; k <= order; k++) {
      addTerm(adjacency, scaled, k);
    }
    return new ChebyshevTerms(roots, scaled);
  }

  /** The terms of {@code ln(1 + degree)}. */
  public static ChebyshevTerms of(Graph graph, Signal signal, int order) {
    double[] x = new double[graph.nodeCount()];
    for (int i = 0; i < x.length; i++) {
      x[i] = signal.of(graph.degree(i));
    }
    return of(graph, x, order);
  }

  private static void addTerm(CsrPattern adjacency, double[][] scaled, int k) {
    double[] newer = scaled[k - 1];
    double[] next = scaled[k];
    double[] older = k >= 2 ? scaled[k - 2] : next; // all zero still
    double factor = k >= 2 ? -2 : -1;
    Rows.forEach(
        next.length,
        (long) adjacency.entryCount() + next.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            int degree = adjacency.rowLength(i);
            double mean = degree == 0 ? newer[i] : adjacency.rowSum(i, newer) / degree;
            next[i] = factor * mean - older[i];
          }
        });
  }

  public int nodeCount() {
    return roots.length;
  }

  public int order() {
    return scaled.length - 1;
  }

  /** {@code T_k} at {@code node}. */
  public double get(int node, int k) {
    return roots[node] * scaled[k][node];
  }
}
