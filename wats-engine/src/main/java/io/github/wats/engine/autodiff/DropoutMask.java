package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;
import io.github.wats.internal.Rows;
import io.github.wats.internal.Seeds;

/**
 * Which entries dropout keeps. Entry e of a run is kept if 16 random bits, found from seed, run and
 * e alone, are below a limit: the same mask on any thread, and again in the backward pass without
 * being stored. Entries 4k to 4k + 3 share draw k of 64 bits.
 */
final class DropoutMask {
  /** The limit below which all bits are: nothing is dropped. */
  static final int ALL = 1 << 16;

  private final long seed;
  private final int limit; // keep if the bits are below

  DropoutMask(double rate, long seed) {
    Check.argument(rate >= 0 && rate < 1, "dropout must be in [0, 1), got %s", rate);
    this.seed = seed;
    this.limit = (int) Math.max(1, Math.round((1 - rate) * ALL));
  }

  /** What a kept entry is multiplied by: 1 / the exact probability to be kept. */
  float scale() {
    return (float) ALL / limit;
  }

  /** The stream of one training run. */
  long stream(long step) {
    return Seeds.derive(seed, step);
  }

  int limit() {
    return limit;
  }

  /** Drops entries of x in a training run of the tape, in parallel; else y is x. */
  void apply(Tape tape, float[] x, float[] y, boolean add) {
    int below = tape.isTraining() ? limit : ALL;
    if (below == ALL && !add) {
      System.arraycopy(x, 0, y, 0, y.length);
      return;
    }
    float scale = (float) ALL / below;
    long stream = stream(tape.step());
    Rows.forEach(
        y.length, 2L * y.length, (from, to) -> apply(stream, below, scale, x, y, from, to, add));
  }

  /** {@code y_e = scale · x_e} where entry e is kept, else 0; or added to what is there. */
  private static void apply(
      long stream, int limit, float scale, float[] x, float[] y, int from, int to, boolean add) {
    int e = from;
    while (e < to) {
      long bits = Seeds.bits(stream, e >>> 2) >>> (16 * (e & 3));
      int end = Math.min(to, (e | 3) + 1);
      for (; e < end; e++) {
        float kept = kept(scale * x[e], bits, limit);
        y[e] = add ? y[e] + kept : kept;
        bits >>>= 16;
      }
    }
  }

  /**
   * {@code value} if the lowest 16 bits are below {@code limit}, else 0, without a branch, which
   * random bits would send the wrong way.
   */
  static float kept(float value, long bits, int limit) {
    int mask = (((int) bits & 0xFFFF) - limit) >> 31;
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) & mask);
  }
}
