package io.github.wats.internal;

/**
 * Named random streams from one seed: a new use of randomness takes a new name and does not shift
 * the old ones. The mixing step is SplitMix64's finalizer (Steele, Lea, Flood, OOPSLA 2014).
 */
public final class Seeds {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private Seeds() {}

  /** The seed of the stream {@code name} under {@code seed}. */
  public static long derive(long seed, String name) {
    long hash = seed;
    for (int i = 0; i < name.length(); i++) {
      hash = mix(hash + GOLDEN_GAMMA * (name.charAt(i) + 1L));
    }
    return mix(hash + GOLDEN_GAMMA);
  }

  /** The seed of stream number {@code index} under {@code seed}. */
  public static long derive(long seed, long index) {
    return mix(mix(seed + GOLDEN_GAMMA) + GOLDEN_GAMMA * (index + 1));
  }

  /**
   * A counter-based generator: 64 random bits for position {@code counter} of the stream {@code
   * seed}, in any order and on any thread.
   */
  public static long bits(long seed, long counter) {
    return mix(seed + GOLDEN_GAMMA * (counter + 1));
  }

  /** A double in [0, 1) from the upper 53 of 64 random bits. */
  public static double unit(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }

  /** An integer in 0 … bound−1 from 64 random bits, as even as 63 of them allow. */
  public static int below(long bits, int bound) {
    return (int) Math.multiplyHigh(bits >>> 1, 2L * bound);
  }

  /** Shuffles the entries {@code from} to {@code to − 1} (Fisher, Yates). */
  public static void shuffleInPlace(int[] values, int from, int to, long stream) {
    for (int k = to - 1; k > from; k--) {
      int other = from + below(bits(stream, k), k - from + 1);
      int value = values[k];
      values[k] = values[other];
      values[other] = value;
    }
  }

  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
