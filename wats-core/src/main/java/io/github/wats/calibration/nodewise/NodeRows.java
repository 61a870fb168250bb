package io.github.wats.calibration.nodewise;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Logits;

/** Rows of some nodes as floats, the form in which networks take them. */
final class NodeRows {
  private NodeRows() {}

  /** The logits as they are (nodes × C). */
  static DenseMatrix of(Logits logits, int[] nodes) {
    DenseMatrix rows = DenseMatrix.zeros(nodes.length, logits.classCount());
    Rows.forEach(
        nodes.length,
        rows.array().length,
        (from, to) -> {
          for (int r = from; r < to; r++) {
            for (int c = 0; c < logits.classCount(); c++) {
              rows.set(r, c, (float) logits.get(nodes[r], c));
            }
          }
        });
    return rows;
  }

  /**
   * The logits minus the largest of their row (nodes × C): the same softmax at any temperature, and
   * no digits lost in a float to a constant that all classes share.
   */
  static DenseMatrix centered(Logits logits, int[] nodes) {
    DenseMatrix rows = DenseMatrix.zeros(nodes.length, logits.classCount());
    for (int r = 0; r < nodes.length; r++) {
      double top = logits.get(nodes[r], logits.predictedClass(nodes[r]));
      for (int c = 0; c < logits.classCount(); c++) {
        rows.set(r, c, (float) (logits.get(nodes[r], c) - top));
      }
    }
    return rows;
  }

  /** The nodes 0 … n−1. */
  static int[] all(int nodeCount) {
    int[] nodes = new int[nodeCount];
    for (int i = 0; i < nodeCount; i++) {
      nodes[i] = i;
    }
    return nodes;
  }
}
