package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.Layout.Group;
import io.github.wats.features.NodeColumns;
import io.github.wats.internal.Softmax;
import io.github.wats.prediction.Logits;

/**
 * The rows of a model before scaling, from a node's logits and the columns of {@link RidgeInputs},
 * of a pair those of {@link io.github.wats.calibration.internal.PairInputs}. Not thread-safe.
 */
final class ModelRows {
  private static final double ENTROPY_FLOOR = Math.log(1e-12); // of ln p

  private final Logits logits;
  private final NodeColumns columns;
  private final Layout layout;
  private final double temperature;
  private final double[] inputs; // (6 + M · C) of one node
  private final double[] probabilities; // (C) softmax(u) of one node

  ModelRows(Logits logits, NodeColumns columns, Layout layout, double temperature) {
    this.logits = logits;
    this.columns = columns;
    this.layout = layout;
    this.temperature = temperature;
    this.inputs = new double[columns.width()];
    this.probabilities = new double[layout.classCount()];
  }

  /**
   * Writes the row of node i.
   *
   * @param u {@code ctr(z_i / T0)} (C)
   * @param node what multiplies u (K), the first 1
   * @param added what is added to the logits (M × C)
   */
  void write(int i, double[] u, int uStart, double[] node, int start, double[] added, int from) {
    int classes = layout.classCount();
    logits.copyRow(i, u, uStart);
    for (int c = uStart; c < uStart + classes; c++) {
      u[c] /= temperature;
    }
    RidgeInputs.center(u, uStart, classes);
    columns.write(i, inputs, 0);
    node[start] = 1;
    int structure = layout.ofPairs() ? layout.span(Group.ENDS).width() : RidgeInputs.STRUCTURE;
    System.arraycopy(inputs, 0, node, start + 1, structure);
    if (layout.ofPairs()) {
      for (int m = 0; m < inputs.length; m++) {
        added[from + 2 * m] = 0;
        added[from + 2 * m + 1] = inputs[m];
      }
    } else {
      int width = layout.classColumns() * classes; // without labels the first of those with
      System.arraycopy(inputs, structure, added, from, width);
    }
    int next = start + 1 + structure;
    if (layout.has(Group.PREDICTED)) {
      for (int c = 0; c < classes; c++) {
        node[next + c] = c == logits.predictedClass(i) ? 1 : 0;
      }
    } else {
      writeConfidence(u, uStart, node, next);
    }
  }

  /** The largest p, and {@code −Σ p ln p / ln C}, where ln p is u plus a shift for all classes. */
  private void writeConfidence(double[] u, int start, double[] target, int place) {
    int classes = probabilities.length;
    System.arraycopy(u, start, probabilities, 0, classes);
    Softmax.rowInPlace(probabilities, 0, classes);
    int top = 0;
    for (int c = 1; c < classes; c++) {
      top = probabilities[c] > probabilities[top] ? c : top;
    }
    double shift = Math.log(probabilities[top]) - u[start + top];
    double sum = 0;
    for (int c = 0; c < classes; c++) {
      sum -= probabilities[c] * Math.max(u[start + c] + shift, ENTROPY_FLOOR);
    }
    target[place] = probabilities[top];
    target[place + 1] = classes == 1 ? 0 : sum / Math.log(classes);
  }
}
