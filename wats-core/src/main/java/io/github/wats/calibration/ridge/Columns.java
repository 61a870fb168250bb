package io.github.wats.calibration.ridge;

/** The columns of a model on one graph before scaling, node by node. Safe to share by threads. */
interface Columns {
  /** Writes what multiplies u_i, without the constant of x0 (K − 1). */
  void writeNode(int node, double[] target, int start);

  /** Writes what is added to the logits (M × C). */
  void writeAdded(int node, double[] target, int start);

  /** Writes {@code u_i = z_i / T0} minus its mean (C). */
  void writeScores(int node, double[] target, int start);
}
