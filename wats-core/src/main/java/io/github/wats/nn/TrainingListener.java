package io.github.wats.nn;

import java.util.function.DoubleSupplier;

/** Hears of the progress of a training, on the thread that trains. */
@FunctionalInterface
public interface TrainingListener {
  /** Listens to nothing. */
  TrainingListener SILENT = (epoch, loss, validationAccuracy) -> {};

  /**
   * An epoch is done.
   *
   * @param epoch counted from 1
   * @param loss on the training nodes, with dropout, before the epoch's step
   * @param validationAccuracy computed when asked for, with a forward pass of its own: ask as often
   *     as you show it; NaN where no validation node has a label
   */
  void epochDone(int epoch, double loss, DoubleSupplier validationAccuracy);
}
