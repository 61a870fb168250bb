package io.github.wats.features;

import io.github.wats.graph.Graph;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Functions of the degree, computed once for each degree that occurs. */
final class DegreeTable {
  private DegreeTable() {}

  /** The value at each node (n). */
  static double[] perNode(Graph graph, IntToDoubleFunction function) {
    int n = graph.nodeCount();
    int largest = 0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, graph.degree(i));
    }
    double[] values = new double[largest + 1]; // (degrees), NaN where not computed yet
    Arrays.fill(values, Double.NaN);
    double[] result = new double[n];
    for (int i = 0; i < n; i++) {
      int degree = graph.degree(i);
      if (Double.isNaN(values[degree])) {
        values[degree] = function.applyAsDouble(degree);
      }
      result[i] = values[degree];
    }
    return result;
  }
}
