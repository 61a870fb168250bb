package io.github.wats.features;

import io.github.wats.graph.Graph;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** Functions of the degree, computed once for each degree that occurs. */
final class DegreeTable {
  private DegreeTable() {}

  /** The value at each node (n). */
  static double[] perNode(Graph graph, IntToDoubleFunction function) {
    double[] values = {}; // (degrees), NaN where not computed yet
    double[] result = new double[graph.nodeCount()];
    for (int i = 0; i < result.length; i++) {
      int degree = graph.degree(i);
      if (degree >= values.length) {
        int size = values.length;
        values = Arrays.copyOf(values, Math.max(degree + 1, 2 * size));
        Arrays.fill(values, size, values.length, Double.NaN);
      }
      if (Double.isNaN(values[degree])) {
        values[degree] = function.applyAsDouble(degree);
      }
      result[i] = values[degree];
    }
    return result;
  }
}
