package io.github.wats.engine.autodiff;

import io.github.wats.internal.Check;

/** The largest entries of a row, the first of equals before the others. */
final class Ranking {
  /** The columns of a row are numbered in so many bits. */
  private static final int COLUMN_BITS = 6;

  private static final int MOST_COLUMNS = 1 << COLUMN_BITS;

  /** Below the key of any entry; half of the least long, so that no difference overflows. */
  private static final long NONE = Long.MIN_VALUE >> 1;

  /** How many are found in one pass over a row. */
  private static final int AT_ONCE = 3;

  private Ranking() {}

  /** Rows are ranked up to this width. */
  static void checkWidth(Variable x) {
    Check.argument(
        x.columns() <= MOST_COLUMNS,
        "rows are ranked in at most %d columns, got %s",
        MOST_COLUMNS,
        x.value());
  }

  /**
   * Writes the columns of the {@code count} largest entries of the row of {@code values} that
   * begins at {@code start}, from the largest on, to {@code columns} from {@code place} on. NaN,
   * which the loss will show, is above all others.
   */
  static void largest(float[] values, int start, int width, int[] columns, int place, int count) {
    long below = Long.MAX_VALUE >> 1;
    for (int found = 0; found < count; found += AT_ONCE) {
      below = nextThree(values, start, width, below, columns, place + found, count - found);
    }
  }

  /**
   * Writes the three largest below a key, or the {@code count} that are wanted, and returns the key
   * of the third. Keys go through three places, each of which keeps the larger and hands on the
   * smaller one without a branch, which noise would send the wrong way.
   */
  private static long nextThree(
      float[] values, int start, int width, long below, int[] columns, int place, int count) {
    long first = NONE;
    long second = NONE;
    long third = NONE;
    for (int j = 0; j < width; j++) {
      long own = key(values[start + j], j);
      long key = own < below ? own : NONE;
      long less = smaller(first, key);
      first += key - less;
      key = less;
      less = smaller(second, key);
      second += key - less;
      key = less;
      third += key - smaller(third, key);
    }
    columns[place] = column(first);
    if (count > 1) {
      columns[place + 1] = column(second);
    }
    if (count > 2) {
      columns[place + 2] = column(third);
    }
    return third;
  }

  /** A whole number that rises with the value, and among equals falls with the column. */
  private static long key(float value, int column) {
    int bits = Float.floatToIntBits(value + 0f); // −0 counts as 0, any NaN is one NaN
    int rising = bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    return ((long) rising << COLUMN_BITS) | (MOST_COLUMNS - 1 - column);
  }

  private static int column(long key) {
    return MOST_COLUMNS - 1 - (int) (key & (MOST_COLUMNS - 1));
  }

  private static long smaller(long a, long b) {
    long difference = a - b;
    return b + (difference & (difference >> 63));
  }
}
