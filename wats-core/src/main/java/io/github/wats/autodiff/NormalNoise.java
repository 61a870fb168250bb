package io.github.wats.autodiff;

import io.github.wats.internal.Seeds;

/** Independent standard normal draws, new ones in each training run; zeros in evaluation. */
public final class NormalNoise extends Variable {
  private final long seed;

  public NormalNoise(Tape tape, int rows, int columns, long seed) {
    super(tape, rows, columns);
    this.seed = seed;
  }

  @Override
  protected void forward() {
    float[] to = valueArray();
    long stream = Seeds.derive(seed, tape().step());
    boolean training = isTraining();
    forEntries(
        30,
        (from, end) -> {
          for (int e = from; e < end; e++) {
            to[e] = training ? (float) Initializers.normal(stream, e) : 0;
          }
        });
  }

  @Override
  protected void backward() {}
}
