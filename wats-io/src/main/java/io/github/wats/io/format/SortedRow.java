package io.github.wats.io.format;

import java.util.Arrays;

/** Sorts the columns of a sparse row and takes the values along; equal columns keep their order. */
final class SortedRow {
  private SortedRow() {}

  static void sort(int[] columns, float[] values, int from, int to) {
    if (rises(columns, from, to)) {
      return;
    }
    long[] keys = new long[to - from]; // column, then place: one sort, stable
    for (int k = from; k < to; k++) {
      keys[k - from] = (long) columns[k] << Integer.SIZE | (k - from);
    }
    Arrays.sort(keys);
    float[] old = Arrays.copyOfRange(values, from, to);
    for (int k = from; k < to; k++) {
      columns[k] = (int) (keys[k - from] >> Integer.SIZE);
      values[k] = old[(int) keys[k - from]];
    }
  }

  private static boolean rises(int[] columns, int from, int to) {
    for (int k = from + 1; k < to; k++) {
      if (columns[k - 1] > columns[k]) {
        return false;
      }
    }
    return true;
  }
}
