package io.github.wats.autodiff;

/** The largest entries of a row, the first of equals before the others. */
final class Ranking {
  private Ranking() {}

  /** Whether fewer than {@code count} entries of the row come before entry {@code e}. */
  static boolean isAmongTop(float[] values, int start, int width, int e, int count) {
    return place(values, start, width, e) < count;
  }

  /** How many entries of the row come before entry {@code e}. */
  static int place(float[] values, int start, int width, int e) {
    int before = 0;
    for (int o = start; o < start + width; o++) {
      if (values[o] > values[e] || (values[o] == values[e] && o < e)) {
        before++;
      }
    }
    return before;
  }

  /** The index of the entry with {@code place} entries before it. */
  static int at(float[] values, int start, int width, int place) {
    for (int e = start; e < start + width; e++) {
      if (place(values, start, width, e) == place) {
        return e;
      }
    }
    throw new IllegalArgumentException("a row with NaN has no order");
  }
}
