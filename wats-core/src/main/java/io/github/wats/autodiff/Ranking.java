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
   * The column of the largest entry of a row that is not yet {@code taken}; a row of NaN, which the
   * loss will show, is taken in order.
   *
   * @param taken one bit per column
   */
  static int largest(float[] values, int start, int width, long taken) {
    int best = -1;
    for (int j = 0; j < width; j++) {
      boolean free = (taken >>> j & 1) == 0;
      if (free && (best < 0 || values[start + j] > values[start + best])) {
        best = j;
      }
    }
    return best;
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
