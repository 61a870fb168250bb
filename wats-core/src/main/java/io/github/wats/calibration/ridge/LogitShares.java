package io.github.wats.calibration.ridge;

import io.github.wats.calibration.ridge.RidgeExplanation.Part;
import io.github.wats.internal.Softmax;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Computes the calibrated logits of nodes as the sum of what each part of the model adds, so that
 * an explanation is the computation itself. A worker for one thread.
 */
final class LogitShares {
  private final RidgeModel model;
  private final Columns columns;
  private final int classes;
  private final double[] scores; // (C) u
  private final double[] node; // (K) scaled, the first 1
  private final double[] added; // (M × C) scaled
  private final Map<Part, double[]> shares = new EnumMap<>(Part.class); // parts × (C)
  private final double[][] inOrder; // the same arrays

  LogitShares(RidgeModel model, Columns columns) {
    this.model = model;
    this.columns = columns;
    this.classes = model.layout().classCount();
    this.scores = new double[classes];
    this.node = new double[model.layout().nodeColumns()];
    this.added = new double[model.layout().classColumns() * classes];
    for (Part part : Part.values()) {
      shares.put(part, new double[classes]);
    }
    this.inOrder = shares.values().toArray(new double[0][]);
  }

  /** The share of each part in the logits of node i (C): live, until the next call. */
  Map<Part, double[]> of(int i) {
    columns.writeScores(i, scores, 0);
    node[0] = 1;
    columns.writeNode(i, node, 1);
    model.scaling().scaleNodeInPlace(node, 0);
    columns.writeAdded(i, added, 0);
    model.scaling().scaleAddedInPlace(added, 0, classes);
    writeMultiple(Part.TEMPERATURE, model.parameter(0));
    writeMultiple(Part.STRUCTURE, model.multiplier(Group.WAVE, node));
    writeMultiple(Part.CONFIDENCE, model.multiplier(Group.CONFIDENCE, node));
    writePerClass();
    writeAdded(Part.NEIGHBOR_PREDICTIONS, Group.DIFFUSION);
    writeAdded(Part.NEIGHBOR_LABELS, Group.LABELS);
    return shares;
  }

  /** Writes the softmax of the summed shares of node i (C). */
  void writeProbabilities(int i, double[] target, int start) {
    of(i);
    for (int c = 0; c < classes; c++) {
      double sum = 0;
      for (double[] share : inOrder) {
        sum += share[c];
      }
      target[start + c] = sum;
    }
    Softmax.rowInPlace(target, start, classes);
  }

  private void writeMultiple(Part part, double factor) {
    double[] share = share(part);
    for (int c = 0; c < classes; c++) {
      share[c] = factor * scores[c];
    }
  }

  private void writePerClass() {
    double[] share = share(Part.CLASS);
    int scale = model.layout().span(Group.SCALE).from();
    int bias = model.layout().span(Group.BIAS).from();
    for (int c = 0; c < classes; c++) {
      share[c] = model.parameter(scale + c) * scores[c] + model.parameter(bias + c);
    }
  }

  private void writeAdded(Part part, Group group) {
    double[] share = share(part);
    Arrays.fill(share, 0);
    if (!model.layout().has(group)) {
      return;
    }
    Layout.Span span = model.layout().span(group);
    for (int k = span.from(); k < span.to(); k++) {
      int column = (k - model.layout().nodeColumns()) * classes;
      for (int c = 0; c < classes; c++) {
        share[c] += model.parameter(k) * added[column + c];
      }
    }
  }

  private double[] share(Part part) {
    return Objects.requireNonNull(shares.get(part));
  }
}
