package io.github.wats.nn;

/** Training has diverged: the loss is not a finite number. */
public final class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DivergedException(int epoch, double loss, double learningRate) {
    super(
        "the loss became %s in epoch %s: a smaller learning rate than %s or smaller features may help"
            .formatted(loss, epoch, learningRate));
  }
}
