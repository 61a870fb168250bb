package io.github.wats.prediction;

import io.github.wats.internal.Check;

/**
 * What share of the nodes trains the network, calibrates it and tests the result. Shares that sum
 * to less than 1 leave nodes in no part.
 *
 * @param train the share of training nodes
 * @param calibration the share of validation nodes, on which calibrators are fitted
 * @param test the share of test nodes
 */
public record SplitShares(double train, double calibration, double test) {
  /** 20 % training, 10 % calibration, 70 % test: the paper's split. */
  public static final SplitShares DEFAULT = new SplitShares(0.2, 0.1, 0.7);

  /** Covers the rounding of sums such as 0.2 + 0.1 + 0.7, far below one node in 2^31. */
  private static final double ROUNDING = 1e-12;

  public SplitShares {
    checkShare("train", train);
    checkShare("calibration", calibration);
    checkShare("test", test);
    double sum = train + calibration + test;
    Check.argument(sum <= 1 + ROUNDING, "shares must sum to at most 1, got %s", sum);
  }

  private static void checkShare(String name, double share) {
    Check.argument(share >= 0 && share <= 1, "%s share must be in 0 … 1, got %s", name, share);
  }

  /** The position after the last training node when {@code count} nodes are cut in order. */
  int trainEnd(int count) {
    return cut(train, count);
  }

  int calibrationEnd(int count) {
    return cut(train + calibration, count);
  }

  int testEnd(int count) {
    return cut(train + calibration + test, count);
  }

  private static int cut(double share, int count) {
    return (int) Math.min(count, Math.floor((share + ROUNDING) * count));
  }
}
