package io.github.wats.engine.autodiff;

/** What a forward pass is for: dropout and noise act in training only. */
public enum Mode {
  TRAINING,
  EVALUATION
}
