package io.github.wats.calibration.ridge;

import io.github.wats.graph.Graph;
import io.github.wats.linalg.CsrPattern;
import io.github.wats.linalg.Rows;
import java.util.Arrays;

/**
 * How many known labels of each class a node's neighbors have. Counts are whole numbers, so a
 * node's own label can be taken out of what its neighbors saw without a trace.
 */
final class LabelCounts {
  private final CsrPattern rows;
  private final int classCount;
  private final int[] codes; // (N) class + 1 of a training node, −(class + 1) of a calibration node
  private final int[] counts; // (N × C) known labels among the neighbors

  LabelCounts(Graph graph, int classCount, int[] codes) {
    this.rows = graph.adjacency();
    this.classCount = classCount;
    this.codes = codes;
    this.counts = new int[codes.length * classCount];
    Rows.forEach(
        codes.length,
        rows.entryCount() + (long) codes.length,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            count(i);
          }
        });
  }

  private void count(int node) {
    for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
      int code = codes[rows.column(k)];
      if (code != 0) {
        counts[node * classCount + Math.abs(code) - 1]++;
      }
    }
  }

  /** Writes {@code ln(1 + kt)} (C) and {@code ln(1 + kc)} (C) of the node. */
  void logCounts(int node, double[] target, int start) {
    Arrays.fill(target, start, start + 2 * classCount, 0);
    for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
      int code = codes[rows.column(k)];
      if (code > 0) {
        target[start + code - 1]++;
      } else if (code < 0) {
        target[start + classCount - code - 1]++;
      }
    }
    for (int c = start; c < start + 2 * classCount; c++) {
      if (target[c] != 0) {
        target[c] = Math.log(1 + target[c]);
      }
    }
  }

  /**
   * Writes {@code k2} (C): the chance that two random steps from the node end at a known label of
   * each class, its own left out. Returns their sum {@code m2}.
   */
  double twoSteps(int node, double[] target, int start) {
    Arrays.fill(target, start, start + classCount, 0);
    int degree = rows.rowLength(node);
    int own = Math.abs(codes[node]) - 1;
    for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
      int neighbor = rows.column(k);
      double inverse = 1.0 / rows.rowLength(neighbor);
      int row = neighbor * classCount;
      for (int c = 0; c < classCount; c++) {
        int count = counts[row + c] - (c == own ? 1 : 0);
        target[start + c] += count * inverse;
      }
    }
    double sum = 0;
    for (int c = start; c < start + classCount; c++) {
      target[c] /= Math.max(1, degree);
      sum += target[c];
    }
    return sum;
  }
}
