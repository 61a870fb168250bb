package io.github.wats.metrics;

/** A stable sort of indices by nonnegative keys: radix sort in O(n). */
final class StableOrder {
  /** 2^11 counters fit into the L1 cache; six rounds cover 64 bits. */
  private static final int DIGIT_BITS = 11;

  private StableOrder() {}

  /** The indices 0 … n−1 by ascending key; equal keys by ascending index. */
  static int[] of(long[] keys) {
    int n = keys.length;
    int[] order = new int[n];
    long differing = 0;
    for (int k = 0; k < n; k++) {
      order[k] = k;
      differing |= keys[k] ^ keys[0];
    }
    int[] next = new int[n];
    for (int shift = 0; shift < Long.SIZE; shift += DIGIT_BITS) {
      if (digit(differing, shift) != 0) {
        sortByDigit(keys, shift, order, next);
        int[] spare = order;
        order = next;
        next = spare;
      }
    }
    return order;
  }

  private static void sortByDigit(long[] keys, int shift, int[] order, int[] next) {
    int[] starts = new int[(1 << DIGIT_BITS) + 1];
    for (long key : keys) {
      starts[digit(key, shift) + 1]++;
    }
    for (int d = 0; d < 1 << DIGIT_BITS; d++) {
      starts[d + 1] += starts[d];
    }
    for (int place : order) {
      next[starts[digit(keys[place], shift)]++] = place;
    }
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & ((1 << DIGIT_BITS) - 1);
  }
}
