package io.github.wats.calibration.ridge;

import io.github.wats.calibration.internal.KnownLabels;
import io.github.wats.graph.Graph;
import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.matrix.SparsePattern;
import java.util.Arrays;

/** How many neighbors of each node have a known label of each class. */
final class LabelCounts implements Columns.CountedLabels {
  private final SparsePattern rows;
  private final int classCount;
  private final int[] codes; // (N) class + 1 of a training, −(class + 1) of a validation node
  private final double[] shares; // (N × C) counts over the degree

  private LabelCounts(SparsePattern rows, int classCount, int[] codes) {
    this.rows = rows;
    this.classCount = classCount;
    this.codes = codes;
    this.shares = new double[codes.length * classCount];
    Rows.forEachRow(codes.length, rows.entryCount() + (long) shares.length, this::computeShares);
  }

  private void computeShares(int node) {
    int row = node * classCount;
    for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
      int code = codes[rows.column(k)];
      if (code != 0) {
        shares[row + Math.abs(code) - 1]++;
      }
    }
    double inverse = 1.0 / rows.rowLength(node);
    for (int c = row; c < row + classCount; c++) {
      shares[c] = shares[c] == 0 ? 0 : shares[c] * inverse;
    }
  }

  /** The counts of {@code known} on their graph, which is not checked. */
  static LabelCounts of(KnownLabels known, Graph home, int classCount) {
    int[] codes = new int[home.nodeCount()];
    for (int k = 0; k < known.count(); k++) {
      int node = known.nodes()[k];
      Check.argument(node < codes.length, "a known label is of node %d, beyond the graph", node);
      int code = known.classes()[k] + 1;
      codes[node] = k < known.trainingCount() ? code : -code;
    }
    return new LabelCounts(home.adjacency(), classCount, codes);
  }

  @Override
  public void writeLogCounts(int node, double[] target, int start) {
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

  @Override
  public double writeTwoSteps(int node, double[] target, int start) {
    Columns.writeMeans(rows, shares, classCount, node, target, start);
    if (codes[node] != 0) {
      int own = Math.abs(codes[node]) - 1;
      target[start + own] = twoStepsWithoutOwn(node, own);
    }
    double sum = 0;
    for (int c = start; c < start + classCount; c++) {
      sum += target[c];
    }
    return sum;
  }

  /** The same for the class of the node: each neighbor has counted the node once. */
  private double twoStepsWithoutOwn(int node, int own) {
    double sum = 0;
    for (int k = rows.offset(node); k < rows.offset(node + 1); k++) {
      int neighbor = rows.column(k);
      int degree = rows.rowLength(neighbor);
      double count = Math.rint(shares[neighbor * classCount + own] * degree); // exact
      sum += (count - 1) * (1.0 / degree);
    }
    return sum / Math.max(1, rows.rowLength(node));
  }
}
