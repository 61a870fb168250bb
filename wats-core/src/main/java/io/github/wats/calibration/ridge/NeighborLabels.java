package io.github.wats.calibration.ridge;

/** Whether the known labels of neighbors may inform a node's probabilities. */
public enum NeighborLabels {
  /** Labels of training and calibration nodes do, a node's own never. */
  USE,

  /** None does: labels have an effect only through the fit on the calibration nodes. */
  IGNORE
}
