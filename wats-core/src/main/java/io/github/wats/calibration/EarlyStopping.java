package io.github.wats.calibration;

/** Which nodes' loss decides when a fit by gradient steps ends and which parameters are kept. */
public enum EarlyStopping {
  /**
   * The nodes the network was trained on, as the authors of GATS and WATS do. The network has seen
   * their labels, so this keeps temperatures that are too small; needed to repeat published tables.
   */
  TRAINING_NODES,

  /** A fifth of the calibration nodes, which then do not take part in the fit. */
  HELD_OUT,

  /** None: all epochs are run and the last parameters kept. */
  NONE
}
