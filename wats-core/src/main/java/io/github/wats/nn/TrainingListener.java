package io.github.wats.nn;

import java.util.function.DoubleSupplier;

/** Is notified of the progress of training, on the thread that trains. */
@FunctionalInterface
public interface TrainingListener {
  /** Does nothing. */
  TrainingListener SILENT = (epoch, loss, validationAccuracy) -> {};

  /**
   * Called after each epoch.
   *
   * @param epoch counted from 1
   * @param loss on the training nodes, with dropout, before the epoch's step
   * @param validationAccuracy each call costs a forward pass; NaN if no validation node has a label
   */
  void epochDone(int epoch, double loss, DoubleSupplier validationAccuracy);
}
