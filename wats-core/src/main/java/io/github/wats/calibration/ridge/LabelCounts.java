package io.github.wats.calibration.ridge;

import io.github.wats.graph.Graph;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/**
 * How many known labels of each class a node's neighbors have. Counts are whole numbers, so a
 * node's own label can be taken out of what its neighbors saw without a trace.
 */
final class LabelCounts {
  private static final int BLOCK = 4;

  private final SparsePattern rows;
  private final int classCount;
  private final int[] codes; // (N) class + 1 of a training node, −(class + 1) of a calibration node
  private final double[] inverses; // (N) 1/d, read for nodes with neighbors alone
  private final int[] counts; // (N × C) known labels among the neighbors

  LabelCounts(Graph graph, int classCount, int[] codes) {
    this.rows = graph.adjacency();
    this.classCount = classCount;
    this.codes = codes;
    this.counts = new int[codes.length * classCount];
    this.inverses = new double[codes.length];
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
    inverses[node] = 1.0 / rows.rowLength(node);
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
    int own = Math.abs(codes[node]) - 1;
    int c = 0;
    for (; c + BLOCK <= classCount; c += BLOCK) {
      twoStepsToFour(node, c, target, start + c);
    }
    for (; c < classCount; c++) {
      target[start + c] = twoSteps(node, c, 0);
    }
    if (own >= 0) {
      target[start + own] = twoSteps(node, own, 1);
    }
    int degree = Math.max(1, rows.rowLength(node));
    double sum = 0;
    for (c = start; c < start + classCount; c++) {
      target[c] /= degree;
      sum += target[c];
    }
    return sum;
  }

  /** {@code Σ_j (counts_j − omitted)/d_j} over the neighbors, for one class. */
  private double twoSteps(int node, int label, int omitted) {
    double sum = 0;
    for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
      int neighbor = rows.column(k);
      sum += (counts[neighbor * classCount + label] - omitted) * inverses[neighbor];
    }
    return sum;
  }

  /** {@code Σ_j counts_j/d_j} for four classes, whose sums stay in registers. */
  private void twoStepsToFour(int node, int first, double[] target, int to) {
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int end = rows.offset(node + 1);
    for (int k = rows.offset(node); k < end; k++) {
      int neighbor = rows.column(k);
      int place = neighbor * classCount + first;
      double inverse = inverses[neighbor];
      sum0 += counts[place] * inverse;
      sum1 += counts[place + 1] * inverse;
      sum2 += counts[place + 2] * inverse;
      sum3 += counts[place + 3] * inverse;
    }
    target[to] = sum0;
    target[to + 1] = sum1;
    target[to + 2] = sum2;
    target[to + 3] = sum3;
  }
}
