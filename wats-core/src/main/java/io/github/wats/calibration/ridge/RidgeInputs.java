package io.github.wats.calibration.ridge;

import io.github.wats.features.NodeFeatures;
import io.github.wats.features.NodeInputs;
import io.github.wats.features.NodeView;
import io.github.wats.features.WaveletSettings;
import io.github.wats.internal.Softmax;
import java.util.List;
import java.util.Optional;

/**
 * What the ridges read of a node: wavelet features and {@code ln(1 + d)} (6), and with neighbors (M
 * × C) what those are predicted to be, {@code ctr ln(P1 + 0.01)}, {@code ctr ln(P2 + 0.01)}, {@code
 * ctr(avg(u) − u)}, then what they are known to be, {@code ln(1 + kt)}, {@code ln(1 + kc)}, {@code
 * ctr[ln((k2 + 0.1 p̃)/(m2 + 0.1)) − ln p̃]}. Here {@code u = ctr(z / T0)}, {@code p = softmax(u)},
 * P1 and P2 are the mean p of neighbors and the mean of those, kt and kc count the training and
 * validation neighbors of each class, and k2 is the probability that two random steps end at a
 * known label of each class other than the node's own, m2 its sum.
 *
 * @param classes C
 * @param temperature T0
 */
record RidgeInputs(int classes, double temperature, boolean neighbors, boolean readsLabels)
    implements NodeInputs {
  /** Five wavelet features and the degree. */
  static final int STRUCTURE = 6;

  private static final Structure WAVELETS =
      new Structure(NodeFeatures.WAVELET, WaveletSettings.of(STRUCTURE - 2, 0.4));

  private static final double MEAN_FLOOR = 0.01; // added to mean probabilities before ln
  private static final double SHARE_FLOOR = 0.02; // of p in p̃
  private static final double SHARE_WEIGHT = 0.1; // of p̃ against known labels

  /** Shares are multiples of this: rounding errors of a difference would tell a node's label. */
  private static final double SHARE_UNIT = 0x1p-36;

  /** Of the structure around a node alone. */
  static RidgeInputs ofStructure(int classes) {
    return new RidgeInputs(classes, 1, false, false);
  }

  @Override
  public Optional<Structure> structure() {
    return Optional.of(WAVELETS);
  }

  @Override
  public boolean readsDegree() {
    return true;
  }

  /** First p and u, then the means of p, the shares of labels, and 1/d. */
  @Override
  public List<Integer> rounds() {
    return neighbors ? List.of(2 * classes, readsLabels ? 2 * classes + 1 : classes) : List.of();
  }

  @Override
  public void writeRound(int round, NodeView node, double[] target, int start) {
    if (round == 0) {
      int u = start + classes;
      writeScores(node, target, u);
      System.arraycopy(target, u, target, start, classes);
      Softmax.rowInPlace(target, start, classes);
      return;
    }
    node.copyMeans(0, 0, classes, target, start);
    if (readsLabels && node.degree() > 0) {
      double[] counts = new double[2 * classes];
      node.countLabels(classes, counts, 0);
      double inverse = 1.0 / node.degree();
      for (int c = 0; c < classes; c++) {
        target[start + classes + c] = (counts[c] + counts[classes + c]) * inverse;
      }
      target[start + 2 * classes] = inverse;
    }
  }

  /** Writes {@code u = ctr(z / T0)} (C). */
  private void writeScores(NodeView node, double[] target, int start) {
    for (int c = 0; c < classes; c++) {
      target[start + c] = node.logit(c) / temperature;
    }
    center(target, start, classes);
  }

  @Override
  public int width() {
    return STRUCTURE + (neighbors ? (readsLabels ? 6 : 3) * classes : 0);
  }

  @Override
  public void write(NodeView node, double[] target, int start) {
    for (int k = 0; k < STRUCTURE - 1; k++) {
      target[start + k] = node.structural(k);
    }
    target[start + STRUCTURE - 1] = Math.log(1.0 + node.degree());
    if (neighbors) {
      writePredictions(node, target, start + STRUCTURE);
    }
    if (readsLabels) {
      writeLabels(node, target, start + STRUCTURE + 3 * classes);
    }
  }

  private void writePredictions(NodeView node, double[] target, int start) {
    int twice = start + classes;
    int difference = twice + classes;
    node.copyMeans(1, 0, classes, target, twice);
    node.copyMeans(0, classes, classes, target, difference);
    for (int c = 0; c < classes; c++) {
      target[start + c] = Math.log(node.own(1, c) + MEAN_FLOOR);
      target[twice + c] = Math.log(target[twice + c] + MEAN_FLOOR);
      target[difference + c] -= node.own(0, classes + c);
    }
    center(target, start, classes);
    center(target, twice, classes);
    center(target, difference, classes);
  }

  private void writeLabels(NodeView node, double[] target, int start) {
    int share = start + 2 * classes;
    for (int c = start; c < share; c++) {
      target[c] = 0;
    }
    node.countLabels(classes, target, start);
    for (int c = start; c < share; c++) {
      target[c] = target[c] == 0 ? 0 : Math.log(1 + target[c]);
    }
    node.copyMeans(1, classes, classes, target, share);
    if (node.label() != 0) { // each neighbor has counted it once
      double[] inverse = new double[1];
      node.copyMeans(1, 2 * classes, 1, inverse, 0);
      target[share + Math.abs(node.label()) - 1] -= inverse[0];
    }
    double total = 0;
    double floored = 0;
    for (int c = 0; c < classes; c++) {
      target[share + c] = Math.rint(target[share + c] / SHARE_UNIT) * SHARE_UNIT;
      total += target[share + c];
      floored += Math.max(node.own(0, c), SHARE_FLOOR);
    }
    if (total == 0) {
      return; // the share is p̃ itself: its row is 0
    }
    for (int c = 0; c < classes; c++) {
      double own = Math.max(node.own(0, c), SHARE_FLOOR) / floored;
      double mixed = (target[share + c] + SHARE_WEIGHT * own) / (total + SHARE_WEIGHT);
      target[share + c] = Math.log(mixed / own);
    }
    center(target, share, classes);
  }

  /** Subtracts the mean of {@code width} entries. */
  static void center(double[] values, int start, int width) {
    double sum = 0;
    for (int c = start; c < start + width; c++) {
      sum += values[c];
    }
    double mean = sum / width;
    for (int c = start; c < start + width; c++) {
      values[c] -= mean;
    }
  }
}
