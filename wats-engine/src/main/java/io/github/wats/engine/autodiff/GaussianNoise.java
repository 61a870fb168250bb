package io.github.wats.engine.autodiff;

import io.github.wats.internal.Seeds;

/** Independent standard normal numbers, drawn again in each training run; zeros in evaluation. */
public final class GaussianNoise extends Variable {
  private final long seed;

  public GaussianNoise(Tape tape, int rows, int columns, long seed) {
    super(tape, rows, columns);
    this.seed = seed;
  }

  @Override
  protected void forward() {
    boolean training = isTraining();
    long stream = Seeds.derive(seed, tape().step());
    forEntries(
        50,
        (from, to) -> {
          for (int e = from; e < to; e++) {
            valueArray()[e] = training ? (float) Initializers.normal(stream, e) : 0;
          }
        });
  }

  @Override
  protected void backward() {}
}
