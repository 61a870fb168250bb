package io.github.wats.autodiff;

import io.github.wats.internal.Seeds;
import java.util.Arrays;

/** Independent standard normal draws, new ones in each training run; zeros in evaluation. */
public final class NormalNoise extends Variable {
  private final long seed;

  public NormalNoise(Tape tape, int rows, int columns, long seed) {
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
    forEntries(10, (from, to) -> Initializers.normal(stream, valueArray(), from, to));
  }

  @Override
  protected void backward() {}
}
