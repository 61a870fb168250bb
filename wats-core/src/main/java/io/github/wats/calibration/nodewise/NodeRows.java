package io.github.wats.calibration.nodewise;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Logits;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Rows of some nodes as floats, the form in which networks take them. */
final class NodeRows {
  private NodeRows() {}

  /** The logits as they are (nodes × C). */
  static DenseMatrix of(Logits logits, int[] nodes) {
    return minus(node -> 0, logits, nodes);
  }

  /**
   * The logits minus the largest of their row (nodes × C): the same softmax at any temperature, and
   * no digits lost in a float to a constant that all classes share.
   */
  static DenseMatrix centered(Logits logits, int[] nodes) {
    return minus(node -> logits.get(node, logits.predictedClass(node)), logits, nodes);
  }

  private static DenseMatrix minus(IntToDoubleFunction shift, Logits logits, int[] nodes) {
    DenseMatrix rows = DenseMatrix.zeros(nodes.length, logits.classCount());
    Rows.forEachRow(
        nodes.length,
        rows.array().length,
        r -> {
          double subtracted = shift.applyAsDouble(nodes[r]);
          for (int c = 0; c < logits.classCount(); c++) {
            rows.set(r, c, (float) (logits.get(nodes[r], c) - subtracted));
          }
        });
    return rows;
  }

  /** The nodes 0 … n−1. */
  static int[] all(int nodeCount) {
    return IntStream.range(0, nodeCount).toArray();
  }
}
