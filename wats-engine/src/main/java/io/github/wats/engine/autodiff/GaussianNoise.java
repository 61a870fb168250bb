package io.github.wats.engine.autodiff;

import io.github.wats.internal.Seeds;
import java.util.Arrays;

/** Independent standard normal numbers, drawn again in each training run; zeros in evaluation. */
public final class GaussianNoise extends Variable {
  private final long seed;

  public GaussianNoise(Tape tape, int rows, int columns, long seed) {
    super(tape, rows, columns);
    this.seed = seed;
  }

  @Override
  protected void forward() {
    if (!isTraining()) {
      Arrays.fill(valueArray(), 0);
      return;
    }
    long stream = Seeds.derive(seed, tape().step());
    float[] draws = valueArray();
    forEntries(
        50,
        (from, to) -> {
          for (int e = from; e < to; e++) {
            draws[e] = (float) Initializers.normal(stream, e);
          }
        });
  }

  @Override
  protected void backward() {}
}
