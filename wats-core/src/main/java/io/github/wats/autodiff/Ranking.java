package io.github.wats.autodiff;

import io.github.wats.internal.Check;

/** The largest entries of a row, the first of equals before the others. */
final class Ranking {
  private Ranking() {}

  /** Sets of columns are held in the bits of a long. */
  static void checkWidth(Variable x) {
    Check.argument(
        x.columns() <= Long.SIZE,
        "rows are ranked in at most %d columns, got %s",
        Long.SIZE,
        x.value());
  }

  /**
   * The column of the largest entry of a row that is not yet {@code taken}; NaN, which the loss
   * will show, is above all others. Entries are compared as whole numbers with the column in the
   * last bits, without branches, which noise would send the wrong way.
   *
   * @param taken one bit per column
   */
  static int largest(float[] values, int start, int width, long taken) {
    long best = Long.MIN_VALUE;
    for (int j = 0; j < width; j++) {
      int bits = Float.floatToIntBits(values[start + j] + 0f); // −0 counts as 0, any NaN is one NaN
      int rising = bits ^ ((bits >> 31) & Integer.MAX_VALUE); // rises with the value
      long key = ((long) rising << 6) | (Long.SIZE - 1 - j);
      long free = (taken >>> j & 1) - 1; // all ones, or 0 if taken
      best = Math.max(best, (key & free) | (Long.MIN_VALUE & ~free));
    }
    return Long.SIZE - 1 - (int) (best & (Long.SIZE - 1));
  }

  /** One bit per column, set for the {@code count} largest entries of a row. */
  static long top(float[] values, int start, int width, int count) {
    long taken = 0;
    for (int k = 0; k < count; k++) {
      taken |= 1L << largest(values, start, width, taken);
    }
    return taken;
  }
}
