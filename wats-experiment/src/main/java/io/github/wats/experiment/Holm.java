package io.github.wats.experiment;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Holm's correction for several tests at once (Holm, Scandinavian Journal of Statistics 1979). */
final class Holm {
  private Holm() {}

  /**
   * The i-th smallest of m values times {@code m − i + 1}, never below a smaller one's and at most
   * 1; in the order given.
   */
  static double[] adjust(double[] p) {
    int[] order =
        IntStream.range(0, p.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> p[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] adjusted = new double[p.length];
    double largest = 0;
    for (int rank = 0; rank < order.length; rank++) {
      largest = Math.max(largest, Math.min(1, p[order[rank]] * (p.length - rank)));
      adjusted[order[rank]] = largest;
    }
    return adjusted;
  }

  /** Ranks from 1, equal values share the mean of theirs. */
  static double[] ranks(double[] values) {
    double[] ranks = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      double value = values[i];
      long below = Arrays.stream(values).filter(other -> other < value).count();
      long equal = Arrays.stream(values).filter(other -> other == value).count();
      ranks[i] = below + (equal + 1) / 2.0;
    }
    return ranks;
  }
}
