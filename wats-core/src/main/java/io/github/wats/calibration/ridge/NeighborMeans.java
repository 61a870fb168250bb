package io.github.wats.calibration.ridge;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;

/** {@code avg(M) = D⁻¹ A M}, but a node without neighbors keeps its own row of M. */
final class NeighborMeans {
  private static final int BLOCK = 4;

  private NeighborMeans() {}

  /** The means of all nodes (N × width). */
  static double[] of(Graph graph, double[] values, int width) {
    double[] means = new double[values.length];
    long work = ((long) graph.adjacency().entryCount() + graph.nodeCount()) * width;
    Rows.forEach(
        graph.nodeCount(),
        work,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            ofNode(graph, values, width, i, means, i * width);
          }
        });
    return means;
  }

  /** Writes the means of one node (width) to {@code target} from {@code start} on. */
  static void ofNode(
      Graph graph, double[] values, int width, int node, double[] target, int start) {
    SparsePattern rows = graph.adjacency();
    int degree = rows.rowLength(node);
    if (degree == 0) {
      System.arraycopy(values, node * width, target, start, width);
      return;
    }
    int c = 0;
    for (; c + BLOCK <= width; c += BLOCK) {
      meansOfFour(rows, values, width, node, c, target, start + c);
    }
    for (; c < width; c++) {
      double sum = 0;
      for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
        sum += values[rows.column(k) * width + c];
      }
      target[start + c] = sum / degree;
    }
  }

  /** The means of the columns {@code first} to {@code first + 3}, whose sums stay in registers. */
  private static void meansOfFour(
      SparsePattern rows,
      double[] values,
      int width,
      int node,
      int first,
      double[] target,
      int to) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int end = rows.offset(node + 1);
    for (int k = rows.offset(node); k < end; k++) {
      int place = rows.column(k) * width + first;
      sum0 += values[place];
      sum1 += values[place + 1];
      sum2 += values[place + 2];
      sum3 += values[place + 3];
    }
    int degree = rows.rowLength(node);
    target[to] = sum0 / degree;
    target[to + 1] = sum1 / degree;
    target[to + 2] = sum2 / degree;
    target[to + 3] = sum3 / degree;
  }
}
