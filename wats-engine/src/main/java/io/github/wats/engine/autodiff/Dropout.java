package io.github.wats.engine.autodiff;

/**
 * Inverted dropout (Srivastava et al., JMLR 2014): in training each entry is kept with probability
 * 1 − rate and then multiplied by 1 / (1 − rate), else 0; in evaluation nothing happens.
 */
final class Dropout extends Variable {
  private final Variable x;
  private final DropoutMask mask;

  Dropout(Variable x, double rate, long seed) {
    super(x.rows(), x.columns(), x);
    this.x = x;
    this.mask = new DropoutMask(rate, seed);
  }

  @Override
  protected void forward() {
    mask.apply(tape(), x.valueArray(), valueArray(), false);
  }

  @Override
  protected void backward() {
    boolean add = x.addsToGradient();
    mask.apply(tape(), gradientArray(), x.gradientArray(), add);
  }
}
