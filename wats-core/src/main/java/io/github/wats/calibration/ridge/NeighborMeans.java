package io.github.wats.calibration.ridge;

import io.github.wats.graph.Graph;
import io.github.wats.linalg.CsrPattern;
import io.github.wats.linalg.Rows;
import java.util.Arrays;

/** {@code avg(M) = D⁻¹ A M}, but a node without neighbors keeps its own row of M. */
final class NeighborMeans {
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
    CsrPattern rows = graph.adjacency();
    int degree = rows.rowLength(node);
    if (degree == 0) {
      System.arraycopy(values, node * width, target, start, width);
      return;
    }
    Arrays.fill(target, start, start + width, 0);
    for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
      int row = rows.column(k) * width;
      for (int c = 0; c < width; c++) {
        target[start + c] += values[row + c];
      }
    }
    for (int c = 0; c < width; c++) {
      target[start + c] /= degree;
    }
  }
}
