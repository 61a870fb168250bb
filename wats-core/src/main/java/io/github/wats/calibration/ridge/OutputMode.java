package io.github.wats.calibration.ridge;

/** Whether the ridge may change what a node is predicted to be. */
public enum OutputMode {
  /**
   * No predicted class changes. Where the model prefers another class, the predicted one keeps the
   * model's probability for it (at least 1/C) and the others are capped just below.
   */
  KEEP_CLASS,

  /** The model's own probabilities: the class may change, usually for the better. */
  FREE
}
