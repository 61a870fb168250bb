package io.github.wats.spark;

import java.util.Arrays;

/**
 * Sorts keys with a number beside each. Keys are evenly spread, so three stable passes over their
 * highest 33 bits leave few that are out of order; those are sorted by the rest.
 */
final class KeySort {
  private static final int DIGIT = 11; // bits: the counters fit into the first cache
  private static final int PASSES = 3;
  private static final int TOP = Long.SIZE - PASSES * DIGIT;
  private static final int SHORT = 32;

  private final long[] keys;
  private final int[] numbers;
  private final long[] spareKeys;
  private final int[] spareNumbers;

  private KeySort(long[] keys, int[] numbers) {
    this.keys = keys;
    this.numbers = numbers;
    this.spareKeys = new long[keys.length];
    this.spareNumbers = new int[keys.length];
  }

  static void sort(long[] keys, int[] numbers) {
    KeySort sort = new KeySort(keys, numbers);
    sort.passes(0, keys.length, TOP);
    for (int from = 0, to; from < keys.length; from = to) {
      to = from + 1;
      boolean mixed = false;
      while (to < keys.length && keys[to] >>> TOP == keys[from] >>> TOP) {
        mixed |= keys[to] != keys[from];
        to++;
      }
      if (mixed && to - from > SHORT) {
        sort.passes(from, to, 0); // the lowest 33 bits
      } else if (mixed) {
        sort.insert(from, to);
      }
    }
  }

  private void passes(int from, int to, int shift) {
    pass(keys, numbers, spareKeys, spareNumbers, from, to, shift);
    pass(spareKeys, spareNumbers, keys, numbers, from, to, shift + DIGIT);
    pass(keys, numbers, spareKeys, spareNumbers, from, to, shift + 2 * DIGIT);
    System.arraycopy(spareKeys, from, keys, from, to - from);
    System.arraycopy(spareNumbers, from, numbers, from, to - from);
  }

  private static void pass(
      long[] keys, int[] numbers, long[] toKeys, int[] toNumbers, int from, int to, int shift) {
    int[] next = new int[(1 << DIGIT) + 1];
    for (int i = from; i < to; i++) {
      next[digit(keys[i], shift) + 1]++;
    }
    next[0] = from;
    Arrays.parallelPrefix(next, Integer::sum);
    for (int i = from; i < to; i++) {
      int place = next[digit(keys[i], shift)]++;
      toKeys[place] = keys[i];
      toNumbers[place] = numbers[i];
    }
  }

  private static int digit(long key, int shift) {
    return (int) ((key ^ Long.MIN_VALUE) >>> shift) & ((1 << DIGIT) - 1);
  }

  private void insert(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int number = numbers[i];
      int place = i;
      for (; place > from && keys[place - 1] > key; place--) {
        keys[place] = keys[place - 1];
        numbers[place] = numbers[place - 1];
      }
      keys[place] = key;
      numbers[place] = number;
    }
  }
}
