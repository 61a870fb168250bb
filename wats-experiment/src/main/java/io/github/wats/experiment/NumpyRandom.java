package io.github.wats.experiment;

import io.github.wats.internal.Check;

/**
 * The Mersenne Twister MT19937 (Matsumoto, Nishimura, ACM TOMACS 1998) as NumPy's {@code
 * RandomState(seed)} starts and uses it, so that a permutation here is the one every Python program
 * gets from that seed. Used for splits only, to compare run by run with published code; all other
 * randomness comes from named streams.
 */
final class NumpyRandom {
  private static final int SIZE = 624;
  private static final int SHIFT = 397;
  private static final int UPPER_BIT = 0x80000000;
  private static final int LOWER_BITS = 0x7fffffff;
  private static final int TWIST = 0x9908b0df;

  private final int[] state = new int[SIZE];
  private int used = SIZE;

  /**
   * @param seed in 0 … 2³²−1, as NumPy demands
   */
  NumpyRandom(long seed) {
    Check.argument(
        seed >= 0 && seed <= 0xffffffffL, "a NumPy seed must be in 0 … 4294967295, got %d", seed);
    state[0] = (int) seed;
    for (int i = 1; i < SIZE; i++) {
      state[i] = 1812433253 * (state[i - 1] ^ (state[i - 1] >>> 30)) + i;
    }
  }

  /** The next 32 random bits. */
  int nextInt() {
    if (used == SIZE) {
      refill();
    }
    int bits = state[used++];
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return bits ^ (bits >>> 18);
  }

  /** {@code RandomState.permutation(count)}: 0 … count−1 in random order. */
  int[] permutation(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    for (int i = count - 1; i > 0; i--) {
      int other = upTo(i);
      int value = order[i];
      order[i] = order[other];
      order[other] = value;
    }
    return order;
  }

  /** 0 … max: bits under the smallest mask that covers {@code max}, drawn until they fit. */
  private int upTo(int max) {
    int mask = Integer.highestOneBit(max) * 2 - 1;
    int value = nextInt() & mask;
    while (value > max) {
      value = nextInt() & mask;
    }
    return value;
  }

  private void refill() {
    for (int i = 0; i < SIZE; i++) {
      int mixed = (state[i] & UPPER_BIT) | (state[(i + 1) % SIZE] & LOWER_BITS);
      state[i] = state[(i + SHIFT) % SIZE] ^ (mixed >>> 1) ^ ((mixed & 1) == 0 ? 0 : TWIST);
    }
    used = 0;
  }
}
