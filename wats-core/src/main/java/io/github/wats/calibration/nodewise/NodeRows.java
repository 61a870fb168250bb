package io.github.wats.calibration.nodewise;

import io.github.wats.internal.Rows;
import io.github.wats.matrix.DenseMatrix;
import io.github.wats.prediction.Logits;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Rows of some nodes as floats, the form in which networks take them. */
final class NodeRows {
  /**
   * Products of larger numbers leave the range of floats, in the squares of gradients first. Logits
   * of a network that was trained are below 1000.
   */
  static final double LARGEST = 1e8;

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
            double value = logits.get(nodes[r], c) - subtracted;
            if (!(Math.abs(value) <= LARGEST)) {
              throw tooLarge(Math.abs(value) > Math.abs(subtracted) ? value : subtracted, nodes[r]);
            }
            rows.set(r, c, (float) value);
          }
        });
    return rows;
  }

  private static IllegalArgumentException tooLarge(double value, int node) {
    return new IllegalArgumentException(
        "a network needs logits in ±1e8, got %s at node %s; ts and ets take any"
            .formatted(value, node));
  }

  /** The nodes 0 … n−1. */
  static int[] all(int nodeCount) {
    return IntStream.range(0, nodeCount).toArray();
  }
}
