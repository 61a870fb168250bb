package io.github.wats.nn;

/** The loss is no longer a finite number: training has diverged. */
public final class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int epoch;

  public DivergedException(int epoch, double loss, double learningRate) {
    super(
        "the loss became "
            + loss
            + " in epoch "
            + epoch
            + ": a smaller learning rate than "
            + learningRate
            + " or smaller features may help");
    this.epoch = epoch;
  }

  /** The first epoch, counted from 1, whose loss was not finite. */
  public int epoch() {
    return epoch;
  }
}
